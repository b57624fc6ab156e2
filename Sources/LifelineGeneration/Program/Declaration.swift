/// A declaration in the generated type.
struct Declaration: Hashable {
  /// The part of a declaration in braces.
  indirect enum Body: Hashable {
    /// There is none, as for a stored property.
    case none
    /// A statement on the line of the head.
    case line(Statement)
    case statements([Statement])
    /// The cases of an enum, and members in groups with an empty line between two groups.
    case members(cases: [String], [[Declaration]])
  }

  /// The lines of its documentation.
  var documentation: [String]
  /// The attribute on a line before the declaration.
  var attribute: String?
  /// Whether it has the access of the machine itself.
  var isPublic = false
  /// The declaration without its body: modifiers, name, parameters, types.
  var head: String
  var body = Body.none
}

extension Declaration: ExpressibleByStringInterpolation {
  init(stringLiteral head: String) { self.init(documentation: [], head: head) }

  init(_ documentation: String..., isPublic: Bool = false, head: String, line: Statement) {
    self.init(documentation: documentation, isPublic: isPublic, head: head, body: .line(line))
  }

  init(_ documentation: String..., isPublic: Bool = false, head: String, body: [Statement]) {
    self.init(documentation: documentation, isPublic: isPublic, head: head, body: .statements(body))
  }

  init(_ documentation: String..., head: String, cases: [String] = [], members: [[Declaration]] = []) {
    self.init(documentation: documentation, head: head, body: .members(cases: cases, members))
  }
}
