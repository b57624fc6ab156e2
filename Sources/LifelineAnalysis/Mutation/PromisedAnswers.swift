import LifelineModel

/// The calls that answer something, for mutants that make them too late.
struct PromisedAnswers: Sendable {
  /// The calls before which each callback answers.
  private var laterCalls: [ID<Callback>: IDSet<Callback>] = [:]
  /// The times within which each callback answers.
  private var times: [ID<Callback>: [Int]] = [:]

  /// Collects the answers in the promises of a machine's own file.
  static func collect(from machine: Machine) -> PromisedAnswers {
    var result = PromisedAnswers()
    for case .answeredBy(let answer) in machine.ownPromises.map(\.form) {
      for callback in answer.callbacks.map(\.callback) {
        if case .call(let later)? = answer.before { result.laterCalls[callback, default: IDSet()].insert(later) }
        if let within = answer.within { result.times[callback, default: []].append(within) }
      }
    }
    return result
  }

  /// Returns the indices of the calls in a list before which the call at an index answers, and that it isn't beside. What is
  /// beside it changes places with it anyway.
  func laterCalls(than index: Int, in actions: [Action]) -> [(index: Int, callback: ID<Callback>)] {
    guard case .call(let call) = actions[index], let later = laterCalls[call.callback] else { return [] }
    return actions.indices.dropFirst(index + 2).compactMap { other in
      guard case .call(let call) = actions[other], later.contains(call.callback) else { return nil }
      return (other, call.callback)
    }
  }

  /// Returns lengths with which a timer makes an answer too late, beyond twice its own length.
  func lateLengths(of timer: Timer, taking length: Int) -> [Int] {
    var result: [Int] = []
    for action in timer.transitions.flatMap(\.actions) {
      guard case .call(let call) = action else { continue }
      for time in times[call.callback] ?? [] where length <= time / 2 && time < .max && !result.contains(time + 1) {
        result.append(time + 1)
      }
    }
    return result
  }
}
