import LifelineSource

/// Builds the tree from libyaml's events, with a stack instead of recursion, and reports valid YAML that specs don't
/// allow.
///
/// Building continues after such a mistake. If the author's intention is plain, as it is for a duplicate key, a merge key
/// or a tag, it is reported and the text is read as it was meant.
struct TreeBuilder {
  /// The tree of a text.
  struct Tree {
    var root: YAMLNode?
    /// The ranges of the aliases of each list or mapping, by the range of the list or mapping.
    var aliases: [SourceRange: [SourceRange]]
    /// The diagnostics in source order.
    var diagnostics: [Diagnostic]
  }

  private var diagnostics = DiagnosticList()
  private var root: YAMLNode?
  private var aliases: [SourceRange: [SourceRange]] = [:]
  /// The number of aliases that are kept of each.
  private static let aliasesKept = 4

  let filePath: String
  let text: YAMLText
  let format: YAMLFormat
  var open: [OpenCollection] = []
  /// The anchors and tags of the open collections that have any, each with its depth.
  private var marked: [(depth: Int, anchor: String?, tag: Tag?)] = []
  private var anchors: [String: Anchor] = [:]
  private var nodeCount = 0
  private var documentStart: SourceRange?
  /// Whether a part of the text is missing in the tree.
  private var isIncomplete = false
  /// Whether such a tree is kept.
  private var keepsIncompleteTree = false

  /// Builds the tree of a whole text.
  /// - Parameter keepsIncompleteTree: Whether the tree is kept if a part of the text is missing in it.
  static func build(
    _ text: YAMLText, path: String, format: YAMLFormat, keepingIncompleteTree keepsIncompleteTree: Bool = false
  ) -> Tree {
    var builder = TreeBuilder(text: text, path: path, format: format)
    builder.keepsIncompleteTree = keepsIncompleteTree
    builder.readStream()
    return Tree(
      root: builder.root, aliases: builder.aliases, diagnostics: builder.diagnostics.inSourceOrder())
  }

  private init(text: YAMLText, path: String, format: YAMLFormat) {
    self.text = text
    filePath = path
    self.format = format
  }

  /// The keys that lead to the next value, with `nil` for a list.
  var path: [String?] { open.map(\.key) }

  private mutating func readStream() {
    var content = text.content
    content.withUTF8 { buffer in
      guard var stream = EventStream(buffer) else {
        return report(.unreadable, "there is not enough memory to read the file", at: nil)
      }
      switch readAll(&stream) {
      case nil, .secondDocument?: finishDocument()
      case .unreadable?, .limit?: root = nil
      }
    }
  }

  /// Takes all events.
  ///
  /// - Returns: The reason to stop before the last event, if there is one.
  private mutating func readAll(_ stream: inout EventStream) -> Stop? {
    while true {
      let event: Event
      do throws(SyntaxError) {
        event = try stream.next()
      } catch {
        let site = SyntaxErrorSite(
          error, in: text, path: filePath, format: format, keys: path, lastKey: open.last?.lastKey,
          innermost: open.last?.start)
        diagnostics.append(site.diagnose())
        return .unreadable
      }
      if case .streamEnd = event.kind { return nil }
      do throws(Stop) {
        try take(event)
      } catch {
        return error
      }
    }
  }
}

/// A reason not to read the rest of a text.
private enum Stop: Error {
  case unreadable
  case limit
  case secondDocument
}

// MARK: - Events

extension TreeBuilder {
  private mutating func take(_ event: Event) throws(Stop) {
    switch event.kind {
    case .streamStart, .documentEnd, .streamEnd: break
    case .documentStart: try startDocument(event)
    case .alias(let name): try use(name, event)
    case .scalar(let scalar): try add(scalar, event)
    case .sequenceStart: try push(.item, event)
    case .mappingStart: try push(.key, event)
    case .sequenceEnd, .mappingEnd: pop(event)
    }
  }

  private mutating func startDocument(_ event: Event) throws(Stop) {
    if let first = documentStart {
      report(
        .secondDocument, format.secondDocumentMessage, at: event.range,
        notes: [note("the first begins here", at: first)])
      throw .secondDocument
    }
    let range = event.range
    documentStart = range.start == range.end ? range.slice(offset: 0, length: 1) : range
  }

