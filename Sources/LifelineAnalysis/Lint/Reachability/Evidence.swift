import LifelineModel
import LifelineSource

/// The explorations of a machine, and what they show.
struct Evidence {
  /// The runs of the machine, of which some numbers and times may be missing.
  let exploration: Exploration
  /// The runs in which timers elapse in any order: more than the machine can do. It is `nil` if no two timers can run at
  /// once, or if either exploration ended early.
  let envelope: Exploration?
  /// The findings that are true whatever is missing.
  let certain: CertainFindings
  /// The promises that no way through the envelope breaks.
  private let keptInAnyOrder: Set<PromiseName>

  /// Collects what an exploration shows. If the order matters in which timers elapse, they are explored in any order, too.
  /// - Parameters:
  ///   - forms: The forms of counterexamples besides the lines of diagnostics.
  ///   - isWanted: Returns whether somebody still wants the evidence. If not, it is incomplete.
  static func collect(
    from exploration: Exploration, showing forms: CounterexampleForms = [],
    whileWanted isWanted: @escaping @Sendable () -> Bool = { true }
  ) -> Evidence {
    var certain = findCertainThings(in: exploration, showing: forms, whileWanted: isWanted)
    guard exploration.environment.timers.isContested, exploration.isComplete else {
      certain.addLateAnswers()
      return Evidence(exploration: exploration, envelope: nil, certain: certain, keptInAnyOrder: [])
    }
    let envelope = exploreTimersInAnyOrder(besides: exploration, whileWanted: isWanted)
    guard envelope.isComplete else {
      certain.addLateAnswers()
      return Evidence(exploration: exploration, envelope: nil, certain: certain, keptInAnyOrder: [])
    }
    var budget = WorkBudget(exploration.workLimit, whileWanted: isWanted)
    let kept = findKeptPromises(in: envelope, within: &budget)
    // The envelope tries no other numbers than the exploration.
    if exploration.openQuestions.allSatisfy({ !$0.isAboutNumbers }) { certain.decide(kept: kept) }
    let printer = CounterexamplePrinter(exploration.index, showing: forms)
    certain.add(
      findHopelessPromises(
        in: exploration, besides: envelope, among: certain.promises, by: printer, within: &budget))
    certain.addLateAnswers()
    return Evidence(exploration: exploration, envelope: envelope, certain: certain, keptInAnyOrder: kept)
  }

  /// The verdicts on the machine.
  var proof: Proof {
    let machine = exploration.machine
    let questions = exploration.openQuestions
    let numbers = questions.filter(\.isAboutNumbers)
    let promises = certain.promises.map { promise, finding in
      let verdict = verdict(on: promise, finding, areNumbersTried: numbers.isEmpty)
      return Proof.Promise(
        name: promise, verdict: verdict, reasons: verdict == .notProved ? reasons(for: finding, questions) : [])
    }
    let loops = exploration.faults.contains { $0.fault.kind == .endlessMacrostep }
    let openLoops = machine.mayLoop && (!exploration.isComplete || !numbers.isEmpty || hasLoopInAnyOrder)
    let states = machine.declared.states.filter { !$0.isHistory && $0.parent != nil }
    var proof = Proof(
      promises: promises, loops: loops ? .broken : openLoops ? .notProved : .proved, stateCount: states.count,
      reachedStateCount: states.count { exploration.entered.contains($0.id) },
      configurationCount: exploration.configurationCount, limit: exploration.limit, bound: exploration.bound)
    proof.ranges = verdictOnRanges(areNumbersTried: numbers.isEmpty)
    proof.reasons = reasons(for: proof, questions)
    return proof
  }

  /// Returns whether no action sets a field to a value outside of its range; `nil` if no action sets one that has a range.
  private func verdictOnRanges(areNumbersTried: Bool) -> Proof.Verdict? {
    var isAssigned = false
    exploration.machine.forEachAssignment {
      isAssigned = isAssigned || exploration.machine[$0.field].bounds != nil && $0.value.literal == nil
    }
    guard isAssigned else { return nil }
    if exploration.faults.contains(where: \.fault.leavesRange) { return .broken }
    guard exploration.isComplete, areNumbersTried else { return .notProved }
    guard exploration.environment.timers.isContested else { return .proved }
    return hasLeftRangeInAnyOrder ? .notProved : .proved
  }

