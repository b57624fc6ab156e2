import LifelineDiagnostics

/// Makes the tree out of libyaml's events, with a stack of its own, and finds what this language does not allow.
struct TreeBuilder {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var root: YAMLNode?
  /// Whether something was left out of the tree that the author wanted in it.
  private var isIncomplete = false

  private let path: String
  private var text: YAMLText
  private var open: [Collection] = []
  private var anchors: [String: Anchor] = [:]
  private var nodeCount = 0
  private var documentStart: SourceRange?

  init(text: YAMLText, path: String) {
    self.text = text
    self.path = path
  }

  /// Reads the whole text, once.
  mutating func read() {
    let bytes = text.bytes
    bytes.withUnsafeBufferPointer { buffer in
      guard var stream = EventStream(buffer) else { return outOfMemory() }
      switch readAll(&stream) {
      case nil: finishDocument()
      case .secondDocument?: finishDocument()
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
        report(error.diagnostic(in: &text, path: path))
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

/// A mapping or list of which the end has not come.
private struct Collection {
  enum Slot {
    /// A key is next.
    case key
    /// The value of this key is next.
    case value(String, SourceRange)
    /// A value is next that is left out, because its key is.
    case omitted(SourceRange)
    /// An item of a list is next.
    case item
  }

  var slot: Slot
  var items: [YAMLNode] = []
  var entries: [YAMLEntry] = []
  var keys = KeyPlaces()
  var anchor: String?
  var tag: Tag?
  var start: SourcePosition
  /// Where the last thing in it ends.
  var end: SourcePosition
  /// How many nodes it is made of, itself included.
  var size = 1
  /// How many collections stand in one another in it, itself included.
  var height = 1

  var isMapping: Bool {
    if case .item = slot { false } else { true }
  }

  /// The key whose value this would be.
  var keyEnd: SourcePosition? {
    switch slot {
    case .value(_, let range), .omitted(let range): range.end
    case .key, .item: nil
    }
  }
}

/// What an anchor stands for.
private enum Anchor {
  /// What is still being read.
  case open(SourceRange)
  case node(YAMLNode, size: Int, height: Int)
}

/// The keys of a mapping and where each was first: a list while there are few, as nearly always.
private struct KeyPlaces {
  private var few: [(key: String, range: SourceRange)] = []
  private var many: [String: SourceRange] = [:]

  /// Remembers a key, or gives the place where it was before.
  mutating func insert(_ key: String, _ range: SourceRange) -> SourceRange? {
    if many.isEmpty {
      if let first = few.first(where: { $0.key == key }) { return first.range }
      few.append((key, range))
      if few.count > 12 { many = Dictionary(few.map { ($0.key, $0.range) }) { first, _ in first } }
      return nil
    }
    if let first = many[key] { return first }
    many[key] = range
    return nil
  }
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
    case .sequenceEnd, .mappingEnd: try pop(event)
    }
  }

  private mutating func startDocument(_ event: Event) throws(Stop) {
    let range = SourceRange(event.start.position, event.end.position)
    if let first = documentStart {
      report(
        .secondDocument, "a second document begins here; a file holds one spec: put this one into a file of its own",
        at: range, notes: [note("the first document begins here", at: first)])
      throw .secondDocument
    }
    documentStart = range
  }

  private mutating func add(_ scalar: YAMLScalar, _ event: Event) throws(Stop) {
    try count(1, at: event)
    let properties = properties(of: event)
    var scalar = scalar
    var range = SourceRange(properties.start, event.end.position)
    let isEmpty = scalar.text.isEmpty && scalar.style == .plain
    if isEmpty {
      range = SourceRange(event.start.position, event.end.position)
      if properties.isEmpty, let end = open.last?.keyEnd { range = SourceRange(end, end) }
    } else if scalar.style == .literal || scalar.style == .folded {
      range.end = contentEnd(before: event.end)
    }
    if let tag = properties.tag {
      apply(tag, to: &scalar, &range)
    }
    if case .key? = open.last?.slot {
      guard !isEmpty || !properties.isEmpty else {
        return rejectKey(.missingKey, "a key is missing before this `:`", at: range)
      }
      let node = YAMLNode(.scalar(scalar), range: range)
      if let name = event.anchor { anchors[name] = .node(node, size: 1, height: 0) }
      return takeKey(scalar, range)
    }
    let node = YAMLNode(.scalar(scalar), range: range)
    if let name = event.anchor { anchors[name] = .node(node, size: 1, height: 0) }
    place(node, size: 1, height: 0, end: event.end.position)
  }

  private mutating func push(_ slot: Collection.Slot, _ event: Event) throws(Stop) {
    try count(1, at: event)
    let properties = properties(of: event)
    let start = properties.start
    let range = SourceRange(start, SourcePosition(line: start.line, column: start.column + 1))
    if case .key? = open.last?.slot { rejectCollectionKey(at: range) }
    guard open.count < YAMLLimits.depth else {
      report(.tooDeep, tooDeep(YAMLLimits.depth), at: range)
      throw .limit
    }
    if let name = event.anchor { anchors[name] = .open(range) }
    var collection = Collection(slot: slot, anchor: event.anchor, start: start, end: event.end.position)
    collection.tag = properties.tag
    open.append(collection)
  }

  private mutating func pop(_ event: Event) throws(Stop) {
    guard var collection = open.popLast() else { return }
    // The end of a block is where libyaml meets what comes after it.
    let hasBracket = event.end.character > event.start.character
    if hasBracket { collection.end = event.end.position }
    let range = SourceRange(collection.start, collection.end)
    let node = YAMLNode(
      collection.isMapping ? .mapping(collection.entries) : .sequence(collection.items), range: range)
    if let tag = collection.tag { check(tag, ofMapping: collection.isMapping) }
    if let name = collection.anchor {
      anchors[name] = .node(node, size: collection.size, height: collection.height)
    }
    place(node, size: collection.size, height: collection.height, end: collection.end)
  }

  private mutating func use(_ name: String, _ event: Event) throws(Stop) {
    let range = SourceRange(event.start.position, event.end.position)
    switch anchors[name] {
    case .node(var node, let size, let height)?:
      try count(size, at: event)
      guard open.count + height <= YAMLLimits.depth else {
        report(
          .tooDeep, "with what `*\(name)` stands for, " + tooDeep(YAMLLimits.depth), at: range,
          notes: [note("`&\(name)` stands here", at: node.range)])
        throw .limit
      }
      if case .key? = open.last?.slot {
        guard case .scalar(let scalar) = node.content else { return rejectKey(.keyNotText, keyNotText, at: range) }
        return takeKey(scalar, range)
      }
      node.alias = range
      place(node, size: size, height: height, end: range.end)
    case .open(let place)?:
      report(
        .recursiveAlias, "`*\(name)` stands inside what it stands for, which would have no end", at: range,
        notes: [note("`&\(name)` begins here", at: place)])
      placeNothing(range)
    case nil:
      let near = nearestName(to: name, among: anchors.keys.sorted())
      report(
        .undefinedAlias,
        "there is no anchor `&\(name)` before this" + (near.map { "; did you mean `*\($0)`?" } ?? ""),
        at: range, fixIt: near.map { .init(replace: location(range), with: "*" + $0) })
      placeNothing(range)
    }
  }

  private mutating func placeNothing(_ range: SourceRange) {
    isIncomplete = true
    if case .key? = open.last?.slot {
      open[open.count - 1].slot = .omitted(range)
    } else {
      place(YAMLNode(.scalar(YAMLScalar("", style: .plain)), range: range), size: 1, height: 0, end: range.end)
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
      open[top].entries.append(YAMLEntry(key: key, keyRange: range, value: node))
      open[top].slot = .key
    case .omitted: open[top].slot = .key
    case .key: open[top].slot = .omitted(node.place)
    }
    open[top].end = max(open[top].end, end)
    open[top].size += size
    open[top].height = max(open[top].height, height + 1)
  }

  private mutating func finishDocument() {
    guard let node = root, !node.isNothing else {
      report(.emptyDocument, "the file is empty; a spec begins with `lifeline: 1`", at: nil)
      root = nil
      return
    }
    guard case .mapping = node.content else {
      report(
        .rootNotMapping, "a spec is a mapping of keys to values, which begins with `lifeline: 1`", at: node.place)
      root = nil
      return
    }
    if isIncomplete { root = nil }
  }
}

extension YAMLNode {
  fileprivate var isNothing: Bool {
    if case .scalar(let scalar) = content { scalar.text.isEmpty && scalar.style == .plain } else { false }
  }
}

// MARK: - Keys

private let keyNotText = "a key is a text; a list or a mapping cannot be one"

extension TreeBuilder {
  private mutating func takeKey(_ scalar: YAMLScalar, _ range: SourceRange) {
    let top = open.count - 1
    open[top].end = max(open[top].end, range.end)
    open[top].size += 1
    if scalar.text == "<<", scalar.style == .plain {
      return rejectKey(
        .mergeKey, "merge keys (`<<`) are not part of the language; write the keys out, or alias a whole value",
        at: range)
    }
    if let first = open[top].keys.insert(scalar.text, range) {
      report(
        .duplicateKey, "the key `\(scalar.text)` stands here for the second time; each key of a mapping stands once",
        at: range, notes: [note("the first one", at: first)])
      open[top].slot = .omitted(range)
      return
    }
    open[top].slot = .value(scalar.text, range)
  }

  private mutating func rejectCollectionKey(at range: SourceRange) {
    rejectKey(.keyNotText, keyNotText + "; quote it if text was meant", at: range)
    // The collection that follows is the key: what comes after it is the value.
    open[open.count - 1].slot = .key
  }

  private mutating func rejectKey(_ kind: DiagnosticKind, _ message: String, at range: SourceRange) {
    report(kind, message, at: range)
    isIncomplete = true
    open[open.count - 1].slot = .omitted(range)
  }
}

// MARK: - Tags

extension TreeBuilder {
  private mutating func apply(_ tag: Tag, to scalar: inout YAMLScalar, _ range: inout SourceRange) {}
  private mutating func check(_ tag: Tag, ofMapping isMapping: Bool) {}
}

// MARK: - Places

/// An anchor and a tag before a node.
private struct Properties {
  var tag: Tag?
  var isEmpty: Bool
  /// Where the node itself begins.
  var start: SourcePosition
}

struct Tag {
  var name: String
  var range: SourceRange
}

extension TreeBuilder {
  /// libyaml begins a node at its properties and does not say where they end.
  private mutating func properties(of event: Event) -> Properties {
    var offset = text.byteOffset(ofCharacter: event.start.character)
    guard text[offset] == UInt8(ascii: "&") || text[offset] == UInt8(ascii: "!") else {
      return Properties(isEmpty: true, start: event.start.position)
    }
    var tag: Tag?
    while text[offset] == UInt8(ascii: "&") || text[offset] == UInt8(ascii: "!") {
      let start = offset
      offset = text.endOfProperty(at: offset)
      if text[start] == UInt8(ascii: "!") {
        tag = Tag(
          name: event.tag ?? "!",
          range: SourceRange(text.position(ofByte: start), text.position(ofByte: offset)))
      }
      offset = text.skippingSpace(from: offset)
    }
    return Properties(tag: tag, isEmpty: false, start: text.position(ofByte: offset))
  }

  /// The end of what a block scalar says; libyaml's is where the next token begins.
  private mutating func contentEnd(before end: Mark) -> SourcePosition {
    var offset = text.byteOffset(ofCharacter: end.character)
    while offset > 0, text.isSpace(offset - 1) { offset -= 1 }
    return text.position(ofByte: offset)
  }

  private mutating func count(_ nodes: Int, at event: Event) throws(Stop) {
    nodeCount += nodes
    guard nodeCount > YAMLLimits.nodes else { return }
    report(
      .tooManyNodes,
      "here the spec passes \(YAMLLimits.nodes) keys and values, aliases replaced by what they stand for",
      at: SourceRange(event.start.position, event.end.position))
    throw .limit
  }

  private mutating func outOfMemory() {
    report(.unreadable, "there is not enough memory to read the file", at: nil)
  }

  private func location(_ range: SourceRange?) -> SourceLocation { SourceLocation(path: path, range: range) }

  private func note(_ message: String, at range: SourceRange) -> Diagnostic.Note {
    Diagnostic.Note(message, at: location(range))
  }

  private mutating func report(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange?, notes: [Diagnostic.Note] = [],
    fixIt: Diagnostic.FixIt? = nil
  ) {
    report(Diagnostic(kind, message, at: location(range), notes: notes, fixIt: fixIt))
  }

  private mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

private func tooDeep(_ depth: Int) -> String { "mappings and lists stand more than \(depth) deep in one another" }
