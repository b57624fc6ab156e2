import LifelineInterpreter
import LifelineModel

/// Values of fixed fields that somebody knows, so that configurations with other values don't matter.
extension EnvironmentModel {
  /// Returns the environment in which the machine begins with some values of fixed fields.
  ///
  /// A fixed field never changes, so what can be reached then is what has these values, in the same order, among all
  /// that can be reached.
  func restricted(to given: [FieldValue]) -> EnvironmentModel {
    guard !given.isEmpty else { return self }
    var result = self
    let decisive = decisive(given)
    result.beginnings = beginnings.filter { snapshot in decisive.allSatisfy { has($0, in: snapshot) } }
    return result
  }

  /// Returns the values that make a difference.
  func decisive(_ given: [FieldValue]) -> [FieldValue] {
    given.filter { roles.roles[$0.field.index] == .memory }
  }

  /// Returns whether the machine can't distinguish a value from that of a snapshot.
  func has(_ value: FieldValue, in snapshot: Snapshot) -> Bool {
    areAlike(snapshot.fields[value.field.index], value.value, of: value.field)
  }

  /// Returns whether the machine can't distinguish a value from that of a node.
  func has(_ value: FieldValue, in node: Exploration.Node) -> Bool {
    areAlike(node[value.field], value.value, of: value.field)
  }
}

extension Exploration {
  /// Returns whether configurations with these values of fixed fields were explored.
  package func includes(_ given: [FieldValue]) -> Bool {
    let decisive = environment.decisive(given)
    return decisive.isEmpty || nodes.contains { node in decisive.allSatisfy { environment.has($0, in: node) } }
  }
}
