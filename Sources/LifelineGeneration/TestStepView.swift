import LifelineTemplating

/// A line of a test, as templates see it: exactly one of the keys that name a sort of step is true, and one of those
/// that name a group of sorts.
struct TestStepView: TemplateView {
  /// The sorts of steps.
  enum Kind: String, CaseIterable {
    /// A machine is put into a state.
    case resume
    /// A machine is started, and calls nothing.
    case startSilently
    /// A machine is started, and its calls are looked at.
    case start
    /// A machine is started, and its calls are not looked at.
    case startUnheard
    case send
    case ignore
    case wait
    /// An event or a wait of a scenario that this one follows.
    case drive
    case set
    case isActive
    case fieldEquals
    /// The time to the next deadline is looked at.
    case deadlineEquals
    /// A subject of the user's begins in a state, or starts.
    case begin
    /// What a subject's start calls is looked at.
    case expectStart
    /// As `drive`, `set` and `fieldEquals`, for a subject of the user's.
    case driveSubject
    case setFact
    case factHolds

    var group: Group {
      switch self {
      case .resume, .startSilently, .start, .startUnheard, .begin, .expectStart: .begins
      case .send, .ignore, .wait: .acts
      case .drive, .set, .driveSubject, .setFact: .prepares
      case .isActive, .fieldEquals, .deadlineEquals, .factHolds: .looks
      }
    }
  }

  /// What steps are for. Templates ask for the group first, so that they need not ask for every sort.
  enum Group: String, CaseIterable {
    /// There is a machine, or a subject.
    case begins
    /// Something happens that a test is about.
    case acts
    /// Something happens that leads there.
    case prepares
    /// Something is looked at besides calls.
    case looks
  }

  var kind: Kind
  /// Where it is said.
  var line = 0
  /// The arguments of the machine's initializer, the event, the length of time, or the state.
  var subject = ""
  /// What is expected; empty if calls are not looked at.
  var expectation = ""
  /// The field's name, and its value.
  var field = ""
  var value = ""
  /// Arguments that make a play listen to less, or forbid calls.
  var restrictions = ""
  /// Whether nothing follows: then the test only shows that the machine can be made.
  var isLast = false

  /// What else templates ask of a step.
  private enum Part: String, CaseIterable {
    case line, subject, expectation, field, fieldName, value, restrictions, isLast
  }

  static let keys = Group.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue) + Part.allCases.map(\.rawValue)

  func value(for key: String) -> TemplateValue? {
    if let group = Group(rawValue: key) { return .flag(kind.group == group) }
    if let kind = Kind(rawValue: key) { return .flag(self.kind == kind) }
    return Part(rawValue: key).map(value)
  }

  private func value(of part: Part) -> TemplateValue {
    switch part {
    case .line: .text("\(line)")
    case .subject: .text(subject)
    case .expectation: .text(expectation)
    case .field: .text(field)
    case .fieldName: .text(field.filter { $0 != "`" })
    case .value: .text(value)
    case .restrictions: .text(restrictions)
    case .isLast: .flag(isLast)
    }
  }
}

/// A test, as templates see it.
struct TestMethodView: TemplateView {
  var name: String
  var doc: [String]
  /// Whether a machine is put where it may be that it cannot be.
  var canThrow = false
  var steps: [TestStepView]

  static let keys = ["name", "doc", "canThrow", "steps"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "doc": .texts(doc)
    case "canThrow": .flag(canThrow)
    case "steps": .list(steps)
    default: nil
    }
  }
}
