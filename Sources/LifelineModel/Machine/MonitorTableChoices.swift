/// The facts that an app may tell a monitor, numbered: a number for each combination of the groups of given values and of what
/// is left out.
package struct MonitorTableChoices: Hashable, Sendable {
  /// A fixed field, with the groups of values that the machine treats alike.
  package struct GivenField: Hashable, Sendable {
    /// Some of the values of a group.
    package struct Case: Hashable, Sendable {
      /// The values: one value, a range of whole numbers or of milliseconds, or all that no other case has.
      package enum Values: Hashable, Sendable {
        case value(Value)
        case numbers(ClosedRange<Int>)
        case others
      }

      package var values: Values
      /// The group, counted from 1.
      package var group: Int

      /// Creates a case.
      package init(_ values: Values, group: Int) {
        self.values = values
        self.group = group
      }
    }

    package var field: ID<Field>
    package var cases: [Case]
    /// The number of groups, besides the group 0 of values that aren't known.
    package var groupCount: Int

    /// Creates a field.
    package init(field: ID<Field>, cases: [Case], groupCount: Int) {
      self.field = field
      self.cases = cases
      self.groupCount = groupCount
    }
  }

  /// The greatest number of combinations.
  package static let limit = 1_024

  package var fields: [GivenField]
  /// The names that may be left out.
  package var omissions: [String]

  /// Creates choices, by default none.
  package init(fields: [GivenField] = [], omissions: [String] = []) {
    self.fields = fields
    self.omissions = omissions
  }

  /// Whether nothing can be chosen.
  package var isEmpty: Bool { fields.isEmpty && omissions.isEmpty }

  /// The number of combinations; that of the limit and one, if there are more.
  package var count: Int {
    fields.reduce(1 << omissions.count) { min($0 * ($1.groupCount + 1), Self.limit + 1) }
  }

  /// Returns the number of a combination.
  /// - Parameters:
  ///   - groups: The group of each field's value; 0 if it isn't known.
  ///   - omitted: A bit for each omission, the lowest for the first.
  package func number(ofGroups groups: [Int], omitted: Int) -> Int {
    zip(fields, groups).reduce(0) { $0 * ($1.0.groupCount + 1) + $1.1 } << omissions.count + omitted
  }

  /// Returns the groups of a combination, and what is left out.
  package func combination(_ number: Int) -> (groups: [Int], omitted: Int) {
    var rest = number >> omissions.count
    let groups = fields.reversed().map { field in
      defer { rest /= field.groupCount + 1 }
      return rest % (field.groupCount + 1)
    }
    return (groups.reversed(), number & ((1 << omissions.count) - 1))
  }
}
