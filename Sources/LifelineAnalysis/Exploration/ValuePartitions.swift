import LifelineInterpreter
import LifelineModel

/// Values of fields and parameters, one or more from each set of values that conditions don't distinguish: both
/// Booleans, every case, of whole numbers those that they are compared with and their neighbors, of other numbers those
/// that they are compared with and some between and beyond them, and of texts those that they are compared with and
/// another one.
struct ValuePartitions: Sendable {
  /// The values of each field, its default first.
  private(set) var fields: [[Value]] = []
  /// The values of each parameter of each event.
  private(set) var parameters: [[[Value]]] = []

  /// The numbers that the host chooses.
  private let host: HostValues
  /// The numbers of which others may lead elsewhere.
  let untried: [UntriedValues]
  private let comparisons: ComparedValues
  private let texts: TextGroups
  /// The number of texts that are none of those in the spec.
  private let textCount: Int
  /// Whether NaN, which a host can send and a spec can't write, isn't tried.
  private var omitsNaN = false
  /// The fields that hold the lengths of timers which can run together with others.
  private let contestedLengths: Set<ID<Field>>

  private init(
    comparisons: ComparedValues, texts: TextGroups, contestedLengths: Set<ID<Field>>, host: HostValues,
    roles: FieldRoles
  ) {
    self.comparisons = comparisons
    self.texts = texts
    self.contestedLengths = contestedLengths
    self.host = host
    textCount = host.distinctTextCount
    untried = host.untried(in: roles)
  }

  /// Finds the values of a machine's fields and parameters.
  static func find(in machine: Machine, timers: TimerAbstraction, roles: FieldRoles) -> ValuePartitions {
    let comparisons = ComparedValues.collect(from: machine)
    let contestedLengths = timers.isContested ? machine.timedFields : []
    let host = HostValues.find(in: machine, roles)
    var partitions = ValuePartitions(
      comparisons: comparisons, texts: .collect(from: machine), contestedLengths: contestedLengths, host: host,
      roles: roles)
    partitions.fields = machine.fields.enumerated().map { index, field in
      let id = ID<Field>(index)
      var constants = comparisons.constants[.field(id)] ?? Constants()
      constants.insert(host, of: .field(id))
      if partitions.contestedLengths.contains(id) { constants.numbers.formUnion(timers.distinctLengths) }
      var values = partitions.values(
        of: .field(id), field.type, first: [field.defaultValue], constants, within: field.bounds)
      if field.isFixed {
        for given in machine.scenarios.lazy.flatMap(\.givenValues)
        where given.field == id && !values.contains(given.value) {
          values.append(given.value)
        }
      }
      return partitions.distinct(values, of: id)
    }
    let sent = machine.sentValues
    partitions.parameters = machine.events.enumerated().map { index, event in
      event.parameters.enumerated().map { position, parameter in
        let variable = ExpressionVariable.parameter(parameter.name)
        var constants = comparisons.constants[variable] ?? Constants()
        constants.insert(host, of: variable)
        return comparisons.distinct(
          partitions.values(of: variable, parameter.type, first: sent[ID(index)]?[position] ?? [], constants),
          of: variable)
      }
    }
    return partitions
  }

  /// Whether NaN is tried.
  var containNaN: Bool { fields.joined().contains(.nan) || parameters.joined().joined().contains(.nan) }

  /// Returns the values that a spec can write.
  func withoutNaN() -> ValuePartitions {
    var result = self
    result.omitsNaN = true
    result.fields = fields.map { $0.filter { $0 != .nan } }
    result.parameters = parameters.map { $0.map { $0.filter { $0 != .nan } } }
    return result
  }