  /// Whether a field leaves its range if timers elapse in any order, or that isn't known.
  private var hasLeftRangeInAnyOrder: Bool {
    guard exploration.environment.timers.isContested else { return false }
    return envelope.map { $0.faults.contains(where: \.fault.leavesRange) } ?? true
  }

  /// Whether something holds for the times that were tried, and not if timers elapse in any order.
  private var doTimesMatter: Bool {
    guard exploration.isComplete, exploration.environment.timers.isContested else { return false }
    return verdictOnRanges(areNumbersTried: true) == .notProved || exploration.machine.mayLoop && hasLoopInAnyOrder
      || certain.promises.contains { $0.finding == .kept && !keptInAnyOrder.contains($0.promise) }
  }

  /// Whether an endless loop is found if timers elapse in any order, or that isn't known.
  private var hasLoopInAnyOrder: Bool {
    guard exploration.environment.timers.isContested else { return false }
    return envelope.map { $0.faults.contains { $0.fault.kind == .endlessMacrostep } } ?? true
  }

  private func verdict(
    on promise: PromiseName, _ finding: PromiseFindings.Finding, areNumbersTried: Bool
  ) -> Proof.Verdict {
    switch finding {
    case .broken, .late: return .broken
    case .unconfirmed, .undecided, .contradicted, .unsearched: return .notProved
    case .kept:
      guard exploration.isComplete, areNumbersTried else { return .notProved }
      guard exploration.environment.timers.isContested else { return .proved }
      return keptInAnyOrder.contains(promise) ? .proved : .notProved
    }
  }

  /// Returns the reasons why a promise with a finding isn't proved.
  private func reasons(for finding: PromiseFindings.Finding, _ questions: [OpenQuestion]) -> [String] {
    switch finding {
    case .broken, .late: return []
    case .unconfirmed: return ["a way to break it was found, but not with numbers and times that the machine can have"]
    case .undecided(let reason): return [reason]
    case .contradicted: return ["the exploration and the interpreter differ, which is a mistake of Lifeline"]
    case .unsearched(let shortage): return ["to check it takes \(shortage.words)"]
    case .kept:
      if let end = exploration.earlyEnd { return ["the exploration \(end)"] }
      if exploration.bound != nil { return ["the exploration ended at endless loops"] }
      let numbers = questions.filter(\.isAboutNumbers)
      return (numbers.isEmpty ? questions : numbers).map(exploration.reasonWithAdvice)
    }
  }

  /// Returns the warnings that say why something isn't proved (L805). The one about the size of the exploration isn't among
  /// them.
  private func reasons(for proof: Proof, _ questions: [OpenQuestion]) -> [Diagnostic] {
    guard let things = proof.openThings else { return [] }
    let asked = questions.filter { $0.isAboutNumbers || doTimesMatter }
    return asked.map { exploration.diagnostic(of: $0, leavingOpen: things) } + unconfirmedPromises + undecidedPromises
  }

  /// The warnings about promises that the exploration can't decide.
  private var undecidedPromises: [Diagnostic] {
    certain.promises.compactMap { promise, finding in
      guard case .undecided(let reason) = finding else { return nil }
      return exploration.machine.diagnostic(
        .unexploredPart, "the `\(promise.key)` of `\(promise.subject)` isn't proved: \(reason)", at: promise.range)
    }
  }

  /// The warnings about promises that a way through the exploration breaks, and no run.
  private var unconfirmedPromises: [Diagnostic] {
    certain.promises.filter { $0.finding == .unconfirmed }.map { promise, _ in
      exploration.machine.diagnostic(
        .unexploredPart,
        "the `\(promise.key)` of `\(promise.subject)` isn't proved: a way to break it was found, but not with numbers and "
          + "times that the machine can have", at: promise.range)
    }
  }
}

extension Machine {
  /// Whether reactions may follow from each other, so that an endless loop could be among them.
  fileprivate var mayLoop: Bool {
    states.contains { !$0.always.isEmpty } || events.contains(where: \.isInternal)
      || states.contains { !$0.done.isEmpty } || raises
  }

  private var raises: Bool {
    var result = false
    forEachAction { if case .raise = $0 { result = true } }
    return result
  }
}
