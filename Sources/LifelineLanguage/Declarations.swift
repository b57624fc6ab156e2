import LifelineModel
import LifelineSource
import LifelineYAML

/// What a spec declares before its states, with the places of the names.
struct Declarations {
  var sources: [Source] = []
  var fields: [Field] = []
  var callbacks: [Callback] = []
  var events: [Event] = []
  var sourceNames: [String: Int] = [:]
  var fieldNames: [String: Int] = [:]
  var callbackNames: [String: Int] = [:]
  var eventNames: [String: Int] = [:]
  /// The claims of each source that lists some.
  var claimNames: [Set<String>] = []
  /// The sources that something cites.
  var citedSources = IDSet<Source>()

  /// Fields whose declaration is faulty: their uses are not reported as well.
  var unreadableFields: Set<String> = []

  /// The channels of the callbacks, in the order of their first mention.
  var channels: [String] {
    var seen: Set<String> = []
    return callbacks.map(\.channel).filter { seen.insert($0).inserted }
  }
}

/// A part that is declared by its name alone or with more to say.
private struct NamedPart {
  var name: String
  var range: SourceRange
  /// From the name to the end of its value.
  var extent: SourceRange
  /// What more is said; `nil` for nothing.
  var node: YAMLNode?
}

extension Findings {
  /// The parts of a list of names, or of a mapping from names to more. Bad and repeated names are reported, and the repeated left out.
  private mutating func namedParts(_ node: YAMLNode, role: NameRole) -> [NamedPart] {
    var parts: [NamedPart] = []
    if case .mapping(let entries) = node.content {
      for entry in entries {
        parts.append(
          NamedPart(
            name: entry.key, range: entry.keyRange, extent: entry.extent,
            node: entry.value.isEmpty ? nil : entry.value))
      }
    } else {
      for item in items(node, expected: "a list of names, or a mapping from names to what is said of them") {
        guard let name = text(item, expected: "a name") else { continue }
        parts.append(NamedPart(name: name, range: item.place, extent: item.place, node: nil))
      }
    }
    var first: [String: SourceRange] = [:]
    return parts.filter { part in
      if let other = first[part.name] {
        report(
          .duplicateName, "the \(role.word) `\(part.name)` is declared twice", at: part.range,
          notes: [("it is declared here first", other)])
        return false
      }
      first[part.name] = part.range
      // Kept even with a bad name, so that its uses are not reported too.
      _ = checkName(part.name, at: part.range, as: role)
      return true
    }
  }

  /// Reads `sources`.
  mutating func readSources(_ node: YAMLNode, into declarations: inout Declarations) {
    guard let entries = entries(node, expected: "a mapping from ids to sources") else { return }
    let keys = ["title", "url", "note", "claims"] + documentationKeys
    var read: [(source: Source, extent: SourceRange, parts: Parts)] = []
    for entry in entries {
      if entry.key.isEmpty || entry.key.unicodeScalars.contains(where: isWhitespace) {
        report(.badName, "a source's id has no spaces, so that a citation can say more behind it", at: entry.keyRange)
        continue
      }
      let parts =
        entry.value.isEmpty ? Parts() : self.parts(entry.value, keys: keys, what: "a source") ?? Parts()
      let source = Source(
        id: entry.key, title: parts["title"].flatMap { prose($0.value) },
        url: parts["url"].flatMap { text($0.value, expected: "a URL") },
        note: parts["note"].flatMap { prose($0.value) },
        claims: parts["claims"].map { readClaims($0.value) } ?? [],
        documentation: Documentation(), range: entry.keyRange)
      declarations.sourceNames[source.id] = read.count
      declarations.claimNames.append(Set(source.claims.map(\.id)))
      read.append((source, entry.extent, parts))
    }
    declarations.sources = read.map(\.source)
    // Only now, since a source may cite another that stands behind it.
    for (index, item) in read.enumerated() {
      declarations.sources[index].documentation = documentation(
        item.parts, extent: item.extent, declarations: &declarations)
    }
  }

