import LifelineModel
import LifelineSource

/// A number that the host chooses and of which an exploration tries only some values, although others may lead elsewhere.
package struct UntriedValues: Sendable {
  /// The field, or the parameter by its name.
  var variable: ExpressionVariable
  /// The expression whose result may differ for a number that isn't tried.
  var use: SourceRange
  /// Whether the variable has a range, which contains more values than an exploration tries.
  var isWithinRange: Bool
}

/// The numbers that an exploration has to try of what the host chooses, so that no other number leads elsewhere.
///
/// One number is enough of those that no comparison distinguishes. A number that is only compared with constants, or
/// moved to fields that are, needs one value on each side of every constant, which is exact. A number that is compared
/// with other numbers needs all of theirs, which are only known if these have a range. A number in any other
/// computation needs a range itself.
struct HostValues {
  private let machine: Machine
  let uses: VariableUses
  /// The variables whose numbers the host chooses.
  private let chosen: Set<ExpressionVariable>
  /// The names of parameters that only events of the host have, so that the host chooses their arguments.
  private let ownParameters: Set<String>
  /// The variables to which these numbers may come.
  private var reached: Set<ExpressionVariable> = []
  /// The ways of the chosen numbers.
  private var reaches: [ExpressionVariable: Reach] = [:]

  /// The number of values of a range that are all tried.
  private static let enumerationLimit = 10_000
  /// The divisor of a remainder up to which all remainders are tried.
  private static let divisorLimit = 100

  /// Finds out what the host of a machine chooses.
  static func find(in machine: Machine, _ roles: FieldRoles) -> HostValues {
    let fields = machine.fields.indices.filter { roles.roles[$0] == .fact || machine.fields[$0].isFixed }
    let events = machine.declared.events.filter { !$0.isInternal }
    let others = machine.events[machine.declared.events.count...] + machine.declared.events.filter(\.isInternal)
    let names = { (events: [Event]) in Set(events.flatMap { $0.parameters.map(\.name) }) }
    var values = HostValues(
      machine: machine, uses: .collect(from: machine, decisive: roles.decisive),
      chosen: Set(fields.map { .field(ID($0)) } + events.flatMap { $0.parameters.map { .parameter($0.name) } }),
      ownParameters: names(Array(events)).subtracting(names(Array(others))))
    for variable in values.chosen { values.reached.formUnion(values.findReach(of: variable).places.keys) }
    // Which uses are close depends on all that is reached.
    for variable in values.chosen { values.reaches[variable] = values.findReach(of: variable) }
    return values
  }

  /// The variables of which not all values that may matter are tried, in the order of their uses.
  func untried(in roles: FieldRoles) -> [UntriedValues] {
    chosen.compactMap { variable in
      if case .field(let field) = variable, roles.roles[field.index] == .irrelevant { return nil }
      return untriedValues(of: variable)
    }.sorted { ($0.use, "\($0.variable)") < ($1.use, "\($1.variable)") }
  }

  private func untriedValues(of variable: ExpressionVariable) -> UntriedValues? {
    let reach = reach(of: variable)
    if let bounds = bounds(of: variable) {
      guard !isEnumerable(bounds), let use = reach.closeUses.first else { return nil }
      return UntriedValues(variable: variable, use: use, isWithinRange: true)
    }
    guard let use = reach.unboundedUses.first else { return nil }
    return UntriedValues(variable: variable, use: use, isWithinRange: false)
  }

  /// Returns whether a parameter is compared with a field.
  func isParameter(_ name: String, comparedWith field: ID<Field>) -> Bool {
    uses.relations[.parameter(name)]?.contains { $0.other == .field(field) } ?? false
  }

  /// Returns whether numbers of a variable that aren't above zero may lead elsewhere than the least number above it.
  func tellsNumbersBelowOne(of variable: ExpressionVariable) -> Bool {
    reach(of: variable).places.keys.contains { uses.relations[$0] != nil }
      || numbers(of: variable).contains { $0 <= 1 && $0 > .min / 2 }
  }

  /// Returns the numbers at which a divisor is zero. If computing may fail and no decision depends on the result, they are between two
  /// small numbers, with which it mostly doesn't fail, and the least and the greatest number.
  func failingNumbers(of variable: ExpressionVariable) -> [Int] {
    let zeros = (uses.zeros[variable] ?? []).sorted()
    guard uses.failing.contains(variable) else { return zeros }
    let small = (0...zeros.count + 1).filter { !zeros.contains($0) }.prefix(2)
    return small + zeros + [.min, .max]
  }

