import LifelineModel

extension Machine {
  /// Returns the changes of a value that is assigned to a field which only carries values: to another parameter of the event
  /// or another field of that type.
  ///
  /// - Parameter event: The event whose parameters the actions can read, if there is one.
  func carriedValueEdits(of assignment: Assignment, reading event: ID<Event>?) -> [ExpressionEdit] {
    let type = self[assignment.field].type
    guard type.isOptional, assignment.value.literal == nil else { return [] }
    let used = Set(assignment.value.variables)
    let parameters = event.map { self[$0].parameters } ?? []
    let parameter = parameters.first { $0.type.wrapped == type.wrapped && !used.contains(.parameter($0.name)) }
    let field = declared.fields.indices.lazy.map { ID<Field>($0) }.first {
      self[$0].type == type && $0 != assignment.field && !used.contains(.field($0))
    }
    return [parameter.map { .init(change: .parameter($0.name)) }, field.map { .init(change: .field($0)) }].compactMap(
      \.self)
  }
}
