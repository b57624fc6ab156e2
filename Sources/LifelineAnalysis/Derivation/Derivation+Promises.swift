import LifelineModel
import LifelineScenarios

// The tests of promises. A call that needs others is tested by the transitions that make it; but an answer, and a call between
// two others, may come many steps after what they belong to.

extension Derivation {
  /// Adds a test of each answer to a question, and of each call between two others: a shortest run from the question, or
  /// from what opens, to that call.
  mutating func addPromises() {
    let promises = machine.ownPromises.filter(\.isAboutTwoMoments)
    guard !promises.isEmpty, hasWorkLeft else { return }
    var unlimited = WorkBudget(.max)
    var search = PromiseSearch(exploration, within: &unlimited)
    let untaken = machine.callbacksOfOtherAlternatives
    for promise in promises {
      var budget = WorkBudget(limits.work - work)
      let automaton = PromiseAutomaton(promise, in: machine)
      guard let (found, missing) = search.findWitnesses(of: automaton, within: &budget), !budget.isExhausted else {
        addGap("this promise is not tested: finding runs that keep it would take too much work", at: promise.range)
        continue
      }
      count(limits.work - work - budget.visitLimit)
      for witness in found { addTest(of: witness) }
      for mention in missing {
        let needed = [promise.callback, promise.opening, mention.callback].compactMap(\.self)
        let reason =
          needed.first(where: untaken.contains).map {
            "generated code takes the first alternative of what the spec leaves open, which doesn't call `\(machine[$0].name)`"
          } ?? reasonNotReached
        addGap(
          "no test covers that `\(machine[mention.callback].name)` keeps this promise: \(reason)", at: mention.range)
      }
    }
  }

  private mutating func addTest(of witness: PromiseWitness) {
    guard let first = witness.path.first else { return }
    // One step alone may have a test already.
    if witness.path.count == 1, !covered.insert(first).inserted { return }
    let callback = witness.mention.callback
    var isCalled = false
    addTest(in: first.node, about: firstAtomicState(in: first.node), at: witness.mention.range) { recorder in
      for occurrence in witness.path { recorder.apply(occurrence.stimulus, isExpected: true) }
      isCalled = recorder.test.steps.last?.calls.contains { $0.callback == callback } ?? false
    }
    // Where several timers run, the exploration may know ways that no run takes.
    if !isCalled {
      addGap(
        "no test covers that `\(machine[callback].name)` keeps this promise: no run was found",
        at: witness.mention.range)
    }
  }
}
