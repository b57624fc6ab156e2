import LifelineModel

/// A promise as an automaton that follows what happens, one thing after the other.
///
/// Everything that looks at promises follows this automaton. Time isn't part of its state: who knows the time of an open
/// question compares it with ``limit``. An automaton never changes, so all who follow it share it.
package final class PromiseAutomaton: Sendable {
  /// Something that happens.
  package enum Letter: Hashable, Sendable {
    case happening(Promise.Happening)
    /// A part becomes new, and so do the promises of its file.
    case restart(ID<Part>)
    /// The machine ends.
    case end
  }

  /// A way to break a promise.
  package enum Breach: Hashable, Sendable {
    /// A call comes without what it needs, before what it comes only after, or outside of what it lies in.
    case early
    /// The machine ends with an open question.
    case unansweredEnd
    /// The call, event or entry that the promise puts behind the answer comes before it.
    case overtaken
  }

  /// The part of the past that matters: which of the callbacks were called, or whether something is open.
  package struct State: Hashable, Sendable {
    fileprivate var seen: UInt32 = 0

    /// The state at the start.
    package static let start = State()
    /// The state with an open question, if the promise is one of an answer.
    package static let open = State(seen: 1)
    /// Whether a question is open, if the promise is one of an answer.
    package var isOpen: Bool { seen != 0 }
    /// The number of the state, which is 0 or 1 unless the automaton has more than two.
    package var number: Int { Int(seen) }
  }

  /// Whether there are no more than two states.
  package var hasTwoStates: Bool { full <= 1 }

  /// The promise.
  package let promise: Promise
  /// The milliseconds within which an answer comes; `nil` if any time will do.
  package let limit: Int?
  /// Whether the promise is one of an answer.
  package let isAboutAnswer: Bool
  /// The bits of the happenings that the promise waits for.
  private let bits: [Promise.Happening: UInt32]
  /// The bits of which the promise needs all.
  private let full: UInt32
  /// The parts with which the promise begins anew: its owner, and those around that.
  private let restarting: Set<ID<Part>>

  /// Creates the automaton of a promise.
  package init(_ promise: Promise, in machine: Machine) {
    self.promise = promise
    var bits: [Promise.Happening: UInt32] = [:]
    var limit: Int?
    var isAboutAnswer = false
    switch promise.form {
    case .needs(let quantity, let list), .onlyAfter(let quantity, let list):
      for (number, mention) in list.prefix(Promise.greatestCount).enumerated() {
        bits[.call(mention.callback)] = quantity == .any ? 1 : 1 << UInt32(number)
      }
    case .between(let opening, _): bits[.call(opening.callback)] = 1
    case .answeredBy(let answer):
      bits[promise.subject] = 1
      limit = answer.within
      isAboutAnswer = true
    }
    self.bits = bits
    self.limit = limit
    self.isAboutAnswer = isAboutAnswer
    full = bits.values.reduce(0, |)
    restarting = machine.parts(around: promise.declaredIn)
  }

  /// Whether the promise is about more than calls, which logs don't show.
  package var needsMoreThanCalls: Bool {
    if promise.callback == nil { return true }
    guard case .answeredBy(let answer) = promise.form, case .entry? = answer.before else { return false }
    return true
  }

  /// Returns whether the promise names a callback.
  package func mentions(_ callback: ID<Callback>) -> Bool {
    let call = Promise.Happening.call(callback)
    if promise.subject == call || promise.callbacks.contains(where: { $0.callback == callback }) { return true }
    guard case .answeredBy(let answer) = promise.form else { return false }
    return answer.before == call
  }

  /// Returns whether a letter may change a state, or break the promise of an answer.
  package func isAbout(_ letter: Letter) -> Bool {
    switch letter {
    case .restart(let part): return beginsAnew(with: part)
    case .end: return isAboutAnswer
    case .happening(.call(let callback)): return mentions(callback)
    case .happening(let happening):
      if happening == promise.subject { return true }
      guard case .answeredBy(let answer) = promise.form else { return false }
      return answer.before == happening
    }
  }

  /// Returns whether the promise begins anew when a part is made new.
  package func beginsAnew(with part: ID<Part>) -> Bool { restarting.contains(part) }

  /// Returns whether something that the promise waits for has happened, as far as a state knows.
  package func hasSeen(_ happening: Promise.Happening, in state: State) -> Bool {
    bits[happening].map { state.seen & $0 != 0 } ?? false
  }

  /// Follows a letter.
  /// - Returns: The way in which the letter breaks the promise; `nil` if it keeps it.
  package func follow(_ letter: Letter, _ state: inout State) -> Breach? {
    switch letter {
    case .restart(let part):
      if beginsAnew(with: part) { state = .start }
      return nil
    case .end: return isAboutAnswer && state.isOpen ? .unansweredEnd : nil
    case .happening(let happening): return follow(happening, &state)
    }
  }

  private func follow(_ happening: Promise.Happening, _ state: inout State) -> Breach? {
    if case .answeredBy(let answer) = promise.form {
      if case .call(let callback) = happening, answer.callbacks.contains(where: { $0.callback == callback }) {
        state = .start
      }
      if state.isOpen, answer.before == happening { return .overtaken }
      if happening == promise.subject { state.seen = 1 }
      return nil
    }
    if happening == promise.subject {
      guard state.seen & full == full else { return .early }
      if case .needs = promise.form { state = .start }
    }
    if case .between(_, let closing) = promise.form, happening == .call(closing.callback) { state = .start }
    if let bit = bits[happening] { state.seen |= bit }
    return nil
  }
}

extension Machine {
  /// Returns a part and the parts around it.
  fileprivate func parts(around part: ID<Part>?) -> Set<ID<Part>> {
    var result: Set<ID<Part>> = []
    var next = part
    while let part = next {
      result.insert(part)
      next = self[part].container
    }
    return result
  }
}
