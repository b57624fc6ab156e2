import LifelineModel
import LifelineSource
import LifelineYAML

/// Limits of the machines inside a machine.
package enum PartLimits {
  /// The number of parts that a spec declares.
  package static let parts = 16
  /// The number of levels of parts inside a machine.
  package static let levels = 4
  /// The number of things that the parts of a machine consist of: states, transitions, actions, fields and so on.
  package static let size = 100_000
}

/// Reads the parts that a spec declares.
extension DeclarationReader {
  /// Reads the parts, whose values may be bound to fields that have been read.
  mutating func readParts(_ node: YAMLNode, using used: UsedSpecs) {
    let entries = entries(node, expected: "a mapping from parts' names to specs") ?? []
    if entries.count > PartLimits.parts {
      diagnostics.report(
        .partLimit, "a spec has at most \(PartLimits.parts) parts, but these are \(entries.count)",
        at: entries[PartLimits.parts].keyRange)
    }
    var size = 0
    declarations.unreadableParts = Set(entries.map(\.key))
    for entry in entries.prefix(PartLimits.parts) {
      let isNamed = checkPartName(entry)
      diagnostics.symbols?.declare(.part, entry.key, at: entry.keyRange)
      guard let part = part(entry, using: used), isNamed else { continue }
      size += part.machine.size
      if size > PartLimits.size {
        diagnostics.report(
          .partLimit,
          "the parts up to here consist of \(grouped(size)) states, transitions, actions and other things; at most "
            + "\(grouped(PartLimits.size)) are allowed (see Limits)", at: entry.keyRange)
        break
      }
      declarations.unreadableParts.remove(entry.key)
      declarations.partNames[entry.key] = ID(declarations.parts.count)
      declarations.parts.append(part)
    }
    placeFields()
  }

  private func checkPartName(_ entry: YAMLEntry) -> Bool {
    guard checkName(entry.key, at: entry.keyRange, as: .part) else { return false }
    let clash: (owner: String, range: SourceRange)
    if let field = declarations.fieldNames[entry.key] {
      clash = ("a context field", declarations[field].range)
    } else if let field = declarations.fields.first(where: { $0.type.caseNames?.contains(entry.key) == true }) {
      clash = ("a case of the field `\(field.name)`", field.range)
    } else if let type = declarations.types.first(where: { $0.cases.contains(entry.key) }) {
      clash = ("a case of the type `\(type.name)`", type.range)
    } else {
      return true
    }
    diagnostics.report(
      .duplicateName,
      "the part `\(entry.key)` has the name of \(clash.owner), so the name could mean either; rename one of them",
      at: entry.keyRange, notes: [("the other is declared here", clash.range)])
    return false
  }

  /// Returns the part that an entry declares, without a place, or `nil` with a diagnostic.
  private func part(_ entry: YAMLEntry, using used: UsedSpecs) -> Part? {
    let (mapping, use) = readMapping(entry.value, .part, orValueOf: "use", named: entry.key, at: entry.keyRange)
    let documentation = documentation(mapping, extent: entry.extent)
    let expected = "the path of a spec, relative to this file"
    guard let use, let path = text(use, expected: expected), let machine = machine(at: path, use, using: used) else {
      mapping["context"].map { diagnostics.skip($0.value) }
      return nil
    }
    let defaults = mapping["context"].map { fieldDefaults($0.value, of: machine) } ?? []
    return Part(
      name: entry.key, machine: machine, defaults: defaults, documentation: documentation, range: entry.keyRange,
      useRange: use.usageRange,
      place: PartPlace(name: entry.key, of: machine, part: ID(declarations.parts.count)))
  }

  private func machine(at path: String, _ node: YAMLNode, using used: UsedSpecs) -> Machine? {
    if let fault = faultOfPath(path) {
      diagnostics.report(.badUse, "`\(path)` \(fault)", at: node.usageRange)
      return nil
    }
    switch used[path] {
    case .machine(let machine):
      let levels = 1 + machine.levelsOfParts
      diagnostics.symbols?.use(
        .machine, machine.name, at: node.usageRange, in: path,
        foreign: SourceLocation(path: machine.path, range: machine.nameRange))
      if levels <= PartLimits.levels { return machine }
      diagnostics.report(
        .partLimit,
        "a machine has at most \(PartLimits.levels) levels of parts inside it, but this part would make \(levels)",
        at: node.usageRange)
    case .refused(let reason, let notes):
      diagnostics.report(.badUse, "`\(path)` \(reason)", at: node.usageRange, located: notes)
    case .inReportedCircle: break
    case nil:
      diagnostics.report(.badUse, "`\(path)` cannot be read here", at: node.usageRange)
    }
    return nil
  }

  // MARK: Values