  /// Returns the numbers of a variable, besides those beside them, on which decisions depend.
  func numbers(of variable: ExpressionVariable) -> Set<Int> {
    if let bounds = bounds(of: variable), isEnumerable(bounds), !reach(of: variable).closeUses.isEmpty {
      return Set(bounds)
    }
    let numbers = points(of: variable)
    guard let bounds = bounds(of: variable) else { return numbers }
    return numbers.union([bounds.lowerBound, bounds.upperBound])
  }

  /// The number of texts unlike all others that decisions can tell apart: as many as there are texts at one time, if texts
  /// are compared with each other.
  var distinctTextCount: Int {
    guard uses.comparesTexts else { return 1 }
    let longest = machine.events.map { $0.parameters.count { !$0.type.isOrdered && $0.type != .bool } }.max() ?? 0
    return max(1, machine.fields.count { $0.type == .string } + longest)
  }

  /// Returns the decimal numbers of a variable on which decisions depend.
  func decimals(of variable: ExpressionVariable) -> Set<Double> {
    reach(of: variable).places.keys.reduce(into: []) { $0.formUnion(uses.decimals[$1] ?? []) }
  }

  /// Returns the values of fields that an argument is compared with, with what is added to each, and the distance up to which
  /// the numbers beside them have to be tried.
  func comparedFields(ofParameter name: String) -> [(field: ID<Field>, offset: Int, distance: Int)] {
    let variable = ExpressionVariable.parameter(name)
    let distance = isAdaptive(variable) ? divisor(of: variable) : 1
    return (uses.relations[variable] ?? []).compactMap { relation in
      if case .field(let field) = relation.other { (field, relation.offset, distance) } else { nil }
    }
  }

  /// Returns whether a variable is an argument that is only compared in guards, with constants and fields, and isn't kept.
  /// Then every number of the fields that it is compared with can have the arguments tried that make a difference.
  private func isAdaptive(_ variable: ExpressionVariable) -> Bool {
    guard case .parameter(let name) = variable, ownParameters.contains(name), uses.moves[variable] == nil,
      uses.computations[variable] == nil, divisor(of: variable) <= Self.divisorLimit
    else { return false }
    let relations = uses.relations[variable] ?? []
    let others = Set(relations.map(\.other))
    return relations.allSatisfy { relation in
      if case .field = relation.other { relation.isInGuard } else { false }
    } && (others.count == 1 || others.isDisjoint(with: reached))
  }

  private func divisor(of variable: ExpressionVariable) -> Int {
    (uses.divisions[variable] ?? []).reduce(1) { leastCommonMultiple($0, $1.divisor) }
  }

  /// Returns the range of a variable's numbers, if the spec gives one.
  func bounds(of variable: ExpressionVariable) -> ClosedRange<Int>? {
    if case .field(let field) = variable { machine[field].bounds } else { nil }
  }

  private func isEnumerable(_ bounds: ClosedRange<Int>) -> Bool {
    let (distance, overflows) = bounds.upperBound.subtractingReportingOverflow(bounds.lowerBound)
    return !overflows && distance < Self.enumerationLimit
  }

  // MARK: - Where a number goes

  /// The variables that a variable's number comes to, until it comes to a field with a range.
  fileprivate struct Reach {
    /// The number that is added on the way to each variable.
    var places: [ExpressionVariable: Int] = [:]
    /// The moves to fields with a range, with what is added on the whole way.
    var ends: [VariableUses.Move] = []
    /// The number by which all that have the same remainder count as one.
    var divisor = 1
    /// The uses for which every number may matter.
    var closeUses: [SourceRange] = []
    /// Those of them for which more numbers may matter than the ranges of other variables contain.
    var unboundedUses: [SourceRange] = []
  }

  private func reach(of variable: ExpressionVariable) -> Reach { reaches[variable] ?? findReach(of: variable) }

  private func findReach(of variable: ExpressionVariable) -> Reach {
    var reach = Reach(places: [variable: 0])
    var pending = [variable]
    while let place = pending.popLast() {
      addUses(of: place, to: &reach)
      let offset = reach.places[place] ?? 0
      for move in uses.moves[place] ?? [] {
        let (sum, overflows) = offset.addingReportingOverflow(move.offset)
        if bounds(of: move.target) != nil, !overflows {
          reach.ends.append(VariableUses.Move(target: move.target, offset: sum, range: move.range))
          if partition(of: move.target) == nil { reach.addUnbounded(move.range) }
        } else if let known = reach.places[move.target] {
          // A number that is added again and again comes to all others.
          if known != sum || overflows { reach.addUnbounded(move.range) }
        } else {
          reach.places[move.target] = sum
          pending.append(move.target)
        }
      }
    }
    return reach
  }

