import LifelineModel
import LifelineTemplating

/// A case of an enum, as templates see it.
struct CaseView: TemplateView {
  var doc: [String]
  var name: String
  /// The associated values with their parentheses; empty if there are none.
  var parameters = ""
  /// The name, or the full path of a state, without anything that only Swift needs.
  var plain = ""

  static let keys = ["doc", "name", "parameters", "plain"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .texts(doc)
    case "name": .text(name)
    case "parameters": .text(parameters)
    case "plain": .text(plain)
    default: nil
    }
  }
}

/// A state in the table that tells which places of its region are in it, as templates see it.
struct ExtentView: TemplateView {
  var name: String
  var region: Int
  var first: Int
  var last: Int

  static let keys = ["name", "region", "first", "last"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "region": .text("\(region)")
    case "first": .text("\(first)")
    case "last": .text("\(last)")
    default: nil
    }
  }
}

/// A field, as templates see it.
struct FieldView: TemplateView {
  var doc: [String]
  var name: String
  var type: String
  /// What the initializer calls it: nothing besides its name, or its name and a local one.
  var parameter: String
  var local: String
  var initialValue: String
  /// What the spec calls it.
  var plain: String
  var hasCases: Bool
  var isDuration: Bool

  static let keys = [
    "doc", "name", "type", "parameter", "local", "initialValue", "plain", "key", "hasCases", "isDuration",
    "isPlain",
  ]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "doc": .texts(doc)
    case "name": .text(name)
    case "type": .text(type)
    case "parameter": .text(parameter)
    case "local": .text(local)
    case "initialValue": .text(initialValue)
    case "plain": .text(plain)
    case "key": .text("\"\(plain)\"")
    case "hasCases": .flag(hasCases)
    case "isDuration": .flag(isDuration)
    case "isPlain": .flag(!hasCases && !isDuration)
    default: nil
    }
  }
}

/// The type of a field with cases, as templates see it.
struct CaseTypeView: TemplateView {
  var field: String
  var name: String
  var rawType: String
  var cases: [CaseView]

  static let keys = ["field", "name", "rawType", "cases"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "field": .text(field)
    case "name": .text(name)
    case "rawType": .text(rawType)
    case "cases": .list(cases)
    default: nil
    }
  }
}

/// The fields of a machine, as templates see them.
struct ContextView: TemplateView {
  var types: [CaseTypeView]
  var fields: [FieldView]
  /// The parameters of the initializer.
  var parameters: String

  static let keys = ["types", "fields", "parameters"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "types": .list(types)
    case "fields": .list(fields)
    case "parameters": .text(parameters)
    default: nil
    }
  }
}

/// A list of fixed or growing size that holds cases of an enum, as templates see it.
struct StorageView: TemplateView {
  /// The enum's raw type.
  var rawType: String
  /// The type of the list itself.
  var type: String
  /// Whether there is never more than one in it.
  var isSingle: Bool
  /// Whether the list has a fixed size, which is then the greatest that it needs.
  var isFixed: Bool
  var cases: [CaseView]

  static let keys = ["rawType", "storage", "isSingle", "isFixed", "items", "firstItem"]

  /// A list of up to `capacity` of `cases`, inline where the standard library has room for it.
  init(cases: [CaseView], capacity: Int?) {
    self.cases = cases
    let rawType = Declarations.rawType(cases.count)
    self.rawType = rawType
    let size = capacity.flatMap { capacity in [2, 4, 8, 16, 32, 64].first { $0 >= capacity } }
    isSingle = capacity.map { $0 <= 1 } ?? false
    isFixed = size != nil
    type = size.map { "Swift.SIMD\($0)<\(rawType)>" } ?? "[\(rawType)]"
  }

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "rawType": .text(rawType)
    case "storage": .text(type)
    case "isSingle": .flag(isSingle)
    case "isFixed": .flag(isFixed)
    case "items": .list(cases)
    case "firstItem": .text(cases.first?.name ?? "")
    default: nil
    }
  }
}

/// Makes views of what a machine declares.
struct Declarations {
  let context: MachineContext
  var machine: Machine { context.machine }
  var names: MachineNames { context.names }
  private var text: ExpressionText { ExpressionText(of: context) }
  var documentation: DocumentationLines { DocumentationLines(machine: machine) }

  init(_ context: MachineContext) { self.context = context }

