import LifelineModel
import LifelineTemplating

/// A machine's functions, as templates see them.
struct FunctionsView: TemplateView {
  fileprivate let values: [String: TemplateValue]
  let starts: Bool

  static let keys = [
    "rawType", "extents", "isFlat", "startStatements", "startSettles", "startReacts", "settles", "reacts", "counts",
    "hasAlways", "hasTriggers", "isDirect", "take", "takeSearch", "takeRaised", "takeRaisedSearch", "takeAlways",
    "takeAlwaysSearch", "hasDones", "dones", "hasRaisedEvents", "triggers", "kept", "handlerFunctions",
    "actionFunctions", "timers", "singleTimer", "timerFunctions", "armsByField", "arithmetic", "eventParameters",
    "eventArguments", "triggerParameters", "triggerArguments", "parameters", "arguments", "regions",
    "regionFunctions", "completions", "dropsAtEnd", "keepsSome", "selection", "selectionReadsEvent",
    "remainderCondition",
  ]

  func value(for key: String) -> TemplateValue? { values[key] }

  /// How transitions are looked for, with regions and without.
  fileprivate static func dispatch(
    _ purpose: DispatchWriter.Purpose?, _ key: String, writer: inout DispatchWriter,
    into values: inout [String: TemplateValue]
  ) {
    values[key] = .view(nil)
    values["\(key)Search"] = .view(nil)
    guard let purpose else { return }
    if writer.context.layout.hasRegions {
      values["\(key)Search"] = .view(writer.search(purpose))
    } else {
      values[key] = .view(writer.dispatch(purpose))
    }
  }
}