  private mutating func readClaims(_ node: YAMLNode) -> [Source.Claim] {
    guard let entries = entries(node, expected: "a mapping from claims' ids to texts") else { return [] }
    return entries.compactMap { entry in
      // Kept even with a bad id, so that its citations are not reported too.
      if entry.key.isEmpty {
        report(.badName, "a claim's id is not empty: a citation names the claim by it", at: entry.keyRange)
      } else if entry.key.unicodeScalars.contains(where: isWhitespace) {
        report(
          .badName, "a claim's id has no spaces: it is one word, such as `C1`, behind its source's id",
          at: entry.keyRange)
      }
      guard let text = prose(entry.value, expected: "the claim's text") else { return nil }
      return Source.Claim(id: entry.key, text: text, range: entry.keyRange)
    }
  }

  /// Reads `context`.
  mutating func readContext(_ node: YAMLNode, into declarations: inout Declarations) {
    guard let entries = entries(node, expected: "a mapping from fields to their defaults") else { return }
    for entry in entries {
      _ = checkName(entry.key, at: entry.keyRange, as: .field)
      var parts = Parts()
      var defaultNode: YAMLNode? = entry.value
      if case .mapping = entry.value.content {
        let keys = ["default", "type", "cases", "fixed"] + documentationKeys
        parts = self.parts(entry.value, keys: keys, what: "a context field") ?? Parts()
        defaultNode = parts["default"]?.value
        if defaultNode == nil {
          report(.missingKey, "the context field `\(entry.key)` has no `default`", at: entry.keyRange)
        }
      }
      guard let type = fieldType(entry.key, parts: parts, defaultNode: defaultNode),
        let node = defaultNode, let value = value(node, type: type)
      else {
        // Known all the same, so that its uses are not reported too.
        declarations.unreadableFields.insert(entry.key)
        continue
      }
      declarations.fieldNames[entry.key] = declarations.fields.count
      declarations.fields.append(
        Field(
          name: entry.key, type: type, defaultValue: value,
          isFixed: parts["fixed"].flatMap { flag($0.value) } ?? false,
          documentation: documentation(parts, extent: entry.extent, declarations: &declarations),
          range: entry.keyRange))
    }
    checkCases(of: declarations)
  }

  private mutating func fieldType(_ name: String, parts: Parts, defaultNode: YAMLNode?) -> ValueType? {
    if let cases = parts["cases"] {
      if let type = parts["type"] {
        report(.unknownKey, "a field with `cases` has a type of its own and takes no `type`", at: type.keyRange)
      }
      var seen: Set<String> = []
      let names = items(cases.value, expected: "a list of cases").compactMap { item -> String? in
        guard let name = text(item, expected: "a case's name"), checkName(name, at: item.place, as: .enumCase) else {
          return nil
        }
        if seen.insert(name).inserted { return name }
        report(.duplicateName, "the case `\(name)` is listed twice", at: item.place)
        return nil
      }
      if names.isEmpty {
        if case .sequence(let items) = cases.value.content, items.isEmpty {
          report(.wrongShape, "a field with `cases` has at least one", at: cases.value.place)
        }
        return nil
      }
      return .cases(field: name, names: names)
    }
    if let type = parts["type"] {
      switch text(type.value, expected: "`Bool`, `Int` or `Duration`") {
      case "Bool": return .bool
      case "Int": return .int
      case "Duration": return .duration
      case nil: return nil
      case let other?:
        report(
          .badType, "a context field is a `Bool`, an `Int` or a `Duration`, or has `cases`, but not `\(other)`",
          at: type.value.place, suggestion: nearestName(to: other, among: ["Bool", "Int", "Duration"]))
        return nil
      }
    }
    guard let defaultNode else { return nil }
    let expected = "`true` or `false`, a whole number such as `12` or a length of time such as `5s`"
    guard let text = text(defaultNode, expected: expected), case .scalar(let scalar) = defaultNode.content else {
      return nil
    }
    if scalar.style == .plain {
      if text == "true" || text == "false" { return .bool }
      // Of a number that is no `Int`, more is said where its value is read.
      if wholeNumber(text) != nil || scalar.isNumber { return .int }
      let unit = text.utf8.drop(while: isDigit)
      if unit.startIndex != text.startIndex, unit.allSatisfy(isLetter) { return .duration }
    }
    report(
      .badValue,
      "the default `\(text)` is not \(expected); a field of named values is written "
        + "`{cases: [first, second], default: first}`", at: defaultNode.place)
    return nil
  }