  /// Returns the values of a parameter in a snapshot. A number or a text that is compared with a field may be the
  /// field's value there, or differ from it.
  func arguments(
    at position: Int, of event: ID<Event>, in snapshot: Snapshot, _ machine: Machine
  ) -> [Value] {
    let parameter = machine[event].parameters[position]
    var result = parameters[event.index][position]
    var known = Set(result)
    func add(_ values: some Sequence<Value>) {
      for value in values where known.insert(value).inserted { result.append(value) }
    }
    for (field, offset, distance) in host.comparedFields(ofParameter: parameter.name) {
      guard let number = snapshot.fields[field.index].number else { continue }
      add((-distance...distance).map { Value(number &+ offset &+ $0, as: parameter.type) })
    }
    for field in comparisons.fields[parameter.name] ?? [] {
      var constants = Constants()
      guard constants.insert(snapshot.fields[field.index]) else { continue }
      add(values(of: .parameter(parameter.name), parameter.type, first: [], constants))
    }
    return omitsNaN ? result.filter { $0 != .nan } : result
  }

  /// Returns whether the values of a parameter that are tried depend on the value of a field.
  func isParameter(_ name: String, comparedWith field: ID<Field>) -> Bool {
    host.isParameter(name, comparedWith: field) || comparisons.fields[name]?.contains(field) ?? false
  }

  /// Returns the fields on whose values the values of a parameter that are tried depend.
  func fields(comparedWithParameter name: String) -> [ID<Field>] {
    var fields = host.comparedFields(ofParameter: name).map(\.field)
    for field in comparisons.fields[name] ?? [] where !fields.contains(field) { fields.append(field) }
    return fields
  }

  /// Returns whether no condition and no timer distinguishes two values of a field.
  func areAlike(_ value: Value, _ other: Value, of field: ID<Field>) -> Bool {
    value == other || distinct([value, other], of: field).count == 1
  }

  /// Returns numbers between which no condition and no timer distinguishes the numbers of a field that aren't tried.
  func limits(of field: ID<Field>) -> Set<Int> {
    let constants = comparisons.constants[.field(field)]?.numbers ?? []
    return constants.union(fields[field.index].compactMap(\.number)).union([0])
  }

  private func distinct(_ values: [Value], of field: ID<Field>) -> [Value] {
    contestedLengths.contains(field) ? values : comparisons.distinct(values, of: .field(field))
  }

  /// Returns values of a variable: the `first` ones, then all others that may matter. Without a range, the length of a timer is
  /// above zero.
  private func values(
    of variable: ExpressionVariable, _ type: ValueType, first: [Value], _ constants: Constants,
    within bounds: ClosedRange<Int>? = nil
  ) -> [Value] {
    let others: [Value]
    switch type {
    case .bool: others = [.bool(false), .bool(true)]
    case .cases(_, let names), .declared(_, let names): others = names.map { .named($0) }
    case .int:
      let numbers = constants.numbers.sorted() + constants.failingNumbers
      others = numbers.filter { bounds?.contains($0) ?? true }.map { .int($0) }
    case .duration:
      let numbers = constants.numbers.sorted() + constants.failingNumbers
      // A length that is far below zero would only show that a sum leaves 64 bits.
      let least = host.tellsNumbersBelowOne(of: variable) ? Int.min / 2 : 1
      others = numbers.filter { bounds?.contains($0) ?? ($0 >= least) }.map { .duration(milliseconds: $0) }
    case .double: others = sampleNumbers(around: constants.decimals).map { .double($0) } + [.nan]
    case .string:
      let meeting = texts.values(of: variable).compactMap { if case .string(let text) = $0 { text } else { nil } }
      let all = constants.texts.union(meeting)
      let known = all.isEmpty && first.isEmpty ? [""] : all.sorted()
      var texts = known + first.compactMap { if case .string(let text) = $0 { text } else { nil } }
      for _ in 0..<textCount { texts.append(textUnlike(texts)) }
      others = (known + texts.suffix(textCount)).map { .string($0) }
    case .opaque:
      let meeting = texts.values(of: variable).filter { !first.contains($0) && (type.isOptional || $0 != .absent) }
      let more = (0..<max(0, textCount - 2)).map { Value.opaque("other\($0 + 2)") }
      let isEnough = first.count + meeting.count > max(1, textCount)
      others = meeting + (isEnough ? [] : [.opaque("sample"), .opaque("other")] + more)
    }
    let values = first + others.filter { !first.contains($0) }
    return values.isEmpty ? [type == .int ? .int(0) : .duration(milliseconds: 1)] : values
  }
}