  private func fieldDefaults(_ node: YAMLNode, of machine: Machine) -> [Part.FieldDefault] {
    let names = machine.fieldNames
    var keys: [ID<Field>: YAMLEntry] = [:]
    return (entries(node, expected: "a mapping from the part's context fields to values") ?? []).compactMap { entry in
      guard let id = names[entry.key] else {
        diagnostics.skip(entry.value)
        reportUnknown(
          entry.key, "context field", at: entry.keyRange, among: machine.declared.fields.map(\.name),
          hint: " of `\(machine.name)`")
        return nil
      }
      if let own = machine.declared.fields.first(where: { $0.name == entry.key }) {
        diagnostics.symbols?.use(
          .field, own.name, at: entry.keyRange, foreign: SourceLocation(path: machine.path, range: own.range))
      }
      // A field that is bound to another is that field.
      if let first = keys.updateValue(entry, forKey: id) {
        diagnostics.report(
          .badBinding, "`\(entry.key)` always has the value of `\(first.key)`; give one of the two a value",
          at: entry.keyRange, notes: [("`\(first.key)` has its value here", first.keyRange)])
      }
      let field = machine[id]
      if field.isPrivate {
        diagnostics.report(
          .privateField, "`\(entry.key)` is `private`: only actions of `\(machine.name)` set it", at: entry.keyRange)
        return nil
      }
      if let bound = boundField(entry.value, for: field) {
        return bound.map { .init(field: id, value: .bound($0), range: entry.value.usageRange) }
      }
      guard let value = value(entry.value, type: field.type, of: machine),
        !refuse(value, for: field, at: entry.value.usageRange, notes: declaration(of: entry.key, in: machine))
      else { return nil }
      return .init(field: id, value: .constant(value), range: entry.value.usageRange)
    }
  }

  /// Returns a note that shows where a machine itself declares a field.
  private func declaration(of name: String, in machine: Machine) -> [Diagnostic.Note] {
    machine.declared.fields.first { $0.name == name }
      .map { [.init("it is declared here", at: SourceLocation(path: machine.path, range: $0.range))] } ?? []
  }

  /// Returns the machine's field that a value names; `.some(nil)`, with a diagnostic, if the part's field can't be
  /// bound to it, and `nil` if the value names no field.
  private func boundField(_ node: YAMLNode, for field: Field) -> ID<Field>?? {
    guard case .scalar(let scalar) = node.content, scalar.style == .plain,
      let id = declarations.fieldNames[scalar.text], field.type.caseNames?.contains(scalar.text) != true
    else { return nil }
    uses.fields.insert(id)
    recordUse(of: .field, scalar.text, at: node.usageRange)
    let own = declarations[id]
    func refuse(_ reason: String) -> ID<Field>?? {
      diagnostics.report(
        .badBinding, "`\(field.name)` cannot have the value of `\(own.name)`: \(reason)", at: node.usageRange,
        notes: [("`\(own.name)` is declared here", own.range)])
      return .some(nil)
    }
    if !own.isFixed { return refuse("`\(own.name)` is not `fixed`") }
    if !field.isFixed { return refuse("the part's field is not `fixed`") }
    if !field.type.hasValues(of: own.type) {
      let reason =
        own.type.caseNames == nil || field.type.caseNames == nil
        ? "one is \(field.type.article), and the other is \(own.type.article)"
        : "the two have different cases, or the same in another order"
      return refuse(reason)
    }
    if let bounds = field.bounds, let text = field.boundsText {
      guard let ownBounds = own.bounds else {
        return refuse("the part's field has the range `\(text)`; give `\(own.name)` a `range` inside of it")
      }
      if ownBounds.lowerBound < bounds.lowerBound || ownBounds.upperBound > bounds.upperBound {
        return refuse(
          "its range has to lie inside of `\(text)`, the range of the part's field; give `\(own.name)` such a `range`")
      }
    }
    return .some(id)
  }

  /// Adds the fields of the parts behind those of the machine.
  private mutating func placeFields() {
    var nested = declarations.parts.count
    for index in declarations.parts.indices {
      let part = declarations.parts[index]
      var place = part.place
      place.firstField = declarations.fields.count
      place.parts = nested
      nested += part.machine.parts.count
      let defaults = Dictionary(part.defaults.map { ($0.field, $0.value) }, uniquingKeysWith: { first, _ in first })
      for (index, field) in part.machine.fields.enumerated() {
        if case .bound(let own)? = defaults[ID(index)] {
          place.fields.append(own)
          continue
        }
        var copy = place.translate(field)
        if case .constant(let value)? = defaults[ID(index)] { copy.defaultValue = value }
        place.fields.append(ID(declarations.fields.count))
        declarations.fields.append(copy)
      }
      declarations.parts[index].place = place
      for (name, field) in part.machine.fieldNames {
        declarations.fieldNames[place.translate(name)] = place.translate(field)
      }
    }
  }
}

/// Returns the end of a sentence that says why `path` can't be the path of a used spec, or `nil`.
package func faultOfPath(_ path: String) -> String? {
  if path.hasPrefix("/") { return "is an absolute path; write the path from the folder of this file" }
  if path.contains("\\") { return "contains `\\`; the names in a path are separated by `/`" }
  if path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
    return "contains a control character"
  }
  return nil
}

extension Machine {
  /// The number of levels of parts inside the machine.
  fileprivate var levelsOfParts: Int {
    parts.map { $0.name.utf8.count { $0 == UInt8(ascii: ".") } + 1 }.max() ?? 0
  }
}

extension ValueType {
  /// Returns whether both types have the same values. Enumerations do if their cases are equal, in order.
  fileprivate func hasValues(of other: ValueType) -> Bool {
    if let caseNames, let others = other.caseNames { return caseNames == others }
    return self == other
  }
}