  /// A field and a case may not share a name, or an expression could mean either.
  private mutating func checkCases(of declarations: Declarations) {
    for field in declarations.fields {
      guard case .cases(_, let names) = field.type else { continue }
      for name in names {
        guard let other = declarations.fieldNames[name] else { continue }
        report(
          .duplicateName, "the field `\(field.name)` has a case `\(name)`, which is a field's name as well",
          at: field.range, notes: [("the field `\(name)` is declared here", declarations.fields[other].range)])
      }
    }
  }

  /// Reads `callbacks`, without their `needs`.
  mutating func readCallbacks(_ node: YAMLNode, into declarations: inout Declarations) {
    var needs: [(index: Int, node: YAMLNode)] = []
    for part in namedParts(node, role: .callback) {
      let keys = ["selector", "channel", "parameters", "needs"] + documentationKeys
      let parts = part.node.flatMap { self.parts($0, keys: keys, what: "a callback") } ?? Parts()
      var callback = Callback(
        name: part.name, selector: parts["selector"].flatMap { text($0.value, expected: "a selector") },
        parameters: parts["parameters"].map { readParameters($0.value) } ?? [], range: part.range)
      if let channel = parts["channel"], let name = text(channel.value, expected: "a channel's name") {
        if isChannelName(name) {
          callback.channel = name
        } else {
          report(.badName, "a channel's name is made of letters, digits, `_` and `-`", at: channel.value.place)
        }
      }
      callback.documentation = documentation(parts, extent: part.extent, declarations: &declarations)
      if let node = parts["needs"]?.value { needs.append((declarations.callbacks.count, node)) }
      declarations.callbackNames[part.name] = declarations.callbacks.count
      declarations.callbacks.append(callback)
    }
    for (index, node) in needs {
      for item in items(node, expected: "a list of callbacks") {
        guard let name = text(item, expected: "a callback's name") else { continue }
        if let other = declarations.callbackNames[name] {
          declarations.callbacks[index].needs.append(.init(callback: ID(other), range: item.place))
        } else {
          reportUnknown(name, what: "callback", at: item.place, among: declarations.callbackNames.keys.sorted())
        }
      }
    }
  }

  private func isChannelName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { isIdentifierStart($0) || isDigit($0) || $0 == 0x2D }
  }

  /// Reads `events`.
  mutating func readEvents(_ node: YAMLNode, into declarations: inout Declarations) {
    for part in namedParts(node, role: .event) {
      let parts =
        part.node.flatMap { self.parts($0, keys: ["parameters"] + documentationKeys, what: "an event") } ?? Parts()
      declarations.eventNames[part.name] = declarations.events.count
      declarations.events.append(
        Event(
          name: part.name, parameters: parts["parameters"].map { readParameters($0.value) } ?? [],
          documentation: documentation(parts, extent: part.extent, declarations: &declarations), range: part.range))
    }
  }

  private mutating func readParameters(_ node: YAMLNode) -> [Parameter] {
    guard let entries = entries(node, expected: "a mapping from parameters' names to Swift types") else { return [] }
    return entries.compactMap { entry in
      guard checkName(entry.key, at: entry.keyRange, as: .parameter), let type = parameterType(entry.value) else {
        return nil
      }
      return Parameter(name: entry.key, type: type, range: entry.keyRange)
    }
  }
}
