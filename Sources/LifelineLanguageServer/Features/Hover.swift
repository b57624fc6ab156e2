import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineSource
import LifelineWorkspace

extension ServerState {
  /// Returns what is known about the name or the diagnostic at a position.
  func hover(_ context: FeatureContext) -> JSON? {
    let occurrences = context.occurrences
    var sections = occurrences.compactMap { description(of: $0.symbol, in: context) }
    sections = sections.enumerated().filter { !sections[..<$0.offset].contains($0.element) }.map(\.element)
    var range = occurrences.first?.range
    let parts = Set(context.spec.reading.draft?.declared.parts.map(\.name) ?? [])
    if occurrences.isEmpty,
      let (key, keyRange) = context.spec.reading.document.fixedKey(at: context.position, isPart: parts.contains)
    {
      sections.append("\(showsMarkdown ? "**key `\(key.name)`**  \n" : "key `\(key.name)`\n")\(key.summary)")
      range = keyRange
    }
    let diagnostics = (context.document.diagnostics ?? []).filter { diagnostic in
      guard let range = diagnostic.location.range, diagnostic.location.path == context.path else { return false }
      return range.start <= context.position && context.position <= max(range.end, range.start)
    }
    var codes: Set<String> = []
    sections += diagnostics.filter { codes.insert($0.kind.code).inserted }.map { explanation(of: $0.kind) }
    guard !sections.isEmpty else { return nil }
    let text = sections.joined(separator: showsMarkdown ? "\n\n---\n\n" : "\n\n")
    return [
      "contents": ["kind": .string(showsMarkdown ? "markdown" : "plaintext"), "value": .string(text)],
      "range": (range ?? diagnostics.first?.location.range).map { context.translator.json($0) },
    ]
  }

  private func explanation(of kind: DiagnosticKind) -> String {
    let page = ExplanationPage(kind).render()
    return showsMarkdown ? "```text\n\(page)```" : page
  }

  /// Returns a description of something with a name, or `nil` if nothing is known about it.
  private func description(of symbol: Symbol, in context: FeatureContext) -> String? {
    guard let draft = context.spec.reading.draft else { return nil }
    let machine =
      symbol.location.path == draft.path
      ? draft : draft.parts.first { $0.machine.path == symbol.location.path }?.machine ?? draft
    let facts = SymbolFacts.collect(about: symbol, in: machine.declared)
    var lines = [showsMarkdown ? "**\(facts.title)**" : facts.title]
    if symbol.location.path != context.path {
      lines.append("declared in \(quoted(Path.name(of: symbol.location.path)))")
    }
    lines += facts.lines.map { "\($0.name): \($0.values.map(quoted).joined(separator: ", "))" }
    if [.callback, .event, .state].contains(symbol.role), symbol.location.path == context.path {
      let name = symbol.role == .state ? symbol.owner : symbol.name
      let exploration = context.document.exploration
      let isCurrent = context.document.check == nil && exploration?.isCurrent == true
      let age = isCurrent ? "" : ", as of the last exploration"
      lines += (exploration?.verdicts(on: name) ?? []).map { promise in
        "\(quoted(promise.key)) is \(promise.verdict)\(age)"
      }
    }
    var text = lines.joined(separator: showsMarkdown ? "  \n" : "\n")
    if let declaration = declaration(of: symbol, in: context) {
      text += showsMarkdown ? "\n\n```yaml\n\(declaration)\n```" : "\n\n\(declaration)"
    }
    if let documentation = facts.documentation, !documentation.isEmpty { text += "\n\n" + documentation }
    if symbol.role == .scenario, let lines = lifeLine(of: symbol.name, in: context) {
      let picture = lines.joined(separator: "\n")
      text += showsMarkdown ? "\n\n```text\n\(picture)\n```" : "\n\n\(picture)"
    }
    return text
  }

  /// Returns the life line of a scenario, or its first lines.
  private func lifeLine(of scenario: String, in context: FeatureContext) -> [String]? {
    let lines = documents.job(for: context.document).drawScenario(named: scenario, in: context.spec)
    return lines.map { $0.count > 60 ? $0.prefix(60) + ["…"] : $0 }
  }

  private func quoted(_ text: String) -> String { showsMarkdown ? "`\(text)`" : text }

  /// Returns the line that declares a name, without its indentation.
  private func declaration(of symbol: Symbol, in context: FeatureContext) -> String? {
    guard let range = symbol.location.range else { return nil }
    let source = symbol.location.path == context.path ? context.source : documents.source(at: symbol.location.path)
    guard let line = source?.line(range.start.line) else { return nil }
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.isEmpty ? nil : String(text).shortened(to: 200)
  }
}

/// The facts that a spec states about something with a name.
struct SymbolFacts {
  /// The kind and the name.
  var title: String
  var lines: [(name: String, values: [String])] = []
  var documentation: String?

