import LifelineEngine
import LifelineInterpreter
import LifelineModel

extension Exploration {
  /// Returns the choices of an app, with the groups of values that the machine treats alike.
  func choices(_ choices: MonitorChoices) -> MonitorTableChoices {
    MonitorTableChoices(
      fields: choices.fields.map { field in
        let groups = groups(of: field)
        return MonitorTableChoices.GivenField(
          field: field, cases: environment.cases(of: field, in: groups), groupCount: groups.count)
      }, omissions: choices.omissions.map(\.name))
  }

  /// Returns for each node the group of a fixed field's value.
  func groupsOfNodes(of given: MonitorTableChoices.GivenField) -> [Int] {
    let groups = groups(of: given.field)
    // A field on which no decision depends has no groups, and nodes don't know it.
    if groups.isEmpty { return Array(repeating: 0, count: nodes.count) }
    var known: [Value: Int] = [:]
    return nodes.map { node in
      let value = node[given.field]
      if let group = known[value] { return group }
      let group = 1 + (groups.firstIndex { environment.areAlike($0, value, of: given.field) } ?? -1)
      known[value] = group
      return group
    }
  }

  /// Returns a value of each group that a field may have at the beginning; none if no decision depends on the field.
  private func groups(of field: ID<Field>) -> [Value] {
    guard environment.roles.roles[field.index] == .memory else { return [] }
    var groups: [Value] = []
    for node in nodes where node.isBeginning {
      let value = node[field]
      if !groups.contains(where: { environment.areAlike($0, value, of: field) }) { groups.append(value) }
    }
    return groups
  }
}

extension EnvironmentModel {
  /// Returns the cases of a field's values; those of values that are like none of the groups are left out.
  fileprivate func cases(of field: ID<Field>, in groups: [Value]) -> [MonitorTableChoices.GivenField.Case] {
    func number(of value: Value) -> Int? {
      groups.firstIndex { areAlike($0, value, of: field) }.map { $0 + 1 }
    }
    let type = machine[field].type
    switch type {
    case .bool, .cases, .declared, .double, .opaque:
      let values = type == .bool ? [.bool(false), .bool(true)] : (type.caseNames ?? []).map { Value.named($0) }
      return values.compactMap { value in
        number(of: value).map { MonitorTableChoices.GivenField.Case(.value(value), group: $0) }
      }
    case .string:
      let known = values.fields[field.index].map {
        MonitorTableChoices.GivenField.Case(.value($0), group: number(of: $0) ?? 0)
      }
      let texts = known.compactMap { if case .value(.string(let text)) = $0.values { text } else { nil } }
      let others = number(of: .string(textUnlike(texts)))
      let rest = others.map { MonitorTableChoices.GivenField.Case(.others, group: $0) }
      return known.filter { $0.group > 0 } + [rest].compactMap(\.self)
    case .int, .duration:
      var result: [MonitorTableChoices.GivenField.Case] = []
      for range in ranges(of: field) {
        guard let group = number(of: Value(range.lowerBound, as: type)) else { continue }
        if let last = result.last, last.group == group, case .numbers(let before) = last.values,
          before.upperBound + 1 == range.lowerBound
        {
          result[result.count - 1].values = .numbers(before.lowerBound...range.upperBound)
        } else {
          result.append(.init(.numbers(range), group: group))
        }
      }
      return result
    }
  }

  /// Returns all whole numbers of a field, as ranges of which all numbers belong to one group, or to none.
  private func ranges(of field: ID<Field>) -> [ClosedRange<Int>] {
    let limits = (roles.bounds[field.index].map { [$0.lowerBound, $0.upperBound] } ?? []) + values.limits(of: field)
    var ranges: [ClosedRange<Int>] = []
    var next = Int.min
    for limit in Set(limits).sorted() {
      if next < limit { ranges.append(next...limit - 1) }
      ranges.append(limit...limit)
      if limit == .max { return ranges }
      next = limit + 1
    }
    return ranges + [next...Int.max]
  }
}
