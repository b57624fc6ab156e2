import LifelineModel
import LifelineScenarios

/// The promises of a machine, followed through a simulated session.
struct FollowedPromises {
  /// The promises that the last moment breaks, in the order of the spec. An answer that comes too late breaks its promise when it
  /// comes.
  ///
  /// The past of a machine that was put into its states isn't known, so a call there may have had what it needs.
  private(set) var brokenLast: [Promise] = []
  /// The open questions, in the order of the spec. What a machine that was put into its states did before isn't known, so it
  /// owes nothing.
  private(set) var open: [OpenAnswers] = []

  /// Follows the promises of a session's machine.
  static func follow(_ session: SimulationSession) -> FollowedPromises {
    let machine = session.machine
    if machine.promises.isEmpty { return FollowedPromises() }
    var follower = PromiseFollower(of: machine, knowingStart: session.beginning.states.isEmpty)
    var broken: Set<Int> = []
    var wasFinished = false
    for moment in session.run {
      broken = []
      let isFinished = moment.after.isFinished
      follower.follow(moment, ending: isFinished && !wasFinished, &broken)
      wasFinished = isFinished
    }
    return FollowedPromises(
      brokenLast: broken.sorted().map { follower.automata[$0].promise },
      open: follower.automata.indices.compactMap { index in
        follower.questions[index].map { question in
          OpenAnswers(
            promise: follower.automata[index].promise, askedAt: question.askedAt,
            isLate: follower.overdue(index) != nil)
        }
      })
  }
}

extension PromiseFollower {
  /// Follows a moment of a session.
  /// - Parameters:
  ///   - ends: Whether the machine ends then.
  ///   - broken: Gets the indices of the promises that the moment breaks.
  fileprivate mutating func follow(
    _ moment: SimulationSession.Moment, ending ends: Bool, _ broken: inout Set<Int>
  ) {
    func follow(_ letter: PromiseAutomaton.Letter, _ follower: inout PromiseFollower) {
      for index in follower.automata.indices where follower.follow(letter, index).breach != nil {
        if follower.isCertain(index) { broken.insert(index) }
      }
    }
    if case .send(let event, _) = moment.stimulus, moment.reaction.treatment != .ignored {
      follow(.happening(.event(event)), &self)
    }
    var passed = 0
    for deed in moment.deeds {
      if case .elapses(let milliseconds) = deed {
        passed += milliseconds
        pass(milliseconds)
      }
      if let letter = deed.letter { follow(letter, &self) }
    }
    if ends { follow(.end, &self) }
    if case .wait(let milliseconds) = moment.stimulus { pass(milliseconds - passed) }
  }
}
