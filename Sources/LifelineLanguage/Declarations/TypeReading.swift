import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the types that a spec declares, and the types of parameters.
extension DeclarationReader {
  /// A case of a declared type.
  struct DeclaredCase {
    var type: String
    var name: String
    var range: SourceRange
  }

  /// Reads the declared types.
  /// - Parameter machine: The name of the machine, which no type can have.
  /// - Returns: Their cases.
  mutating func readTypes(_ node: YAMLNode, besides machine: YAMLNode?) -> [DeclaredCase] {
    var result: [DeclaredCase] = []
    for entry in entries(node, expected: "a mapping from types to lists of their cases") ?? [] {
      let isNamed = checkName(entry.key, at: entry.keyRange, as: .type) && !isMachine(entry, machine)
      diagnostics.symbols?.declare(.type, entry.key, at: entry.keyRange)
      let owner = "the type `\(entry.key)`"
      let list = readMapping(entry.value, .type, orValueOf: "cases", named: entry.key, at: entry.keyRange).value
      let cases = list.map { self.cases(in: $0, of: owner, named: entry.key) } ?? []
      let id = ID<DeclaredType>(declarations.types.count)
      // A wrong type is kept, so that its uses aren't reported.
      if !isNamed || cases.isEmpty { uses.types.insert(id) }
      declarations.typeNames[entry.key] = id
      declarations.types.append(
        DeclaredType(
          name: entry.key, cases: cases.map(\.name), caseRanges: ranges(of: cases), documentation: Documentation(),
          range: entry.keyRange))
      result += cases.map { DeclaredCase(type: entry.key, name: $0.name, range: $0.range) }
    }
    return result
  }

  /// Reads the documentation of the declared types, which may cite sources.
  mutating func documentTypes(_ node: YAMLNode?) {
    guard case .mapping(let entries) = node?.content else { return }
    for entry in entries {
      guard case .mapping(let entries) = entry.value.content else { continue }
      let documentation = documentation(Mapping(entries, .type), extent: entry.extent)
      if let id = declarations.typeNames[entry.key] { declarations.types[id.index].documentation = documentation }
    }
  }

  /// Reports a type with the name of the machine.
  private func isMachine(_ entry: YAMLEntry, _ machine: YAMLNode?) -> Bool {
    guard let machine, machineName == entry.key else { return false }
    diagnostics.report(
      .badName, "`\(entry.key)` is the machine, which contains its types; choose another name for the type",
      at: entry.keyRange, notes: [("the machine is named here", machine.usageRange)])
    return true
  }

  /// Reports cases of types that have the name of a field or of an event's parameter: in an expression, the name could
  /// mean either.
  func check(_ cases: [DeclaredCase]) {
    for item in cases {
      let clash: (owner: String, range: SourceRange)
      if let field = declarations.fieldNames[item.name] {
        clash = ("a context field", declarations[field].range)
      } else if let parameter = declarations.parameters[item.name]?.first {
        clash = ("a parameter of the event `\(parameter.event)`", parameter.range)
      } else {
        continue
      }
      diagnostics.report(
        .duplicateName,
        "the case `\(item.name)` of `\(item.type)` has the name of \(clash.owner), so the name could mean either; "
          + "rename one of them", at: item.range, notes: [("`\(item.name)` is declared here", clash.range)])
    }
  }

  /// Returns the type of a parameter, or `nil` with a diagnostic.
  func parameterType(_ node: YAMLNode) -> ValueType? {
    if case .sequence(let items) = node.content {
      diagnostics.skip(node)
      if items.count == 1, case .scalar(let item)? = items.first?.content, item.style == .plain,
        let first = item.text.utf8.first, isCapital(first), TypeNameParser.parse("[\(item.text)]") != nil
      {
        diagnostics.report(
          .wrongShape, "without quotes, this is a list; write the type of a list as `\"[\(item.text)]\"`",
          at: node.usageRange,
          correction: Correction(range: node.usageRange, replacement: "\"[\(item.text)]\""))
        return nil
      }
      diagnostics.report(
        .wrongShape,
        "expected a Swift type, but this is a list; declare its cases in `types`, as in `types: {Reason: [full, offline]}`, "
          + "and write the name of that type here", at: node.usageRange)
      return nil
    }
    return swiftType(node, of: "a parameter", example: "`Int`, `URL?`")
  }

