/// A declaration in the generated type.
struct Declaration: Hashable, Sendable {
  /// The part of a declaration in braces.
  indirect enum Body: Hashable, Sendable {
    /// There is none, as for a stored property.
    case none
    /// A statement on the line of the head.
    case line(Statement)
    case statements([Statement])
    /// The cases of an enum, and members in groups with an empty line between two groups.
    case members(cases: [String], [[Declaration]])
    /// Members without a head, in groups. Conditions of the compiler are as far in as they are.
    case inset([[Declaration]])
  }

  /// The lines of its documentation.
  var documentation: [String]
  /// The attributes on lines before the declaration.
  var attribute: String?
  /// Whether it has the access of the machine itself.
  var isPublic = false
  /// The declaration without its body: modifiers, name, parameters, types.
  var head: String
  var body = Body.none
}

extension Declaration: ExpressibleByStringInterpolation {
  init(stringLiteral head: String) { self.init(documentation: [], head: head) }

  init(
    _ documentation: String..., attribute: String? = nil, isPublic: Bool = false, head: String, line: Statement
  ) {
    self.init(
      documentation: documentation, attribute: attribute, isPublic: isPublic, head: head, body: .line(line))
  }

  init(
    _ documentation: String..., attribute: String? = nil, isPublic: Bool = false, head: String, body: [Statement]
  ) {
    self.init(
      documentation: documentation, attribute: attribute, isPublic: isPublic, head: head, body: .statements(body))
  }

  init(
    _ documentation: String..., attribute: String? = nil, isPublic: Bool = false, head: String, cases: [String] = [],
    members: [[Declaration]] = []
  ) {
    self.init(
      documentation: documentation, attribute: attribute, isPublic: isPublic, head: head,
      body: .members(cases: cases, members))
  }

  init(_ documentation: String..., attribute: String? = nil, isPublic: Bool = false, head: String) {
    self.init(documentation: documentation, attribute: attribute, isPublic: isPublic, head: head)
  }
}