  private func addUses(of place: ExpressionVariable, to reach: inout Reach) {
    for range in uses.computations[place] ?? [] { reach.addUnbounded(range) }
    for relation in uses.relations[place] ?? [] where !isAdaptive(place) {
      if isAdaptive(relation.other) {
        reach.addDivisor(divisor(of: relation.other), limit: Self.divisorLimit, at: relation.range)
        continue
      }
      reach.closeUses.append(relation.range)
      let other = bounds(of: relation.other)
      if other.map(isEnumerable) != true { reach.unboundedUses.append(relation.range) }
    }
    for division in uses.divisions[place] ?? [] {
      reach.addDivisor(division.divisor, limit: Self.divisorLimit, at: division.range)
    }
  }

  /// Returns the numbers that have to be told apart of those that come to a variable with a range: where something changes, if
  /// that is known, or else all of the range; `nil` if these are too many.
  private func partition(of variable: ExpressionVariable) -> Set<Int>? {
    if let numbers = simplePartition(of: variable) { return numbers }
    return bounds(of: variable).flatMap { isEnumerable($0) ? Set($0) : nil }
  }

  /// Returns the numbers at which something changes, if all that happens to the number is that it is compared with constants,
  /// here and wherever it goes, and that it comes nowhere in two ways.
  private func simplePartition(of variable: ExpressionVariable) -> Set<Int>? {
    var offsets = [variable: 0]
    var pending = [variable]
    var numbers: Set<Int> = []
    while let place = pending.popLast(), let offset = offsets[place] {
      guard uses.computations[place] == nil, uses.relations[place] == nil, uses.divisions[place] == nil else {
        return nil
      }
      let ends = bounds(of: place).map { [$0.lowerBound, $0.upperBound] } ?? []
      for number in (uses.numbers[place] ?? []).union(ends) {
        let (point, overflows) = number.subtractingReportingOverflow(offset)
        if !overflows { numbers.insert(point) }
      }
      for move in uses.moves[place] ?? [] {
        let (sum, overflows) = offset.addingReportingOverflow(move.offset)
        if overflows || offsets[move.target, default: sum] != sum { return nil }
        if offsets.updateValue(sum, forKey: move.target) == nil { pending.append(move.target) }
      }
    }
    return numbers
  }

  /// Returns the numbers of a variable at which something changes: where it is compared, and where it goes.
  private func points(of variable: ExpressionVariable) -> Set<Int> {
    let reach = reach(of: variable)
    var points: Set<Int> = []
    func add(_ numbers: some Sequence<Int>, at offset: Int) {
      for number in numbers {
        let (point, overflows) = number.subtractingReportingOverflow(offset)
        if !overflows { points.insert(point) }
      }
    }
    for (place, offset) in reach.places {
      add(uses.numbers[place] ?? [], at: offset)
      for relation in uses.relations[place] ?? [] {
        if isAdaptive(relation.other) {
          // Between the number and a constant of the argument, there may be room for arguments or not.
          let distance = reach.divisor + 1
          for number in uses.numbers[relation.other] ?? [] {
            let (point, overflows) = number.addingReportingOverflow(relation.offset)
            if !overflows { add((-distance...distance).map { point &+ $0 }, at: offset) }
          }
        }
        guard let other = bounds(of: relation.other), isEnumerable(other), relation.offset > .min else { continue }
        add(other.lazy.map { $0 &+ relation.offset }, at: offset)
      }
    }
    for end in reach.ends {
      guard let bounds = bounds(of: end.target) else { continue }
      add([bounds.lowerBound, bounds.upperBound], at: end.offset)
      add(partition(of: end.target) ?? [], at: end.offset)
    }
    guard reach.divisor > 1 else { return points }
    return points.reduce(into: points) { all, point in
      for distance in 1...reach.divisor {
        all.insert(point.subtractingReportingOverflow(distance).partialValue)
        all.insert(point.addingReportingOverflow(distance).partialValue)
      }
    }
  }
}

extension HostValues.Reach {
  fileprivate mutating func addDivisor(_ divisor: Int, limit: Int, at range: SourceRange) {
    let common = leastCommonMultiple(self.divisor, divisor)
    if common > limit { addUnbounded(range) } else { self.divisor = common }
  }

  fileprivate mutating func addUnbounded(_ range: SourceRange) {
    closeUses.append(range)
    unboundedUses.append(range)
  }
}

/// Returns the least common multiple of two numbers above zero, or the greatest number if it doesn't fit into 64 bits.
private func leastCommonMultiple(_ left: Int, _ right: Int) -> Int {
  var (divisor, rest) = (left, right)
  while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
  let (multiple, overflows) = (left / divisor).multipliedReportingOverflow(by: right)
  return overflows ? .max : multiple
}