  /// Returns a type in Swift's spelling, or `nil` with a diagnostic.
  /// - Parameters:
  ///   - owner: Something with such a type, with its article.
  ///   - example: Some types, for messages.
  func swiftType(_ node: YAMLNode, of owner: String, example: String) -> ValueType? {
    guard let text = text(node, expected: "a Swift type such as \(example) or `\"[URL]\"` (in quotes)") else {
      return nil
    }
    for word in wordsOfType(text) where declarations.typeNames[word.name] != nil {
      diagnostics.symbols?.use(.type, word.name, at: node.usageRange, in: text, offset: word.offset)
    }
    if let type = knownType(text) { return type }
    guard let spelling = TypeNameParser.parse(text) else {
      diagnostics.report(
        .badType, "`\(text)` is not a type that \(owner) can have: \(remedy(forType: text))", at: node.usageRange)
      return nil
    }
    let areFine = pathsInType(spelling).map { isFine($0.names, $0.isGeneric, in: text, at: node.usageRange) }
    return areFine.allSatisfy(\.self) ? .opaque(spelling) : nil
  }

  /// Returns the end of a message about a type that can't be read: the reason, and what to write instead.
  private func remedy(forType text: String) -> String {
    let own = "use an identifier for it, or a type of your own that is `Hashable & Sendable`"
    if text.contains("->") { return "a closure isn't `Hashable`; \(own)" }
    if text.hasPrefix("any ") || text.hasPrefix("some ") { return "a value of a protocol isn't `Hashable`; \(own)" }
    if text.hasPrefix("(") { return "a tuple isn't `Hashable`; \(own)" }
    if text.hasPrefix("["), text.contains(":") { return "write a dictionary as `Dictionary<Key, Value>`" }
    return
      "write a path of identifiers with `< > [ ] ? ,`, such as `URL`, `[Int]` or `Dictionary<String, URL>`"
  }

  /// Returns whether a parameter's type can contain a path. If not, reports why.
  private func isFine(_ path: [String], _ isGeneric: Bool, in text: String, at range: SourceRange) -> Bool {
    guard let name = path.first else { return true }
    if path.count == 2, name == machineName, declarations.typeNames[path[1]] != nil {
      diagnostics.report(
        .badType,
        "`\(name).\(path[1])` is declared here, where its name is `\(path[1])`; write `\(path[1])`", at: range)
      return false
    }
    if knownType(name) != nil {
      guard path.count > 1 || isGeneric, declarations.typeNames[name] != nil else { return true }
      diagnostics.report(
        .badType,
        "`\(name)` is declared in `types` and has only cases, so there is no `\(path.joined(separator: "."))"
          + "\(isGeneric ? "<…>" : "")`; rename the declared type if another one is meant", at: range)
      return false
    }
    if path == ["Self"] {
      diagnostics.report(
        .badType, "`Self` is the generated type that would contain it; name the type that you mean", at: range)
      return false
    }
    if path.count > 1, let last = path.last, ["Type", "Protocol"].contains(last) {
      diagnostics.report(
        .badType,
        "`\(path.joined(separator: "."))` is the type of a type, which isn't `Hashable`; use an identifier for it",
        at: range)
      return false
    }
    if path.count == 1, let missing = missingConformances[name] {
      diagnostics.report(
        .badType,
        "`\(name)` isn't `\(missing)`, which generated code needs; use an identifier for it, or a type of your own that is "
          + "`Hashable & Sendable`, which has its module in front if it has this name", at: range)
      return false
    }
    // A type of the standard library is none of the slips.
    guard path.count == 1, name != "Int8", let meant = knownTypes.first(where: { areOneSlipApart(name, $0) }) else {
      return true
    }
    diagnostics.report(
      .badType,
      "there is no type `\(name)`; a Swift type of that name has its module in front, as in `Module.\(name)`",
      at: range, suggestion: text == name ? meant : nil, advice: "; did you mean `\(meant)`?")
    return false
  }
}

/// The types of Swift that generated code can't compare or store, each with the protocol that it lacks.
private let missingConformances = [
  "AnyObject": "Hashable", "Error": "Hashable", "Void": "Hashable", "AnyHashable": "Sendable",
]

/// Returns the identifiers in the text of a type, and the paths of such, with their offsets.
private func wordsOfType(_ text: String) -> [(name: String, offset: Int)] {
  var result: [(name: String, offset: Int)] = []
  var isInWord = false
  for (offset, scalar) in text.unicodeScalars.enumerated() {
    let continues = isInWord
    isInWord =
      scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    guard isInWord else { continue }
    if continues {
      result[result.count - 1].name.unicodeScalars.append(scalar)
    } else {
      result.append((String(scalar), offset))
    }
  }
  return result
}