extension DeclarationViews {
  /// Returns the functions.
  func makeFunctions() -> FunctionsView {
    var writer = DispatchWriter(context)
    var values: [String: TemplateValue] = [:]
    values["rawType"] = .text(
      SwiftText.rawType(caseCount: layout.hasRegions ? greatestPlaceCount : layout.leaves.count))
    values["extents"] = .list(extents)
    values["isFlat"] = .flag(layout.leaves.count == anyStateCount)
    let start = writer.start()
    // What starts a machine that then rests is put into the initializer's assignment alone.
    let canMoveOn: Bool
    if let initialState = initialState ?? (layout.hasRegions ? nil : Machine.root) {
      canMoveOn = layout.path(from: initialState, upTo: nil).contains { !machine[$0].always.isEmpty }
    } else {
      canMoveOn = context.hasAlways
    }
    values["startSettles"] = .flag(canMoveOn || (!start.isEmpty && context.hasTriggers))
    values["startReacts"] = .flag(
      context.reacts && (canMoveOn || (!start.isEmpty && context.hasTriggers) || start.contains(where: \.runsFunction)))
    values["startStatements"] = .list(start)

    values["settles"] = .flag(context.settles)
    values["reacts"] = .flag(context.reacts)
    values["counts"] = .flag(context.settles && context.bounds.canExceedMicrostepLimit)
    values["remainderCondition"] = .text(context.remainderCondition)
    values["hasAlways"] = .flag(context.hasAlways)
    values["hasTriggers"] = .flag(context.hasTriggers)
    values["isDirect"] = .flag(!context.settles && !context.hasDeferral && !context.dropsAtEnd)
    FunctionsView.dispatch(.event, "take", writer: &writer, into: &values)
    let hasRaisedEvents = !context.triggers.events.isEmpty
    values["hasRaisedEvents"] = .flag(hasRaisedEvents)
    FunctionsView.dispatch(hasRaisedEvents ? .trigger : nil, "takeRaised", writer: &writer, into: &values)
    values["hasDones"] = .flag(!context.triggers.dones.isEmpty)
    values["dones"] = .list(writer.dones())
    FunctionsView.dispatch(context.hasAlways ? .always : nil, "takeAlways", writer: &writer, into: &values)
    values["triggers"] = .view(triggers)
    values["kept"] = .view(kept)

    let slots = 0..<context.layout.slotCount
    values["timers"] = .texts(slots.map(context.timer))
    values["singleTimer"] = .text(slots.count == 1 ? context.timer(0) : "")
    values["timerFunctions"] = .list(
      slots.map { slot in
        let name = context.timer(slot)
        return TimerFunctionView(
          name: "fire\(SwiftText.capitalized(name))", timer: name, parameters: context.parameters(),
          arguments: context.arguments(), dispatches: writer.timers(in: slot))
      })
    values["armsByField"] = .flag(
      machine.states.flatMap(\.timers).contains { if case .field = $0.length { true } else { false } })

    values["arithmetic"] = .list(CheckedArithmetic.used(in: machine).map(CheckedArithmeticView.init))

    let selection = writer.selection()
    values["selection"] = .view(selection)
    values["selectionReadsEvent"] = .flag(selection?.readsEvent ?? false)
    values["regions"] = .list(regions)
    values["regionFunctions"] = .list(writer.regionFunctions)
    values["completions"] = .list(completions(of: writer.microsteps.completions))
    values["dropsAtEnd"] = .flag(context.dropsAtEnd)
    values["keepsSome"] = .flag(context.deferred.count < context.hostEvents.count)
    values["handlerFunctions"] = .list(writer.functions)
    values["actionFunctions"] = .list(writer.microsteps.functions)
    values["eventParameters"] = .text(context.parameters("_ event: Event"))
    values["eventArguments"] = .text(context.arguments("event"))
    values["triggerParameters"] = .text(context.parameters("_ trigger: Trigger"))
    values["triggerArguments"] = .text(context.arguments("trigger"))
    values["parameters"] = .text(context.parameters())
    values["arguments"] = .text(context.arguments())
    let starts = !start.isEmpty || canMoveOn
    return FunctionsView(values: values, starts: starts)
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

  /// The greatest number of values that a region's property has.
  var greatestPlaceCount: Int { context.layout.regions.map { $0.places.count + 1 }.max() ?? 1 }

  var regions: [RegionView] {
    guard context.layout.hasRegions else { return [] }
    let names = context.names.places
    return context.layout.regions.indices.map { index in
      let region = context.layout.regions[index]
      let path = context.machine[region.root].path
      return RegionView(
        doc: path.isEmpty ? "Where the machine is outside of all regions." : "Where the region `\(path)` is.",
        type: names.types[index], rawType: SwiftText.rawType(caseCount: greatestPlaceCount),
        property: names.properties[index],
        inactive: names.inactiveCases[index] ?? "", places: region.places.map(names.placeCase))
    }
  }

  /// The properties for `parallels`, and for a root whose regions can all come to their end.
  func completions(of parallels: IDSet<State>) -> [CompletionView] {
    var parallels = parallels
    if context.canFinish { parallels.insert(Machine.root) }
    return parallels.compactMap { id in
      guard let condition = context.completion.condition(of: id) else { return nil }
      let title = id == Machine.root ? "the machine" : "`\(context.machine[id].path)`"
      return CompletionView(
        doc: "Whether all regions of \(title) have come to their end.", name: context.completion.name(of: id),
        condition: condition)
    }
  }

  /// What may wait in the internal queue.
  var triggers: StorageView? {
    guard context.hasTriggers else { return nil }
    let cases = context.triggers.all.map { StorageItemView(name: context.triggers.names[$0] ?? "") }
    return StorageView(cases: cases, capacity: context.bounds.queueLength)
  }

  /// What may be kept for later.
  var kept: StorageView? {
    guard context.hasDeferral else { return nil }
    let cases = context.deferred.map { id in
      StorageItemView(name: SwiftText.identifier(machine[id].name), plain: machine[id].name)
    }
    return StorageView(cases: cases, capacity: context.deferred.count)
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

/// A case of an enum that a list holds, as templates see it.
struct StorageItemView: TemplateView {
  var name: String
  var plain = ""

  static let keys = ["name", "plain"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "plain": .text(plain)
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
  var cases: [StorageItemView]

  static let keys = ["rawType", "storage", "isSingle", "isFixed", "items", "firstItem"]

  /// A list of up to `capacity` of `cases`, inline where the standard library has room for it.
  init(cases: [StorageItemView], capacity: Int?) {
    self.cases = cases
    let rawType = SwiftText.rawType(caseCount: cases.count)
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
