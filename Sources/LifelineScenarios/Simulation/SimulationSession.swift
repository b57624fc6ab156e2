import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A machine that somebody steps through, with everything that was done to it.
///
/// A stimulus that the machine can't follow leaves the session as it is.
package struct SimulationSession: Sendable {
  /// The number of stimuli that a session remembers.
  package static let limit = 10_000

  /// The situation in which the machine begins.
  package struct Beginning: Hashable, Sendable {
    /// The states that the machine is put into; none if it starts.
    package var states: [ID<State>]
    /// Values of fields in place of their defaults.
    package var fields: [FieldValue]

    /// Creates a beginning; by default, the machine starts, and each field has its default.
    package init(states: [ID<State>] = [], fields: [FieldValue] = []) {
      self.states = states
      self.fields = fields
    }
  }

  /// An input of the host.
  package enum Stimulus: Hashable, Sendable {
    /// Forgets the machine, and begins with a new one.
    case begin(Beginning)
    /// Sends an event with a value for each parameter.
    case send(ID<Event>, arguments: [Value])
    /// Lets time pass.
    case wait(milliseconds: Int)
    /// Changes facts.
    case set([FieldValue])
  }

  /// A stimulus with what the machine did then.
  package struct Moment: Sendable {
    /// The input of the host.
    package var stimulus: Stimulus
    /// The answer of the machine to it.
    package var reaction: Reaction
    /// The deeds of the machine then, in order. A machine that is put into states does nothing.
    package var deeds: [RunRecorder.Deed] = []
    /// The machine afterwards.
    package var after: Snapshot
    /// The milliseconds since the beginning; `nil` if they are beyond 64 bits.
    package var time: Int?
  }

  /// The machine with the tables that the interpreter needs.
  package let index: MachineIndex
  /// Everything that happened, in order. The first stimulus is a beginning.
  package private(set) var moments: [Moment]

  /// The machine that somebody steps through.
  package var machine: Machine { index.machine }

  /// The last moment.
  package var current: Moment { moments[moments.count - 1] }

  /// The moments from the last beginning on.
  package var run: ArraySlice<Moment> { moments[(lastBeginning?.index ?? 0)...] }

  /// The situation in which the machine began last.
  package var beginning: Beginning { lastBeginning?.beginning ?? Beginning() }

  private var lastBeginning: (index: Int, beginning: Beginning)? {
    for (index, moment) in moments.enumerated().reversed() {
      if case .begin(let beginning) = moment.stimulus { return (index, beginning) }
    }
    return nil
  }

  /// Begins a session.
  /// - Throws: The reason that the machine can't begin so.
  package static func begin(
    _ index: MachineIndex, _ beginning: Beginning = Beginning()
  ) throws(SimulationFailure) -> SimulationSession {
    let unstarted = Snapshot(fields: index.machine.fields.map(\.defaultValue))
    return SimulationSession(
      index: index, moments: [try perform(.begin(beginning), on: index, at: unstarted, time: 0)])
  }

  /// Does something to the machine. At the limit, only a new beginning is possible, which can't be taken back: it forgets
  /// everything before it.
  /// - Throws: The reason that the machine can't follow.
  package mutating func perform(_ stimulus: Stimulus) throws(SimulationFailure) {
    let moment = try attempt(stimulus)
    if moments.count >= Self.limit {
      guard case .begin = stimulus else { throw .tooLong }
      moments = []
    }
    moments.append(moment)
  }

  /// Returns what would happen if something were done to the machine.
  /// - Throws: The reason that the machine couldn't follow.
  package func attempt(_ stimulus: Stimulus) throws(SimulationFailure) -> Moment {
    try Self.perform(stimulus, on: index, at: current.after, time: current.time)
  }

  /// Forgets the last moment, and returns it; `nil` if there is only the first beginning.
  package mutating func undo() -> Moment? { moments.count > 1 ? moments.popLast() : nil }

  private static func perform(
    _ stimulus: Stimulus, on index: MachineIndex, at snapshot: Snapshot, time: Int?
  ) throws(SimulationFailure) -> Moment {
    var interpreter = Interpreter(index, at: snapshot)
    var moment = Moment(stimulus: stimulus, reaction: Reaction(), after: snapshot, time: time)
    var recorder = RunRecorder()
    switch stimulus {
    case .begin(let beginning):
      interpreter = Interpreter(index)
      for given in beginning.fields { interpreter.set(given.field, to: given.value) }
      moment.reaction =
        beginning.states.isEmpty
        ? interpreter.start(observer: &recorder) : interpreter.resume(in: beginning.states)
      moment.time = 0
    case .send(let event, let arguments):
      moment.reaction = interpreter.send(event, arguments: arguments, observer: &recorder)
    case .wait(let milliseconds):
      moment.reaction = interpreter.advance(byMilliseconds: milliseconds, observer: &recorder)
      moment.time = time.map { $0.addingReportingOverflow(milliseconds) }.flatMap {
        $0.overflow ? nil : $0.partialValue
      }
    case .set(let facts):
      for fact in facts { interpreter.set(fact.field, to: fact.value) }
    }
    if let fault = moment.reaction.fault { throw .fault(fault) }
    if let event = moment.reaction.untaken.first { throw .untaken(index.machine.text(of: event)) }
    moment.after = interpreter.snapshot
    moment.deeds = recorder.deeds
    return moment
  }
}

/// The reason that a machine can't follow a stimulus.
package enum SimulationFailure: Error {
  /// The machine can't go on.
  case fault(Fault)
  /// A part doesn't take an event that the machine sends it.
  case untaken(String)
  /// The session remembers no more.
  case tooLong

  /// The reason, as a sentence without a capital.
  package var message: String {
    switch self {
    case .fault(let fault): fault.message
    case .untaken(let message): message
    case .tooLong:
      "a session has at most \(grouped(SimulationSession.limit)) steps; `save` it, or begin anew with `restart`"
    }
  }
}
