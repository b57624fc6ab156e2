import LifelineInterpreter
import LifelineModel

/// A reaction of the machine to a stimulus, and the snapshot that it leads to.
struct Successor {
  /// The stimulus, with all facts that the reaction depends on.
  let stimulus: Stimulus
  let reaction: Reaction
  let observation: Observation
  let snapshot: Snapshot
  /// The work that it takes to find the successor and to compare it with others.
  let work: Int
}

extension EnvironmentModel {
  /// Calls `body` with what each stimulus that makes a difference in `snapshot` leads to.
  /// - Parameters:
  ///   - workLimit: The work after which a reaction is interrupted. The successor has a fault then, and more work.
  ///   - body: Returns whether to go on with the next stimulus.
  /// - Returns: Whether every stimulus was tried.
  func forEachSuccessor(of snapshot: Snapshot, workLimit: Int = .max, _ body: (Successor) -> Bool) -> Bool {
    guard timers.elapseInAnyOrder, snapshot.timers.count > 1 else {
      return forEachSuccessorInOrder(of: snapshot, workLimit: workLimit, body)
    }
    return timers.positionsThatMayBeNext(among: snapshot.timers.map(ElapsedTimer.init)).allSatisfy { position in
      forEachSuccessorInOrder(of: snapshot.hastening(timerAt: position), workLimit: workLimit, body)
    }
  }

  /// Calls `body` with the same, if the timers elapse in the order in which they are in the snapshot.
  private func forEachSuccessorInOrder(
    of snapshot: Snapshot, workLimit: Int, _ body: (Successor) -> Bool
  ) -> Bool {
    forEachStimulus(in: snapshot) { stimulus in
      var run = Interpreter(index, at: snapshot)
      var observation = Observation(visitLimit: workLimit)
      let reaction = run.apply(stimulus, observer: &observation)
      let successor = Successor(
        stimulus: complete(stimulus, in: snapshot, for: observation), reaction: reaction, observation: observation,
        snapshot: run.snapshot,
        work: work(of: stimulus, causing: reaction, observation) + size(of: run.snapshot))
      return body(successor) ? observation : nil
    }
  }
}