  private mutating func add(_ scalar: YAMLScalar, _ event: Event) throws(Stop) {
    try count(1, at: event)
    let properties = NodeProperties.scan(event, in: text)
    var scalar = scalar
    var range = SourceRange(properties.start, event.end.position)
    var end = range.end
    if scalar.isNothing {
      range = event.range
      if !properties.isPresent, let keyEnd = open.last?.keyEnd {
        range = SourceRange(keyEnd, keyEnd)
        // If there is no colon, libyaml points at the next token.
        if end.line != keyEnd.line { end = keyEnd }
      }
    } else if scalar.style == .literal || scalar.style == .folded {
      // libyaml's end of a block of text is where the next token begins.
      let contentEnd = text.skippingSpaceBackwards(from: event.end.index)
      range.end = text.position(of: contentEnd, from: event.start.index, at: event.start.position)
      end = range.end
    }
    let isKey = expectsKey
    if let tag = properties.tag { apply(tag, to: &scalar, &range, isKey: isKey) }
    let node = YAMLNode(.scalar(scalar), range: range)
    if let name = event.anchor { anchors[name] = .node(node, size: 1, height: 0) }
    guard isKey else { return append(node, size: 1, height: 0, end: end) }
    if scalar.isNothing {
      rejectKey(.missingKey, "a key is missing before this `:`", at: range)
    } else if !takeRestOfCall(scalar, range, event) {
      takeKey(scalar, range)
    }
  }

  private mutating func push(_ slot: OpenCollection.Slot, _ event: Event) throws(Stop) {
    try count(1, at: event)
    let properties = NodeProperties.scan(event, in: text)
    let range = SourceRange(properties.start, properties.start).slice(offset: 0, length: 1)
    if expectsKey {
      report(.keyNotText, Self.keyNotText, at: range)
      isIncomplete = true
    }
    guard open.count < YAMLLimits.depth else {
      report(.tooDeep, Self.tooDeep, at: range)
      throw .limit
    }
    if let name = event.anchor { anchors[name] = .open(range) }
    if properties.isPresent { marked.append((open.count, event.anchor, properties.tag)) }
    open.append(OpenCollection(slot, start: properties.start))
  }

  private mutating func pop(_ event: Event) {
    reportCutCalls()
    guard let collection = open.popLast() else { return }
    let (size, height) = (collection.size, collection.height)
    // libyaml ends a block where the next token begins, and a collection in brackets at its bracket.
    let end = event.end.index > event.start.index ? event.end.position : collection.end
    let range = SourceRange(collection.start, end)
    let node = YAMLNode(collection.finish(), range: range)
    if let mark = marked.last, mark.depth == open.count {
      marked.removeLast()
      if let tag = mark.tag { check(tag, of: node) }
      if let name = mark.anchor { anchors[name] = .node(node, size: size, height: height) }
    }
    append(node, size: size, height: height, end: end)
  }

  private mutating func use(_ name: String, _ event: Event) throws(Stop) {
    let range = event.range
    switch anchors[name] {
    case .node(var node, let size, let height)?:
      try count(size, at: event)
      guard open.count + height <= YAMLLimits.depth else {
        report(
          .tooDeep, "with the value of `*\(name)`, " + Self.tooDeep, at: range,
          notes: [note("`&\(name)` marks this", at: node.range)])
        throw .limit
      }
      guard expectsKey else {
        node.alias = range
        if height > 0, aliases[node.range, default: []].count < Self.aliasesKept {
          aliases[node.range, default: []].append(range)
        }
        return append(node, size: size, height: height, end: range.end)
      }
      if case .scalar(let scalar) = node.content {
        takeKey(scalar, range)
      } else {
        rejectKey(.keyNotText, Self.keyNotText, at: range)
      }
    case .open(let marked)?:
      report(
        .recursiveAlias, "`*\(name)` is inside the value that it repeats, which would have no end", at: range,
        notes: [note("`&\(name)` marks the value that begins here", at: marked)])
      appendNothing(range)
    case nil:
      let (location, anchors) = (location(range), anchors)
      diagnostics.append(of: .undefinedAlias) {
        // Sorting many anchors for each of these would take too long.
        let near = anchors.count < 1_000 ? nearestName(to: name, among: anchors.keys.sorted()) : nil
        return Diagnostic(
          .undefinedAlias,
          "no value before this is marked with `&\(name)`" + (near.map { "; did you mean `*\($0)`?" } ?? ""),
          at: location, fixIt: near.map { .init(replace: location, with: "*" + $0) })
      }
      appendNothing(range)
    }
  }

