import LifelineSource

/// Makes the tree out of libyaml's events, with a stack of its own, and finds what the language does not
/// allow.
///
/// What it finds does not keep it from reading on. A fault whose meaning is plain (a key that stands twice, a
/// merge key, a tag) is reported and read as it was meant.
struct TreeBuilder {
  private(set) var diagnostics = DiagnosticList()
  private(set) var root: YAMLNode?
  /// Where aliases stand for a list or a mapping, by where that is written.
  private(set) var aliases: [SourceRange: [SourceRange]] = [:]
  /// How many of each are kept.
  private static let aliasesKept = 4

  let path: String
  let text: YAMLText
  var open: [Collection] = []
  /// The anchors and tags of those in `open` that have any, each with its depth.
  private var marked: [(depth: Int, anchor: String?, tag: Tag?)] = []
  private var anchors: [String: Anchor] = [:]
  private var nodeCount = 0
  private var documentStart: SourceRange?
  /// Whether something is missing in the tree that the author wanted in it.
  private var isIncomplete = false

  init(text: YAMLText, path: String) {
    self.text = text
    self.path = path
  }

  /// Reads the whole text, once.
  mutating func read() {
    let bytes = text.bytes
    bytes.withUnsafeBufferPointer { buffer in
      guard var stream = EventStream(buffer) else {
        return report(.unreadable, "there is not enough memory to read the file", at: nil)
      }
      switch readAll(&stream) {
      case nil, .secondDocument?: finishDocument()
      case .unreadable?, .limit?: root = nil
      }
    }
  }

  /// Takes events up to the last, or says why it stopped.
  private mutating func readAll(_ stream: inout EventStream) -> Stop? {
    while true {
      let event: Event
      do throws(SyntaxFault) {
        event = try stream.next()
      } catch {
        let isExpression = expectsExpression(at: error)
        report(error.diagnostic(in: text, path: path, innermost: open.last?.start, isExpression: isExpression))
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

/// Why the rest of a text is not read.
private enum Stop: Error {
  case unreadable
  case limit
  case secondDocument
}

// MARK: - Events

extension TreeBuilder {
  static let secondDocument =
    "a second document begins here; a file holds one spec: put this one into a file of its own"

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
        .secondDocument, Self.secondDocument, at: event.range,
        notes: [note("the first begins here", at: first)])
      throw .secondDocument
    }
    let range = event.range
    documentStart = range.start == range.end ? range.slice(offset: 0, length: 1) : range
  }

  private mutating func add(_ scalar: YAMLScalar, _ event: Event) throws(Stop) {
    try count(1, at: event)
    let properties = properties(of: event)
    var scalar = scalar
    var range = SourceRange(properties.start, event.end.position)
    var end = range.end
    if scalar.isNothing {
      range = event.range
      if !properties.isThere, let keyEnd = open.last?.keyEnd {
        range = SourceRange(keyEnd, keyEnd)
        // Where there is no colon libyaml points at what comes next.
        if end.line != keyEnd.line { end = keyEnd }
      }
    } else if scalar.style == .literal || scalar.style == .folded {
      range.end = contentEnd(before: event.end)
      end = range.end
    }
    let isKey = expectsKey
    if let tag = properties.tag { apply(tag, to: &scalar, &range, isKey: isKey) }
    let node = YAMLNode(.scalar(scalar), range: range)
    if let name = event.anchor { anchors[name] = .node(node, size: 1, height: 0) }
    guard isKey else { return place(node, size: 1, height: 0, end: end) }
    if scalar.isNothing {
      rejectKey(.missingKey, "a key is missing before this `:`", at: range)
    } else {
      takeKey(scalar, range)
    }
  }

  private mutating func push(_ slot: Collection.Slot, _ event: Event) throws(Stop) {
    try count(1, at: event)
    let properties = properties(of: event)
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
    if properties.isThere { marked.append((open.count, event.anchor, properties.tag)) }
    open.append(Collection(slot, start: properties.start))
  }

  private mutating func pop(_ event: Event) {
    let top = open.count - 1
    guard top >= 0 else { return }
    // The end of a block is where libyaml meets what comes after it; that of brackets is the bracket.
    let end = event.end.character > event.start.character ? event.end.position : open[top].end
    let node = YAMLNode(open[top].content(), range: SourceRange(open[top].start, end))
    let (size, height) = (open[top].size, open[top].height)
    open.removeLast()
    if let mark = marked.last, mark.depth == top {
      marked.removeLast()
      if let tag = mark.tag { check(tag, of: node) }
      if let name = mark.anchor { anchors[name] = .node(node, size: size, height: height) }
    }
    place(node, size: size, height: height, end: end)
  }

  private mutating func use(_ name: String, _ event: Event) throws(Stop) {
    let range = event.range
    switch anchors[name] {
    case .node(var node, let size, let height)?:
      try count(size, at: event)
      guard open.count + height <= YAMLLimits.depth else {
        report(
          .tooDeep, "with what `*\(name)` stands for, " + Self.tooDeep, at: range,
          notes: [note("`&\(name)` marks this", at: node.range)])
        throw .limit
      }
      guard expectsKey else {
        node.alias = range
        if height > 0, aliases[node.range, default: []].count < Self.aliasesKept {
          aliases[node.range, default: []].append(range)
        }
        return place(node, size: size, height: height, end: range.end)
      }
      if case .scalar(let scalar) = node.content {
        takeKey(scalar, range)
      } else {
        rejectKey(.keyNotText, Self.keyNotText, at: range)
      }
    case .open(let marked)?:
      report(
        .recursiveAlias, "`*\(name)` stands inside what it stands for, and would have no end", at: range,
        notes: [note("`&\(name)` marks what begins here", at: marked)])
      placeNothing(range)
    case nil:
      // A search takes time in proportion to the anchors, so it must not be made too often.
      let isSearched = diagnostics.count < 20 && anchors.count < 1_000
      let near = isSearched ? nearestName(to: name, among: anchors.keys.sorted()) : nil
      report(
        .undefinedAlias,
        "nothing before this is marked with `&\(name)`" + (near.map { "; did you mean `*\($0)`?" } ?? ""),
        at: range, fixIt: near.map { .init(replace: location(range), with: "*" + $0) })
      placeNothing(range)
    }
  }

  private mutating func placeNothing(_ range: SourceRange) {
    isIncomplete = true
    if expectsKey {
      open[open.count - 1].slot = .omitted(range)
    } else {
      let nothing = YAMLNode(.scalar(YAMLScalar("", style: .plain)), range: range)
      place(nothing, size: 1, height: 0, end: range.end)
    }
  }

  /// Puts a finished node where it belongs.
  private mutating func place(_ node: YAMLNode, size: Int, height: Int, end: SourcePosition) {
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
    // A collection that was read as a key and is none.
    case .key: open[top].slot = .omitted(node.place)
    }
    open[top].end = max(open[top].end, end)
    open[top].size += size
    open[top].height = max(open[top].height, height + 1)
  }

