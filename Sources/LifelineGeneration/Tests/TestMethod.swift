import LifelineModel

/// A method of the generated tests, before it is text.
struct TestMethod {
  var name: String
  /// The lines of the documentation comment, without slashes.
  var documentation: [String]
  var statements: [TestStatement]

  /// The combination of values that the test stands for; `nil` if its scenario has only one.
  var combination: String? {
    if case .begin(let beginning) = statements.first { beginning.combination } else { nil }
  }
}

/// The objects that generated tests drive.
enum TestTarget {
  /// The generated machine.
  case machine
  /// A type that the user has written.
  case subject
  /// Such a type whose calls come later, or from other threads.
  case asyncSubject

  /// Whether the user has written the type.
  var isSubject: Bool { self != .machine }
}

/// A statement of a generated test. A failure names the line of the spec.
enum TestStatement {
  /// The machine, or the subject, begins.
  case begin(TestBeginning)
  /// Checks the calls of a subject's start.
  case checkStart(expected: CallPattern, line: Int)
  /// Sends an event that must be handled or deferred. Without expected calls, any calls are fine.
  case send(EventCall, expected: CallPattern?, line: Int)
  /// Sends an event that must be ignored.
  case ignore(EventCall, line: Int)
  /// Lets time pass.
  case wait(milliseconds: Int, expected: CallPattern?, line: Int)
  /// Sends an event of a scenario that the test follows, without expectations.
  case drive(EventCall, awaiting: AwaitedCalls? = nil)
  /// Lets time pass in a scenario that the test follows, without expectations.
  case pass(milliseconds: Int, awaiting: AwaitedCalls? = nil)
  /// Waits for the calls of the start in a scenario that the test follows.
  case awaitStart(AwaitedCalls)
  /// Changes a field.
  case set(FieldValue, line: Int)
  /// Checks that a state is active.
  case checkState(ID<State>, line: Int)
  /// Checks the value of a field.
  case checkField(FieldValue, line: Int)
  /// Checks the time to the next deadline, or that there is none.
  case checkDeadline(milliseconds: Int?, line: Int)
  /// Ends the test of an asynchronous subject.
  case finish
}

extension TestStatement {
  /// Whether the test waits for the calls of some channels only, in a scenario that it follows.
  var selectsChannels: Bool {
    switch self {
    case .drive(_, let awaited), .pass(_, let awaited): awaited?.channels != nil
    case .awaitStart(let awaited): awaited.channels != nil
    default: false
    }
  }
}

/// The calls for which a test of an asynchronous subject waits in a scenario that it follows.
struct AwaitedCalls {
  /// The calls; `nil` if the scenario says nothing about them.
  var pattern: CallPattern?
  /// The channels of the calls; `nil` for all.
  var channels: [String]?
  var line: Int
}

/// An event with a value for each parameter.
struct EventCall {
  var event: ID<Event>
  var arguments: [Value]
}

/// The beginning of a test.
struct TestBeginning {
  enum Kind {
    /// The machine is put into states without running actions: the atomic state of a machine without regions, or
    /// states of different regions.
    case resume([ID<State>])
    /// The machine starts and must make these calls.
    case start(expected: CallPattern, line: Int)
    /// The machine starts, which is known to call nothing.
    case startWithoutCalls
    /// The machine starts, and its calls are not checked here.
    case startUnchecked
  }

  var kind: Kind
  /// The fields that don't have their defaults, in the order of their declaration.
  var fields: [FieldValue]
  /// The channels whose calls are expected; `nil` for all.
  var channels: [String]?
  /// The callbacks that must not be made.
  var never: [ID<Callback>]
  /// The combination of values that the test stands for; `nil` if its scenario has only one.
  var combination: String?
}