  private mutating func appendNothing(_ range: SourceRange) {
    isIncomplete = true
    if expectsKey {
      open[open.count - 1].slot = .omitted(range)
    } else {
      let nothing = YAMLNode(.scalar(YAMLScalar("", style: .plain)), range: range)
      append(nothing, size: 1, height: 0, end: range.end)
    }
  }

  /// Adds a finished node to the innermost open collection.
  private mutating func append(_ node: YAMLNode, size: Int, height: Int, end: SourcePosition) {
    let top = open.count - 1
    guard top >= 0 else {
      root = node
      return
    }
    switch open[top].slot {
    case .item: open[top].items.append(node)
    case .value(let key, let range):
      open[top].append(YAMLEntry(key: key, keyRange: range, value: node))
      open[top].slot = .key
    case .merged:
      open[top].merge(node)
      open[top].slot = .key
    case .omitted: open[top].slot = .key
    // A collection in the position of a key.
    case .key: open[top].slot = .omitted(node.usageRange)
    }
    open[top].end = max(open[top].end, end)
    open[top].size += size
    open[top].height = max(open[top].height, height + 1)
  }

  private mutating func finishDocument() {
    guard let node = root, !node.isNothing else {
      root = format.allowsEmptyFiles ? YAMLNode(.mapping([]), range: .start) : nil
      if root == nil {
        report(
          .emptyDocument, "the file contains no \(format.name), which would begin with `\(format.firstLine)`", at: nil)
      }
      return
    }
    guard case .mapping = node.content else {
      report(
        .rootNotMapping, "a \(format.name) is a mapping of keys to values, such as `\(format.firstLine)`",
        at: node.usageRange)
      root = nil
      return
    }
    if isIncomplete, !keepsIncompleteTree { root = nil }
  }
}

// MARK: - Keys

extension TreeBuilder {
  private var expectsKey: Bool { open.last?.expectsKey ?? false }

  private static let keyNotText = "a list or a mapping cannot be a key; put a text in quotes"

  private mutating func takeKey(_ scalar: YAMLScalar, _ range: SourceRange) {
    let top = open.count - 1
    open[top].end = max(open[top].end, range.end)
    open[top].size += 1
    if scalar.text == "<<", scalar.style == .plain {
      report(
        .mergeKey,
        "merge keys (`<<`) are not part of YAML 1.2; write the keys out, or alias a whole value",
        at: range)
      open[top].slot = .merged
    } else if let first = open[top].take(scalar.text, at: range) {
      report(
        .duplicateKey, "this mapping already has the key `\(scalar.text)`", at: range,
        notes: [note("it occurs here first", at: first)])
    }
  }

  private mutating func rejectKey(_ kind: DiagnosticKind, _ message: String, at range: SourceRange) {
    report(kind, message, at: range)
    isIncomplete = true
    open[open.count - 1].slot = .omitted(range)
  }
}

// MARK: - Limits and diagnostics

extension TreeBuilder {
  private static let tooDeep =
    "mappings and lists are nested more than \(YAMLLimits.depth) deep"

  private mutating func count(_ nodes: Int, at event: Event) throws(Stop) {
    nodeCount += nodes
    guard nodeCount > YAMLLimits.nodes else { return }
    report(
      .tooManyNodes,
      "the \(format.name) has more than \(YAMLLimits.nodes) keys and values, counted up to here and with the values of "
        + "aliases", at: event.range)
    throw .limit
  }

  func location(_ range: SourceRange?) -> SourceLocation { SourceLocation(path: filePath, range: range) }

  private func note(_ message: String, at range: SourceRange) -> Diagnostic.Note {
    Diagnostic.Note(message, at: location(range))
  }

  mutating func report(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange?, notes: [Diagnostic.Note] = [],
    fixIt: Diagnostic.FixIt? = nil
  ) {
    diagnostics.append(Diagnostic(kind, message, at: location(range), notes: notes, fixIt: fixIt))
  }
}

extension YAMLFormat {
  /// The message about a second document.
  var secondDocumentMessage: String {
    "a second document begins here, but a file contains one \(name); put this one into a file of its own"
  }
}

extension YAMLScalar {
  /// Whether no value is written.
  fileprivate var isNothing: Bool { text.isEmpty && style == .plain }
}

extension YAMLNode {
  fileprivate var isNothing: Bool {
    if case .scalar(let scalar) = content { scalar.isNothing } else { false }
  }
}

extension Event {
  fileprivate var range: SourceRange { SourceRange(start.position, end.position) }
}
