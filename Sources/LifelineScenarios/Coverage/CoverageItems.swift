import LifelineInterpreter
import LifelineModel
import LifelineSource

/// A list of the parts of a machine that scenarios can cover.
struct CoverageItems {
  private let machine: Machine
  private let counts: [CoverageProfile.Part: Int]
  private(set) var items: [CoverageSubject: [Coverage.Item]] = [:]
  /// The number of times that the call in a range of the spec is made.
  private(set) var calls: [SourceRange: Int] = [:]
  private var choices: Set<SourceRange> = []
  /// The callbacks that no scenario can show, since generated code doesn't call them.
  private let untaken: IDSet<Callback>

  init(machine: Machine, counts: [CoverageProfile.Part: Int]) {
    self.machine = machine
    self.counts = counts
    untaken = machine.callbacksOfOtherAlternatives
  }

  mutating func addStates() {
    for state in machine.declared.states where state.id != Machine.root && !state.isHistory {
      add(.states, "the state `\(state.path)`", "is never active", at: state.range, counts[.state(state.id)])
    }
  }

  mutating func addTransitionsAndGuards() {
    for state in machine.declared.states {
      let name = state.parent == nil ? "the machine" : "`\(state.path)`"
      addChoices(in: state.entry, "the entry of \(name)")
      addChoices(in: state.exit, "the exit of \(name)")
      addChoices(in: state.entranceActions, "what \(name) does initially")
      for triggered in state.triggeredTransitions {
        let transition = triggered.transition
        let name = triggered.name(in: machine)
        add(.transitions, name, "is never taken", at: transition.range, counts[.transition(transition.id)])
        if let condition = transition.condition {
          addOutcomes(of: .transition(transition.id), "the guard of \(name)", at: condition.range)
        }
        addChoices(in: transition.actions, name)
      }
    }
  }

  mutating func addCallbacks() {
    let ownCount = machine.declared.callbacks.count
    let promises = Dictionary(machine.ownPromises.map { ($0.subject, $0) }) { first, _ in first }
    for (index, callback) in machine.callbacks.enumerated() {
      let promise = index < ownCount ? nil : promises[.call(ID(index))]
      guard index < ownCount || promise != nil, !untaken.contains(ID(index)) else { continue }
      add(
        .callbacks, "the callback `\(callback.name)`", "is never called where a scenario observes it",
        at: promise?.subjectRange ?? callback.range, counts[.callback(ID(index))])
    }
  }

  mutating func addPromises() {
    for (index, promise) in machine.promises.enumerated() where promise.declaredIn == nil {
      if [promise.callback, promise.opening].contains(where: { $0.map(untaken.contains) ?? false }) { continue }
      let subject = "`\(machine.name(of: promise.subject))`"
      switch promise.form {
      // The callbacks count that need others.
      case .needs, .onlyAfter: continue
      case .between:
        add(
          .promises, "the `between` of \(subject)", "is never kept where a scenario observes it",
          at: promise.range, counts[.promise(KeptPromise(promise: index))])
      case .answeredBy(let answer):
        for mention in answer.callbacks where !untaken.contains(mention.callback) {
          add(
            .promises, "the answer `\(machine[mention.callback].name)` to \(subject)",
            "is never made where a scenario observes it", at: mention.range,
            counts[.promise(KeptPromise(promise: index, answer: mention.callback))])
        }
      }
    }
  }

  mutating func addClaims() {
    struct Claim: Hashable {
      var source: ID<Source>
      var id: String
    }
    let citing =
      machine.scenarios.map(\.documentation) + machine.fields.map(\.documentation)
      + machine.callbacks.map(\.documentation) + machine.declared.parts.map(\.documentation)
    var citations: [Claim: Int] = [:]
    for citation in citing.flatMap(\.citations) {
      guard let claim = citation.location else { continue }
      citations[Claim(source: citation.source, id: claim), default: 0] += 1
    }
    for (index, source) in machine.sources.enumerated() {
      for claim in source.claims {
        add(
          .claims, "the claim `\(source.id) \(claim.id)`", "is cited by no scenario, field or callback",
          at: claim.range, citations[Claim(source: ID(index), id: claim.id)])
      }
    }
  }

  private mutating func addChoices(in actions: [Action], _ owner: String) {
    for action in actions {
      switch action {
      case .open(let open, _):
        // Scenarios play the first alternative.
        addChoices(in: open.alternatives[0].map { .call($0) }, owner)
      case .call(let call):
        calls[call.range] = counts[.call(call.range)] ?? 0
      case .choose(let condition, let then, let otherwise, _):
        if choices.insert(condition.range).inserted {
          addOutcomes(of: .choice(condition.range, in: nil), "an `if` in \(owner)", at: condition.range)
        }
        addChoices(in: then, owner)
        addChoices(in: otherwise, owner)
      case .set, .raise, .send, .restart:
        break
      }
    }
  }

  private mutating func addOutcomes(of id: Guard, _ name: String, at range: SourceRange) {
    for holds in [true, false] {
      add(.guards, name, "is never \(holds)", at: range, counts[.outcome(id, holds: holds)], outcome: holds)
    }
  }

  private mutating func add(
    _ subject: CoverageSubject, _ name: String, _ complaint: String, at range: SourceRange, _ count: Int?,
    outcome: Bool? = nil
  ) {
    items[subject, default: []].append(
      Coverage.Item(
        subject: subject, name: name, complaint: complaint, outcome: outcome, range: range, count: count ?? 0))
  }
}