  /// Collects what `machine` says about a symbol that it declares.
  static func collect(about symbol: Symbol, in machine: MachineDeclaration) -> SymbolFacts {
    var facts = SymbolFacts(title: "\(symbol.role.rawValue) `\(symbol.name)`")
    let range = symbol.location.range
    switch symbol.role {
    case .machine:
      facts.documentation = machine.documentation.text
      facts.add("states", ["\(max(0, machine.states.count - 1))"])
      facts.add("events", machine.events.filter { !$0.isInternal }.map(\.name))
    case .type:
      if let type = machine.types.first(where: { $0.name == symbol.name }) {
        facts.add("cases", type.cases)
        facts.documentation = type.documentation.text
      }
    case .state:
      guard let state = machine.states.first(where: { $0.range == range }) else { break }
      facts.title = "\(word(for: state)) `\(state.path)`"
      facts.add("states", state.children.map { machine.whole[$0].name })
      facts.add("events", state.on.map { machine.whole[$0.event].name })
      facts.add("defers", state.deferred.map { machine.whole[$0.event].name })
      facts.add(promisesAbout: state.path, of: machine.whole) { if case .entry = $0 { true } else { false } }
      facts.documentation = state.documentation.text
    case .event:
      guard let event = machine.events.first(where: { $0.name == symbol.name }) else { break }
      if event.isInternal { facts.title = "internal event `\(event.name)`" }
      facts.add("parameters", event.parameters.map { "\($0.name): \($0.type.text)" })
      facts.add("handled in", statesHandling(event, of: machine))
      facts.add(promisesAbout: event.name, of: machine.whole) { if case .event = $0 { true } else { false } }
      facts.documentation = event.documentation.text
    case .callback:
      guard let callback = machine.callbacks.first(where: { $0.name == symbol.name }) else { break }
      facts.add("channel", [callback.channel])
      facts.add("parameters", callback.parameters.map { "\($0.name): \($0.type.text)" })
      facts.add(promisesAbout: callback.name, of: machine.whole) { if case .call = $0 { true } else { false } }
      facts.add("selector", callback.selectors)
      facts.documentation = callback.documentation.text
    case .parameter:
      facts.title += " of \(symbol.owner.replacingFirstSpace())"
      let parameters = machine.events.flatMap(\.parameters) + machine.callbacks.flatMap(\.parameters)
      if let parameter = parameters.first(where: { $0.range == range }) { facts.add("type", [parameter.type.text]) }
    case .field:
      guard let field = machine.fields.first(where: { $0.name == symbol.name }) else { break }
      let words = (field.isFixed ? ["fixed"] : []) + (field.isPrivate ? ["private"] : [])
      facts.title = (words + [facts.title]).joined(separator: " ")
      facts.add("type", [field.type.text])
      facts.add("default", ["\(field.defaultValue)"])
      facts.add("range", [field.boundsText].compactMap(\.self))
      facts.documentation = field.documentation.text
    case .enumCase: facts.title += " of `\(symbol.owner)`"
    case .part:
      guard let part = machine.parts.first(where: { $0.name == symbol.name }) else { break }
      facts.add("machine", [part.machine.name])
      facts.documentation = part.documentation.text ?? part.machine.documentation.text
    case .channel:
      facts.add("callbacks", machine.callbacks.filter { $0.channel == symbol.name }.map(\.name))
    case .source:
      guard let source = machine.sources.first(where: { $0.id == symbol.name }) else { break }
      facts.add("title", [source.title].compactMap(\.self))
      facts.add("url", [source.url].compactMap(\.self))
      facts.documentation = source.documentation.text ?? source.note
    case .claim:
      facts.title += " of `\(symbol.owner)`"
      let source = machine.sources.first { $0.id == symbol.owner }
      facts.documentation = source?.claims.first { $0.id == symbol.name }?.text
    case .scenario:
      guard let scenario = machine.scenarios.first(where: { $0.name == symbol.name }) else { break }
      facts.add("steps", ["\(scenario.steps.count)"])
      facts.documentation = scenario.documentation.text
    }
    return facts
  }

  /// Adds the promises about something, whose kind the last argument tells.
  private mutating func add(
    promisesAbout name: String, of machine: Machine, where isMeant: (Promise.Happening) -> Bool
  ) {
    for promise in machine.promises where isMeant(promise.subject) && machine.name(of: promise.subject) == name {
      add(promise.key, [machine.text(of: promise)])
    }
  }

  private mutating func add(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    let limit = 12
    lines.append((name, values.count > limit ? values.prefix(limit) + ["…"] : values))
  }

  private static func word(for state: State) -> String {
    switch state.kind {
    case .atomic: "state"
    case .final: "final state"
    case .compound: "compound state"
    case .parallel: "parallel state"
    case .history(let depth, _): "\(depth.rawValue) history"
    }
  }

  private static func statesHandling(_ event: Event, of machine: MachineDeclaration) -> [String] {
    machine.states.filter { state in state.on.contains { machine.whole[$0.event].name == event.name } }.map(\.path)
  }
}

extension String {
  /// Returns `event open` as ``event `open` ``.
  fileprivate func replacingFirstSpace() -> String {
    let words = split(separator: " ", maxSplits: 1)
    return words.count == 2 ? "\(words[0]) `\(words[1])`" : self
  }
}
