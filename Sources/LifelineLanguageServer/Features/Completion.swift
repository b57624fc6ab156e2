import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineSource
import LifelineWorkspace
import LifelineYAML

/// Something that can be written at a position.
struct CompletionItem: Hashable {
  enum Kind: Int {
    case method = 2
    case field = 5
    case variable = 6
    case module = 9
    case property = 10
    case enumeration = 13
    case keyword = 14
    case reference = 18
    case enumMember = 20
    case event = 23
    case state = 7
  }

  var label: String
  var kind: Kind
  /// A few words about it.
  var detail: String
  /// The text that is inserted; the label if it's `nil`.
  var text: String?
  /// The text with places to fill in, for editors that know such texts.
  var snippet: String?
  /// The rank among other items: keys of the language come behind names where both may stand.
  var rank = 0
}

extension ServerState {
  /// Answers a request for what can be written at a position, also in a text that isn't complete.
  ///
  /// The text is only read with a mark at the position, not as it stands: nobody waits for two readings at each key.
  func complete(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let document = documents[try documentURI(parameters)], document.isSpec else { return .null }
    let job = documents.job(for: document)
    let source = SourceFile(path: job.path, text: String(decoding: document.bytes, as: UTF8.self))
    let translator = PositionTranslator(source: source, encoding: encoding)
    let position = parameters["position"]?.position.map(translator.sourcePosition) ?? .start
    let word = CompletionWord.find(at: position, in: source)
    return json(items(job, word, in: source), replacing: translator.json(word.range))
  }

  private func items(_ job: EditorJob, _ word: CompletionWord, in source: SourceFile) -> [CompletionItem] {
    var job = job
    for attempt in word.attempts(in: source) {
      job.text.bytes = attempt
      let reading = job.readRecovering().reading
      // The names of the attempt are at least those of the text.
      guard let draft = reading.draft else { continue }
      let parts = Set(draft.declared.parts.map(\.name))
      guard let marked = reading.document.place(of: CompletionWord.marker, isPart: parts.contains) else { continue }
      return CompletionSource(machine: draft, marked: marked, word: word).items
    }
    return []
  }

  private func json(_ items: [CompletionItem], replacing range: JSON) -> JSON {
    [
      "isIncomplete": false,
      "items": .array(
        items.map { item -> JSON in
          let snippet = takesSnippets ? item.snippet : nil
          return [
            "label": .string(item.label), "kind": .number(item.kind.rawValue), "detail": .string(item.detail),
            "sortText": "\(item.rank)\(item.label)", "filterText": .string(item.label),
            // In the protocol, 2 is a snippet, and lines that the editor indents.
            "insertTextFormat": snippet == nil ? nil : 2, "insertTextMode": snippet == nil ? nil : 2,
            "textEdit": ["range": range, "newText": .string(snippet ?? item.text ?? item.label)],
          ]
        }),
    ]
  }
}

/// The word at a position, which a completion replaces.
struct CompletionWord {
  /// A name that nobody writes.
  static let marker = "zzLifelineCursorzz"

  /// The range of the word: the letters, digits, `_` and dots around the position.
  var range: SourceRange
  /// The text of the line in front of the word.
  var before: String
  /// The text of the line behind the word.
  var after: String

  static func find(at position: SourcePosition, in source: SourceFile) -> CompletionWord {
    let line = Array((source.line(position.line) ?? "").unicodeScalars)
    let column = min(max(0, position.column - 1), line.count)
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    var (start, end) = (column, column)
    while start > 0, isPart(line[start - 1]) { start -= 1 }
    while end < line.count, isPart(line[end]) { end += 1 }
    func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }
    return CompletionWord(
      range: SourceRange(
        SourcePosition(line: position.line, column: start + 1), SourcePosition(line: position.line, column: end + 1)),
      before: text(line[..<start]), after: text(line[end...]))
  }

  /// Returns versions of the text with the marker in place of the word, the most probable first.
  ///
  /// Nobody knows whether a half-written word will be a key or a value, and which brackets will be closed. The reader
  /// decides: the first version in whose tree the marker is found says what is meant.
  func attempts(in source: SourceFile) -> [[UInt8]] {
    let isAlone = before.allSatisfy { $0 == " " || $0 == "\t" }
    let isItem = !isAlone && before.allSatisfy { $0 == " " || $0 == "-" }
    let hasColon = after.drop { $0 == " " }.first == ":"
    let closing = String(String.UnicodeScalarView(closingBrackets(of: before.unicodeScalars)))
    var lines: [String] = []
    if closing.isEmpty {
      if hasColon { lines.append(before + Self.marker + after) }
      if isAlone { lines.append(before + Self.marker + ":") }
      lines.append(before + Self.marker + after)
      lines.append(before + Self.marker)
      if isItem { lines.append(before + Self.marker + ": ") }
    } else {
      lines.append(before + Self.marker + after)
      lines.append(before + Self.marker + closing)
      lines.append(before + Self.marker + ": " + closing)
    }
    // Behind a colon without a space, a word is part of the key.
    if before.last == ":" { lines.append(before + " " + Self.marker) }
    return lines.compactMap { replacingLine(with: $0, in: source) }
  }

  private func replacingLine(with text: String, in source: SourceFile) -> [UInt8]? {
    guard let range = source.range(ofLine: self.range.start.line) else { return nil }
    return source.bytes[..<range.lowerBound] + Array(text.utf8) + source.bytes[range.upperBound...]
  }
}