  /// The smallest type that counts `count` cases.
  static func rawType(_ count: Int) -> String {
    count <= 1 << 8 ? "Swift.UInt8" : count <= 1 << 16 ? "Swift.UInt16" : "Swift.UInt32"
  }

  var states: [CaseView] {
    context.layout.leaves.map { id in
      CaseView(
        doc: documentation.lines(machine[id].documentation), name: names.stateCase(id), plain: machine[id].path)
    }
  }

  var anyStates: [CaseView] {
    machine.states.compactMap { state in
      guard let name = names.anyStateCases[state.id.index] else { return nil }
      let doc = state.isAtomic ? [] : documentation.lines(state.documentation)
      return CaseView(doc: doc, name: name, plain: state.path)
    }
  }

  var extents: [ExtentView] {
    // In a region, the first place is that of one that is not active.
    let offset = context.layout.hasRegions ? 1 : 0
    return machine.states.compactMap { state in
      guard let name = names.anyStateCases[state.id.index], let region = context.layout.regionIndices[state.id.index]
      else { return nil }
      let places = context.layout.placeRanges[state.id.index]
      return ExtentView(
        name: name, region: region, first: places.lowerBound + offset, last: places.upperBound + offset - 1)
    }
  }

  var events: [CaseView] {
    context.hostEvents.map { id in
      let event = machine[id]
      return CaseView(
        doc: documentation.lines(event.documentation), name: SwiftText.identifier(event.name),
        parameters: parameters(event.parameters))
    }
  }

  var callbacks: [CaseView] {
    machine.callbacks.map { callback in
      CaseView(
        doc: documentation.lines(callback.documentation, selector: callback.selector),
        name: SwiftText.identifier(callback.name), parameters: parameters(callback.parameters))
    }
  }

  private func parameters(_ parameters: [Parameter]) -> String {
    parameters.isEmpty ? "" : "(\(list(parameters)))"
  }

  /// Parameters with their types, without parentheses.
  func list(_ parameters: [Parameter]) -> String {
    parameters.map { "\(SwiftText.identifier($0.name)): \(text.type($0.type))" }.joined(separator: ", ")
  }

  var contextView: ContextView? {
    guard context.hasContext else { return nil }
    var types: [CaseTypeView] = []
    var fields: [FieldView] = []
    for field in machine.fields {
      let name = SwiftText.identifier(field.name)
      // The initializer says `self`, and `Swift` in its types.
      let isReserved = ["self", "Swift"].contains(field.name)
      let local = isReserved ? "\(field.name)_" : name
      var type = text.type(field.type)
      if case .cases(_, let cases) = field.type, let typeName = names.fieldTypes[field.name] {
        type = typeName
        types.append(
          CaseTypeView(
            field: field.name, name: typeName, rawType: Self.rawType(cases.count),
            cases: cases.map { CaseView(doc: [], name: SwiftText.identifier($0), plain: $0) }))
      }
      fields.append(
        FieldView(
          doc: documentation.lines(field.documentation), name: name, type: type,
          parameter: isReserved ? "\(name) \(local)" : name, local: local,
          initialValue: initialValue(field.defaultValue), plain: field.name,
          hasCases: names.fieldTypes[field.name] != nil, isDuration: field.type == .duration))
    }
    let parameters = fields.map { "\($0.parameter): \($0.type) = \($0.initialValue)" }
    return ContextView(types: types, fields: fields, parameters: parameters.joined(separator: ", "))
  }

  /// A default, without the module's name: a field may be called `Swift`.
  private func initialValue(_ value: Value) -> String {
    guard case .duration = value else { return text.text(value) }
    return String(text.text(value).dropFirst("Swift.Duration".count))
  }

  /// What may wait in the internal queue.
  var triggers: StorageView? {
    guard context.hasTriggers else { return nil }
    let cases = context.triggers.all.map { CaseView(doc: [], name: context.triggers.names[$0] ?? "") }
    return StorageView(cases: cases, capacity: context.bounds.queueLength)
  }

  /// What may be kept for later.
  var kept: StorageView? {
    guard context.hasDeferral else { return nil }
    let cases = context.deferred.map { id in
      CaseView(doc: [], name: SwiftText.identifier(machine[id].name), plain: machine[id].name)
    }
    return StorageView(cases: cases, capacity: context.deferred.count)
  }
}
