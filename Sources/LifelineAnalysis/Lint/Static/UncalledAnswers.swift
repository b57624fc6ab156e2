import LifelineModel
import LifelineSource

/// Returns the diagnostics of promised answers that no action calls (L864).
func uncalledAnswers(in machine: Machine) -> [Diagnostic] {
  var called: Set<ID<Callback>> = []
  machine.forEachAction { if case .call(let call) = $0 { called.insert(call.callback) } }
  return machine.ownPromises.flatMap { promise -> [Diagnostic] in
    guard case .answeredBy(let answer) = promise.form else { return [] }
    let isAnswered = answer.callbacks.contains { called.contains($0.callback) }
    let subject = machine.name(of: promise.subject)
    return answer.callbacks.filter { !called.contains($0.callback) }.map { mention in
      let rest = isAnswered ? "; name only callbacks that answer" : ", and nothing else answers"
      return machine.diagnostic(
        .uncalledAnswer, "no action calls `\(machine[mention.callback].name)`, so it never answers `\(subject)`\(rest)",
        at: mention.range)
    }
  }
}