  private mutating func finishDocument() {
    guard let node = root, !node.isNothing else {
      report(.emptyDocument, "the file holds no spec; one begins with `lifeline: 1`", at: nil)
      root = nil
      return
    }
    guard case .mapping = node.content else {
      report(.rootNotMapping, "a spec is a mapping of keys to values, such as `lifeline: 1`", at: node.place)
      root = nil
      return
    }
    if isIncomplete { root = nil }
  }
}

// MARK: - Keys

extension TreeBuilder {
  /// Whether a key comes next. (`open.last` would copy the collection.)
  private var expectsKey: Bool { !open.isEmpty && open[open.count - 1].expectsKey }

  private static let keyNotText = "a list or a mapping cannot be a key; put a text in quotes"

  private mutating func takeKey(_ scalar: YAMLScalar, _ range: SourceRange) {
    let top = open.count - 1
    open[top].end = max(open[top].end, range.end)
    open[top].size += 1
    if scalar.text == "<<", scalar.style == .plain {
      report(
        .mergeKey,
        "merge keys (`<<`) are not part of the language; write the keys out, or alias a whole value",
        at: range)
      open[top].slot = .merged
    } else if let first = open[top].take(scalar.text, at: range) {
      report(
        .duplicateKey, "the key `\(scalar.text)` stands in this mapping already", at: range,
        notes: [note("it stands here first", at: first)])
    }
  }

  private mutating func rejectKey(_ kind: DiagnosticKind, _ message: String, at range: SourceRange) {
    report(kind, message, at: range)
    isIncomplete = true
    open[open.count - 1].slot = .omitted(range)
  }
}

// MARK: - Limits and findings

extension TreeBuilder {
  private static let tooDeep =
    "mappings and lists stand more than \(YAMLLimits.depth) deep in one another"

  private mutating func count(_ nodes: Int, at event: Event) throws(Stop) {
    nodeCount += nodes
    guard nodeCount > YAMLLimits.nodes else { return }
    report(
      .tooManyNodes,
      "up to here the spec has more than \(YAMLLimits.nodes) keys and values, "
        + "aliases replaced by what they stand for", at: event.range)
    throw .limit
  }

  func location(_ range: SourceRange?) -> SourceLocation { SourceLocation(path: path, range: range) }

  private func note(_ message: String, at range: SourceRange) -> Diagnostic.Note {
    Diagnostic.Note(message, at: location(range))
  }

  mutating func report(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange?, notes: [Diagnostic.Note] = [],
    fixIt: Diagnostic.FixIt? = nil
  ) {
    report(Diagnostic(kind, message, at: location(range), notes: notes, fixIt: fixIt))
  }

  private mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension YAMLScalar {
  /// Whether it stands for a value that is not written.
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
