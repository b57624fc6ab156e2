import LifelineAnalysis
import LifelineModel

extension PageBuilder {
  /// Returns the promises about a callback, an event or a state, each with its verdict.
  func promises(about subject: Promise.Happening) -> [[Inline]] {
    machine.ownPromises.filter { $0.subject == subject }.map { promise in
      words(of: promise) + [.text(" ")] + verdict(on: promise)
    }
  }

  /// Returns what a promise means.
  private func words(of promise: Promise) -> [Inline] {
    let name = Inline.code(machine.name(of: promise.subject))
    switch promise.form {
    case .needs(let quantity, let list):
      let since = ", made since the previous call of "
      return [.text("Each call comes after ")] + calls(of: list, quantity) + [
        .text(since), name, .text(" or the start."),
      ]
    case .onlyAfter(let quantity, let list):
      return [.text("No call comes before ")] + calls(of: list, quantity) + [.text(".")]
    case .between(let opening, let closing):
      return [.text("Each call comes after a call of ")] + [callback(opening)]
        + [.text(", with no call of "), callback(closing), .text(" since then.")]
    case .answeredBy(let answer): return question(promise.subject) + words(of: answer, to: promise.subject)
    }
  }

  /// Returns the calls of some callbacks, of which one or each is needed.
  private func calls(of list: [Promise.Mention], _ quantity: Promise.Quantity) -> [Inline] {
    let names = list.map { [callback($0)] }
    if names.count == 1 { return [.text("a call of ")] + names[0] }
    switch quantity {
    case .any: return [.text("a call of ")] + names.listed("or")
    case .all: return [.text("a call of each of ")] + names.listed("and")
    }
  }

  private func callback(_ mention: Promise.Mention) -> Inline { reference(to: mention.callback) }

  private func question(_ subject: Promise.Happening) -> [Inline] {
    switch subject {
    case .call: [.text("Each call asks for an answer: a call of ")]
    case .event: [.text("Unless it is ignored, it asks for an answer: a call of ")]
    case .entry: [.text("Whoever enters it waits for an answer: a call of ")]
    }
  }

  private func words(of answer: Promise.Answer, to question: Promise.Happening) -> [Inline] {
    var result = answer.callbacks.map { [callback($0)] }.listed("or")
    result.append(.text(". Until then, the machine doesn't end, and the answer is always still possible."))
    let again = answer.before == question ? "again " : ""
    switch answer.before {
    case .entry(let state)?:
      result += [.text(" The state "), reference(to: state), .text(" isn't entered \(again)before the answer.")]
    case .call(let other)?:
      result += [.text(" "), reference(to: other), .text(" isn't called \(again)before the answer.")]
    case .event(let event)?:
      result += [.text(" "), reference(to: event), .text(" isn't sent \(again)before the answer.")]
    case nil: break
    }
    if let within = answer.within {
      result.append(.text(" It comes within \(Value.duration(milliseconds: within))."))
    }
    return result
  }

  /// Returns what is known about a promise.
  private func verdict(on promise: Promise) -> [Inline] {
    let name = PromiseName(promise, in: machine)
    let known = facts.proof?.promises.first { $0.name == name }
    switch known?.verdict {
    case .proved?: return [.strong([.text("Proved.")])]
    case .broken?: return [.strong([.text("Broken.")])]
    case .notProved?:
      let extent = facts.proof?.isComplete == false ? " (not every configuration was explored)" : ""
      return [.strong([.text("Not proved\(extent).")])]
    case nil: return [.strong([.text("Not explored.")])]
    }
  }
}
