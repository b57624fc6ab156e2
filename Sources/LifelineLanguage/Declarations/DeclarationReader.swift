import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the declarations of a spec: types, sources, context, parts, callbacks and events.
struct DeclarationReader: DeclarationUsing {
  let diagnostics: DiagnosticCollector
  let uses = NameUses()
  var declarations = Declarations()
  private(set) var machineName: String?

  /// The declarations of a spec.
  struct Reading {
    var declarations: Declarations
    /// The documentation of the machine, which may cite declared sources.
    var documentation: Documentation
    var uses: NameUses
  }

  /// Returns the declarations in the root mapping of a spec, and its documentation.
  static func read(_ spec: Mapping, using used: UsedSpecs, _ diagnostics: DiagnosticCollector) -> Reading {
    var reader = DeclarationReader(diagnostics: diagnostics)
    reader.readDeclarations(spec, using: used)
    return Reading(
      declarations: reader.declarations, documentation: reader.documentation(spec, extent: nil), uses: reader.uses)
  }

  private init(diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

  private mutating func readDeclarations(_ spec: Mapping, using used: UsedSpecs) {
    if case .scalar(let machine)? = spec["machine"]?.value.content { machineName = machine.text }
    let cases = spec["types"].map { readTypes($0.value, besides: spec["machine"]?.value) } ?? []
    if let sources = spec["sources"] { readSources(sources.value) }
    if let context = spec["context"] { readContext(context.value) }
    if let parts = spec["parts"] { readParts(parts.value, using: used) }
    readCallbacks(spec["callbacks"]?.value)
    if let events = spec["events"] { readEvents(events.value) }
    documentTypes(spec["types"]?.value)
    check(cases)
  }

  // MARK: Sources

  private mutating func readSources(_ node: YAMLNode) {
    var documented: [(mapping: Mapping, extent: SourceRange)] = []
    for entry in entries(node, expected: "a mapping from ids to sources") ?? [] {
      if entry.key.isEmpty || entry.key.unicodeScalars.contains(where: \.properties.isWhitespace) {
        diagnostics.report(
          .badName, "a source's id cannot contain spaces, because a citation names a claim after it",
          at: entry.keyRange)
        continue
      }
      diagnostics.symbols?.declare(.source, entry.key, at: entry.keyRange)
      let mapping = entry.value.isEmpty ? Mapping() : readMapping(entry.value, .source) ?? Mapping()
      let source = Source(
        id: entry.key, title: mapping["title"].flatMap { prose($0.value) },
        url: mapping["url"].flatMap { text($0.value, expected: "a URL") },
        note: mapping["note"].flatMap { prose($0.value) },
        claims: mapping["claims"].map { claims($0.value, of: entry.key) } ?? [],
        documentation: Documentation(), range: entry.keyRange)
      let id = ID<Source>(declarations.sources.count)
      declarations.sourceNames[source.id] = id
      if !source.claims.isEmpty { declarations.claims[id] = Set(source.claims.map(\.id)) }
      declarations.sources.append(source)
      documented.append((mapping, entry.extent))
    }
    // A source can cite one that stands behind it.
    for (index, source) in documented.enumerated() {
      declarations.sources[index].documentation = documentation(source.mapping, extent: source.extent)
    }
  }

  private func claims(_ node: YAMLNode, of source: String) -> [Source.Claim] {
    guard let entries = entries(node, expected: "a mapping from claims' ids to texts") else { return [] }
    return entries.compactMap { entry in
      // A claim with a bad id is kept, so that its citations aren't reported.
      if entry.key.isEmpty {
        diagnostics.report(.badName, "a claim's id cannot be empty, because citations use it", at: entry.keyRange)
      } else if entry.key.unicodeScalars.contains(where: \.properties.isWhitespace) {
        diagnostics.report(
          .badName, "a claim's id cannot contain spaces; write one word, such as `C1`",
          at: entry.keyRange)
      }
      diagnostics.symbols?.declare(.claim, entry.key, owner: source, at: entry.keyRange)
      guard let text = prose(entry.value, expected: "the claim's text") else { return nil }
      return Source.Claim(id: entry.key, text: text, range: entry.keyRange)
    }
  }

  // MARK: Context

  private mutating func readContext(_ node: YAMLNode) {
    guard let entries = entries(node, expected: "a mapping from fields to their defaults") else { return }
    for entry in entries {
      _ = checkName(entry.key, at: entry.keyRange, as: .field)
      diagnostics.symbols?.declare(.field, entry.key, at: entry.keyRange)
      guard let field = contextField(entry) else {
        declarations.unreadableFields.insert(entry.key)
        continue
      }
      declarations.fieldNames[entry.key] = ID(declarations.fields.count)
      declarations.fields.append(field)
    }
    checkCases()
  }

  private func contextField(_ entry: YAMLEntry) -> Field? {
    let (mapping, defaultNode) = readMapping(
      entry.value, .field, orValueOf: "default", named: entry.key, at: entry.keyRange,
      excusing: namesCarriedType(entry.value) ? "default" : nil)
    guard let (type, caseRanges) = fieldType(entry, mapping, defaultNode: defaultNode) else { return nil }
    refuse(defaultNode: defaultNode, of: entry, type, mapping)
    let bounds = mapping["range"].flatMap { self.bounds($0, of: entry.key, type) }
    guard let value = type.isOptional ? .absent : defaultNode.flatMap({ value($0, type: type) }) else { return nil }
    let isFixed = mapping["fixed"].flatMap { flag($0.value) } ?? false
    let isPrivate = mapping["private"].flatMap { flag($0.value) } ?? false
    if isFixed, isPrivate, let key = mapping["private"]?.keyRange {
      diagnostics.report(
        .privateField,
        "`\(entry.key)` is `fixed`, so no action can set it; delete `private`, or delete `fixed` if actions "
          + "should set it",
        at: key, notes: mapping["fixed"].map { [("it is fixed here", $0.keyRange)] } ?? [])
    }
    let field = Field(
      name: entry.key, type: type, caseRanges: caseRanges, defaultValue: value, isFixed: isFixed, isPrivate: isPrivate,
      bounds: bounds, documentation: documentation(mapping, extent: entry.extent), range: entry.keyRange)
    checkDefault(of: field, at: (defaultNode ?? entry.value).usageRange, mapping["range"])
    return field
  }

  /// Returns the type of a field, with the ranges of its own cases, or `nil` with a diagnostic.
  private func fieldType(
    _ entry: YAMLEntry, _ mapping: Mapping, defaultNode: YAMLNode?
  ) -> (type: ValueType, caseRanges: [String: SourceRange])? {
    let name = entry.key
    if let cases = mapping["cases"] {
      let list = self.cases(in: cases.value, of: "a field with `cases`", named: name)
      return list.isEmpty ? nil : (.cases(field: name, names: list.map(\.name)), ranges(of: list))
    }
    if let type = mapping["type"] {
      let expected = "`Bool`, `Int`, `Duration`, `Double`, `String` or a type of `types`"
      guard let text = text(type.value, expected: expected) else { return nil }
      if declarations.typeNames[text] != nil { recordUse(of: .type, text, at: type.value.usageRange) }
      if let type = knownType(text) { return (type, [:]) }
      if mapping.entry(meeting: .isTrue("private")) != nil { return carriedType(type.value, text).map { ($0, [:]) } }
      let advice =
        isCarriedType(text) ? "; a field that only carries such a value is `{type: \(text), private: true}`" : ""
      diagnostics.report(
        .badType,
        "a context field is a `Bool`, an `Int`, a `Duration`, a `Double`, a `String` or a type of `types`, or "
          + "has `cases`, "
          + "but not `\(text)`\(advice)",
        at: type.value.usageRange, suggestion: nearestName(to: text, among: knownTypes))
      return nil
    }
    guard let defaultNode else {
      reportMissingDefault(of: entry, mapping)
      return nil
    }
    let type = inferredType(defaultNode)
    // With a range of times, a number lacks its unit, which is reported when the value is read.
    if type == .int, let range = mapping["range"], isRangeOfTimes(range.value) { return (.duration, [:]) }
    return type.map { ($0, [:]) }
  }

  /// Returns the different cases in a list.
  /// - Parameters:
  ///   - owner: The part that has the cases, for messages.
  ///   - ownerName: The name of that part.
  func cases(
    in node: YAMLNode, of owner: String, named ownerName: String
  ) -> [(name: String, range: SourceRange)] {
    var seen: Set<String> = []
    if case .sequence(let items) = node.content, items.isEmpty {
      diagnostics.report(.wrongShape, "\(owner) needs at least one case", at: node.usageRange)
    }
    return items(node, expected: "a list of cases").compactMap { item in
      guard let name = text(item, expected: "a case's name"), checkName(name, at: item.usageRange, as: .enumCase) else {
        return nil
      }
      if seen.insert(name).inserted {
        diagnostics.symbols?.declare(.enumCase, name, owner: ownerName, at: item.usageRange)
        return (name, item.usageRange)
      }
      diagnostics.report(.duplicateName, "the case `\(name)` is listed twice", at: item.usageRange)
      return nil
    }
  }

  func ranges(of cases: [(name: String, range: SourceRange)]) -> [String: SourceRange] {
    Dictionary(cases.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the type of a field that only has a default.
  private func inferredType(_ node: YAMLNode) -> ValueType? {
    let expected = "`true` or `false`, a number such as `12` or `0.5`, or a length of time such as `5s`"
    guard let text = text(node, expected: expected), case .scalar(let scalar) = node.content else { return nil }
    if scalar.style == .plain {
      if text == "true" || text == "false" { return .bool }
      if refuseOtherBoolean(text, at: node.usageRange) { return nil }
      if text.contains("."), isDecimal(text), Double(text) != nil { return .double }
      // A number that is no `Int` is reported when the value is read.
      if wholeNumber(text) != nil || scalar.isNumber { return .int }
      let unit = text.utf8.drop(while: isDigit)
      if unit.startIndex != text.startIndex, unit.allSatisfy(isLetter) { return .duration }
    }
    diagnostics.report(
      .badValue, "the default `\(text)` is not \(expected)", at: node.usageRange,
      suggestion: scalar.style == .plain ? DurationLiteral.probablyMeant(by: text) : nil,
      advice: "; a field of texts is written `{type: String, default: \"text\"}`, and one of named values "
        + "`{cases: [first, second], default: first}`")
    return nil
  }

  /// Reports cases that have the name of a field: in an expression, the name could mean either.
  private func checkCases() {
    for field in declarations.fields {
      guard case .cases(_, let names) = field.type else { continue }
      for name in names {
        guard let other = declarations.fieldNames[name] else { continue }
        diagnostics.report(
          .duplicateName,
          "the field `\(field.name)` has a case `\(name)`, but this is also the name of a field; rename one of them",
          at: field.range, notes: [("the field `\(name)` is declared here", declarations[other].range)])
      }
    }
  }

  // MARK: Callbacks and events

  func channelName(_ node: YAMLNode) -> String? {
    guard let name = text(node, expected: "a channel's name") else { return nil }
    let isNameByte = { (byte: UInt8) in isIdentifierByte(byte) || byte == UInt8(ascii: "-") }
    if !name.isEmpty, name.utf8.allSatisfy(isNameByte) { return name }
    diagnostics.report(.badName, "a channel's name consists of letters, digits, `_` and `-`", at: node.usageRange)
    return nil
  }

  private mutating func readEvents(_ node: YAMLNode) {
    for part in namedParts(node, role: .event) {
      let mapping = part.node.flatMap { readMapping($0, .event) } ?? Mapping()
      let event = Event(
        name: part.name, parameters: mapping["parameters"].map { parameters($0.value, of: "event \(part.name)") } ?? [],
        documentation: documentation(mapping, extent: part.extent), range: part.range)
      diagnostics.symbols?.declare(.event, part.name, at: part.range)
      for parameter in event.parameters {
        declarations.parameters[parameter.name, default: []].append((event.name, parameter.range))
      }
      let id = ID<Event>(declarations.events.count)
      declarations.promising.append(Promising(subject: .event(id), mapping: mapping, range: part.range))
      declarations.eventNames[part.name] = id
      declarations.events.append(event)
    }
  }

  /// Returns the parameters in a mapping.
  /// - Parameter owner: The event or the callback that has them, such as `event open`.
  func parameters(_ node: YAMLNode, of owner: String) -> [Parameter] {
    guard let entries = entries(node, expected: "a mapping from parameters' names to Swift types") else { return [] }
    return entries.compactMap { entry in
      diagnostics.symbols?.declare(.parameter, entry.key, owner: owner, at: entry.keyRange)
      guard checkName(entry.key, at: entry.keyRange, as: .parameter), let type = parameterType(entry.value) else {
        diagnostics.noteRefusal(of: entry.key, as: .parameter)
        return nil
      }
      return Parameter(name: entry.key, type: type, range: entry.keyRange)
    }
  }

  /// A part of a list of names, or of a mapping from names to details.
  struct NamedPart {
    var name: String
    var range: SourceRange
    var extent: SourceRange
    /// The details; `nil` if there are none.
    var node: YAMLNode?
  }

  /// Returns the parts of a list of names, or of a mapping from names to details, without those that repeat a name.
  func namedParts(_ node: YAMLNode, role: NameRole) -> [NamedPart] {
    var parts: [NamedPart] = []
    if case .mapping(let entries) = node.content {
      parts = entries.map { entry in
        NamedPart(
          name: entry.key, range: entry.keyRange, extent: entry.extent, node: entry.value.isEmpty ? nil : entry.value)
      }
    } else {
      for item in items(node, expected: "a list of names, or a mapping from names to details") {
        guard let name = text(item, expected: "a name") else { continue }
        parts.append(NamedPart(name: name, range: item.usageRange, extent: item.usageRange))
      }
    }
    var first: [String: SourceRange] = [:]
    return parts.filter { part in
      if let other = first[part.name] {
        diagnostics.report(
          .duplicateName, "the \(role.word) `\(part.name)` is declared twice", at: part.range,
          notes: [("it is declared here first", other)])
        return false
      }
      first[part.name] = part.range
      // A part with a bad name is kept, so that its uses aren't reported.
      if role != .callback || declarations.partOfPath(part.name) == nil {
        _ = checkName(part.name, at: part.range, as: role)
      }
      return true
    }
  }
}