/// Collects what can be written at a marked place.
struct CompletionSource {
  let machine: Machine
  let marked: MarkedPlace
  let word: CompletionWord

  var items: [CompletionItem] {
    var items: [CompletionItem] = []
    if marked.isKey {
      items += marked.place.keyNames.flatMap(names).map { asKey($0) }
      let rank = items.isEmpty ? 0 : 1
      items += keys.filter { !marked.siblings.contains($0.label) }.map { item in
        var item = item
        item.rank = rank
        return item
      }
    }
    if !marked.isKey || marked.isOnlyKey {
      items += marked.place.valueNames.flatMap(names)
      if marked.place.allows(.expression) { items += expressionNames }
      if marked.place.allows(.value) { items += cases(typeOfValue) }
      if !marked.place.allows(.expression) || isConditional {
        items += marked.place.words.map { CompletionItem(label: $0, kind: .keyword, detail: "word", rank: 1) }
      }
      // A mapping may stand there as well.
      if !marked.isKey, word.before.drop(while: { $0 == " " || $0 == "-" }).isEmpty {
        items += marked.place.keyNames.flatMap(names).map { asKey($0) }
        items += keys
      }
    }
    var seen: Set<String> = []
    // Where a name is declared by its use, as an internal event is, the draft has the marker among its names.
    return items.filter { !$0.label.contains(CompletionWord.marker) }
      .filter { !marked.siblings.contains($0.label) || !marked.isKey }
      .filter { seen.insert($0.label).inserted }
  }

  /// The fixed keys of the mapping.
  private var keys: [CompletionItem] {
    let isAlone = word.after.isEmpty && word.before.allSatisfy { $0 == " " }
    return marked.place.keys(beside: marked.siblings).map {
      let snippet = isAlone ? KeySnippet.text(ofKey: $0.written) : nil
      return asKey(CompletionItem(label: $0.written, kind: .keyword, detail: $0.summary, snippet: snippet, rank: 1))
    }
  }

  private func asKey(_ item: CompletionItem) -> CompletionItem {
    var item = item
    if word.after.drop(while: { $0 == " " }).first != ":" { item.text = (item.text ?? item.label) + ": " }
    return item
  }

  // MARK: Names

  /// The machine whose names are meant: that of a part, or the machine itself.
  private var named: Machine? {
    guard let part = marked.place.scope.part else { return machine }
    return machine.declared.parts.first { $0.name == part }?.machine
  }

  private func names(_ group: NameGroup) -> [CompletionItem] {
    guard let named else { return [] }
    return switch group {
    case .states: states(machine)
    case .events: machine.declared.events.map { item($0) }
    case .hostEvents: named.declared.events.filter { !$0.isInternal }.map { item($0) }
    case .callbacks: named.declared.callbacks.map { item($0, of: named) }
    case .callbacksOfParts: callbacksOfParts
    case .allCallbacks:
      (named.declared.callbacks.map { item($0, of: named) } + (marked.place.scope.part == nil ? callbacksOfParts : []))
        .filter { $0.label != promisingCallback }
    case .fields: (marked.place.scope.part == nil ? named.fields[...] : named.declared.fields).map { item($0) }
    case .lengths:
      machine.fields.filter { $0.type == .duration }.map { item($0) }
        + ["100ms", "1s", "1min", "1h"].map { CompletionItem(label: $0, kind: .keyword, detail: "time", rank: 1) }
    case .types:
      machine.types.map { CompletionItem(label: $0.name, kind: .enumeration, detail: "type") }
        + builtInTypes.keys.sorted().map {
          CompletionItem(label: $0, kind: .enumeration, detail: "built-in type", rank: 1)
        }
    case .channels:
      Set(machine.channels + ["delegate"]).sorted().map { CompletionItem(label: $0, kind: .module, detail: "channel") }
    case .scenarios:
      machine.scenarios.map { CompletionItem(label: $0.name, kind: .reference, detail: "scenario") }
    case .parts:
      machine.declared.parts.map {
        CompletionItem(label: $0.name, kind: .module, detail: "part, a `\($0.machine.name)`")
      }
    case .citations:
      machine.sources.flatMap { source in
        [CompletionItem(label: source.id, kind: .reference, detail: source.title ?? "source")]
          + source.claims.map {
            CompletionItem(label: "\(source.id) \($0.id)", kind: .reference, detail: $0.text.shortened(to: 60))
          }
      }
    case .codes:
      DiagnosticKind.allKinds.filter { $0.severity == .warning }
        .map { CompletionItem(label: $0.code, kind: .keyword, detail: $0.title) }
    case .parameters: parameters(parametersOfReceiver)
    }
  }

