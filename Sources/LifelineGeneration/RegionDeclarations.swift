import LifelineModel
import LifelineTemplating

/// Views of what a machine with regions, or with histories, declares.
extension Declarations {
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
        type: names.types[index], rawType: Self.rawType(greatestPlaceCount), property: names.properties[index],
        inactive: names.inactiveCases[index] ?? "", places: region.places.map(names.placeCase))
    }
  }

  /// The regions' properties by number.
  var regionCases: [ExtentView] {
    context.names.places.properties.enumerated().map { ExtentView(name: $1, region: $0, first: 0, last: 0) }
  }

  var memories: [MemoryView] {
    context.memories.all.flatMap { memory -> [MemoryView] in
      let doc = "What `\(context.machine[memory.history].path)` remembers."
      if let flag = memory.flag { return [MemoryView(doc: doc, declaration: "\(flag) = false")] }
      return memory.parts.map { part in
        MemoryView(
          doc: doc, declaration: part.none == "nil" ? "\(part.name): \(part.type)" : "\(part.name) = \(part.none)")
      }
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

  /// Which timers are armed where, for a machine that is put there silently.
  func armings(_ microsteps: MicrostepWriter) -> [ArmingView] {
    guard context.hasTimers else { return [] }
    return context.layout.regions.indices.compactMap { index in
      let region = context.layout.regions[index]
      let places = region.places.filter { context.machine[$0].isPlace }
      var cases: [(places: [String], statements: [Statement])] = []
      var previous: [ID<State>] = []
      for place in places {
        let armed = context.layout.path(from: place, upTo: context.machine[region.root].parent).reversed().filter {
          !context.machine[$0].timers.isEmpty
        }
        guard !armed.isEmpty else { continue }
        let name = context.names.places.placeCase(place)
        if armed == previous {
          cases[cases.count - 1].places.append(name)
        } else {
          cases.append((places: [name], statements: armed.flatMap { microsteps.arming($0) }))
        }
        previous = armed
      }
      guard !cases.isEmpty else { return nil }
      let covered = cases.reduce(0) { $0 + $1.places.count }
      return ArmingView(
        subject: context.names.places.properties[index],
        cases: cases.map { BranchCase(pattern: casePattern($0.places), statements: $0.statements) },
        needsDefault: context.layout.hasRegions || covered < places.count)
    }
  }
}

/// The timers that are armed by where a region is, as templates see them.
struct ArmingView: TemplateView {
  var subject: String
  var cases: [BranchCase]
  /// Whether there are places without a case.
  var needsDefault: Bool

  static let keys = ["subject", "cases", "needsDefault"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "subject": .text(subject)
    case "cases": .list(cases)
    case "needsDefault": .flag(needsDefault)
    default: nil
    }
  }
}