  private var callbacksOfParts: [CompletionItem] {
    machine.callbacks.dropFirst(machine.declared.callbacks.count).map { item($0, of: machine) }
  }

  /// The callback about which the place promises something. Only behind `before`, the promise may name it.
  private var promisingCallback: String? {
    guard marked.path.count > 2, marked.path[0] == "callbacks", marked.path[2] != "before" else { return nil }
    return marked.path[1]
  }

  /// The parameters of the event or the callback to which the place belongs.
  private var parametersOfReceiver: [Parameter]? {
    switch marked.place.scope.receiver {
    case .event(let name)?: named?.declared.events.first { $0.name == name }?.parameters
    case .callback(let name)?: named?.declared.callbacks.first { $0.name == name }?.parameters
    case nil: nil
    }
  }

  /// The type of the value at the place.
  private var typeOfValue: ValueType? {
    let scope = marked.place.scope
    if let name = scope.parameter { return parametersOfReceiver?.first { $0.name == name }?.type }
    return (scope.part == nil ? named?.fields[...] : named?.declared.fields)?.first { $0.name == scope.field }?.type
  }

  /// The shortest references that mean each state from anywhere.
  private func states(_ machine: Machine) -> [CompletionItem] {
    let states = machine.states.filter { !$0.name.isEmpty }
    let counts = Dictionary(grouping: states.filter { machine.declares($0.id) }, by: \.name)
      .mapValues(\.count)
    return states.map { state in
      let isOwn = machine.declares(state.id)
      let label = isOwn && counts[state.name] == 1 ? state.name : state.path
      return CompletionItem(label: label, kind: .state, detail: "state \(state.path)")
    }
  }

  private func item(_ event: Event) -> CompletionItem {
    CompletionItem(label: event.name, kind: .event, detail: event.isInternal ? "internal event" : "event")
  }

  private func item(_ callback: Callback, of machine: Machine) -> CompletionItem {
    let promises = machine.ownPromises.filter { $0.callback.map { machine[$0].name } == callback.name }
    let detail = (["callback on \(callback.channel)"] + promises.map { "\($0.key) \(machine.text(of: $0))" })
      .joined(separator: ", ")
    return CompletionItem(label: callback.name, kind: .method, detail: detail)
  }

  private func item(_ field: Field) -> CompletionItem {
    let range = field.boundsText.map { ", \($0)" } ?? ""
    return CompletionItem(label: field.name, kind: .field, detail: field.type.text + range)
  }

  private func parameters(_ parameters: [Parameter]?) -> [CompletionItem] {
    (parameters ?? []).map { CompletionItem(label: $0.name, kind: .variable, detail: $0.type.text) }
  }

  private func cases(_ type: ValueType?) -> [CompletionItem] {
    if type == .bool {
      return ["true", "false"].map { CompletionItem(label: $0, kind: .keyword, detail: "Bool") }
    }
    if let type, type.isOptional { return [CompletionItem(label: "nil", kind: .keyword, detail: "no value")] }
    return (type?.caseNames ?? []).map { CompletionItem(label: $0, kind: .enumMember, detail: "case") }
  }

  /// Whether an expression at the place is a condition, or may be one.
  private var isConditional: Bool { typeOfValue.map { $0 == .bool } ?? true }

  /// The names that an expression of the type that is needed can read, and its cases; or the states behind `in(`.
  private var expressionNames: [CompletionItem] {
    if word.before.hasSuffix("in(") { return states(machine) }
    let event = zip(marked.path, marked.path.dropFirst()).filter { $0.0 == "on" }.last?.1
    let received = machine.declared.events.first { $0.name == event }?.parameters ?? []
    let names =
      parameters(received.filter { isReadable($0.type) })
      + machine.fields.filter { isReadable($0.type) }.map { item($0) }
    if !isConditional {
      let isNumber = typeOfValue?.isWhole == true
      return cases(typeOfValue) + names + (isNumber ? functions : [])
    }
    // A condition may compare anything that has cases.
    let types = machine.fields.map(\.type) + received.map(\.type)
    var seen: Set<String> = []
    let compared = (types.compactMap(\.caseNames) + machine.types.map(\.cases)).joined().filter {
      seen.insert($0).inserted
    }
    return names + compared.map { CompletionItem(label: $0, kind: .enumMember, detail: "case", rank: 1) } + functions
  }

  private var functions: [CompletionItem] {
    ["min", "max"].map { CompletionItem(label: $0, kind: .keyword, detail: "function", rank: 2) }
  }

  /// Returns whether an expression at the place can read a value of a type: no condition reads what is only carried, and a length
  /// of time may be multiplied by a number.
  private func isReadable(_ type: ValueType) -> Bool {
    guard let needed = typeOfValue, needed != .bool else { return !type.isOptional }
    return type == needed || type == needed.wrapped || needed == .duration && type == .int
  }
}
