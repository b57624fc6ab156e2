import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// Finds the promises that a machine breaks: calls without what they need (L803), before what they come only after (L804),
/// or outside of what they lie in (L808), and questions without an answer (L809), or without one in time (L810).
///
/// The exploration of a part's own file proves what that file promises. If it doesn't come to its end, the calls inside
/// of this machine that break a promise about calls are found here.
func checkPromises(
  in exploration: Exploration, by printer: CounterexamplePrinter, within budget: inout WorkBudget
) -> PromiseFindings {
  let machine = exploration.machine
  var result = PromiseFindings()
  guard !machine.promises.isEmpty else { return result }
  var search = PromiseSearch(exploration, within: &budget)
  var proved = ProvedParts(exploration: exploration, isWanted: budget.isWanted)
  for promise in machine.promises {
    let automaton = PromiseAutomaton(promise, in: machine)
    // The end of a part, and what can happen in it later, is its own file's affair.
    if promise.declaredIn != nil, automaton.isAboutAnswer { continue }
    let (finding, diagnostic) = search.check(automaton, by: printer, within: &budget)
    if promise.declaredIn == nil { result.findings.append((PromiseName(promise, in: machine), finding)) }
    if finding == .late {
      result.late[PromiseName(promise, in: machine)] = diagnostic
    } else if let diagnostic, finding == .contradicted || promise.declaredIn.map({ !proved.contains($0) }) ?? true {
      result.diagnostics.append(diagnostic)
    }
  }
  return result
}

/// Returns the promises of a machine's own file that no way through an exploration breaks, which may contain more than the
/// machine can do, with timers that elapse in any order. An answer is among them if it comes in time whatever the order is,
/// or if an event can always still bring it.
func findKeptPromises(in exploration: Exploration, within budget: inout WorkBudget) -> Set<PromiseName> {
  let machine = exploration.machine
  var search = PromiseSearch(exploration, within: &budget)
  var kept: Set<PromiseName> = []
  for promise in machine.ownPromises {
    let automaton = PromiseAutomaton(promise, in: machine)
    guard let graph = search.graph(of: automaton, within: &budget), graph.isSearched, graph.breach == nil else {
      continue
    }
    if automaton.isAboutAnswer, !search.isAnswerCertain(graph, within: &budget) { continue }
    kept.insert(PromiseName(promise, in: machine))
  }
  return kept
}

/// Finds the promises of answers that a run of the machine breaks because no answer is possible any more, where timers
/// elapsing in any order lead to none either.
/// - Parameter findings: What the exploration shows of each promise.
/// - Returns: The promises with their errors.
func findHopelessPromises(
  in exploration: Exploration, besides envelope: Exploration,
  among findings: [(promise: PromiseName, finding: PromiseFindings.Finding)], by printer: CounterexamplePrinter,
  within budget: inout WorkBudget
) -> [(promise: PromiseName, diagnostic: Diagnostic)] {
  let machine = exploration.machine
  let open = Set(findings.filter(\.finding.mayBeHopeless).map(\.promise))
  let promises = machine.ownPromises.filter { open.contains(PromiseName($0, in: machine)) }
  // Other numbers may lead to an answer.
  guard !promises.isEmpty, exploration.openQuestions.allSatisfy({ !$0.isAboutNumbers }) else { return [] }
  var search = PromiseSearch(exploration, within: &budget)
  var outer = PromiseSearch(envelope, within: &budget)
  return promises.compactMap { promise in
    let automaton = PromiseAutomaton(promise, in: machine)
    guard let around = outer.graph(of: automaton, goingOnAtBreaches: true, within: &budget), around.isSearched,
      let diagnostic = search.findHopelessRun(of: automaton, around, by: printer, within: &budget)
    else { return nil }
    return (PromiseName(promise, in: machine), diagnostic)
  }
}

/// The findings of an exploration about the promises of a machine.
struct PromiseFindings {
  /// A verdict on a promise.
  enum Finding: Equatable {
    /// No way through the exploration breaks it.
    case kept
    /// A run of the machine breaks it.
    case broken
    /// A run of the machine breaks it because an answer is late, and it isn't known whether one is still possible there.
    case late
    /// A way through the exploration breaks it, but the run doesn't.
    case unconfirmed
    /// The exploration can't decide it, for this reason.
    case undecided(String)
    /// The engine and the interpreter don't do the same on the way that was found.
    case contradicted
    /// The search would have taken too much of something.
    case unsearched(Shortage)

    /// Whether the exploration can't decide it.
    var isUndecided: Bool { if case .undecided = self { true } else { false } }

    /// Whether it isn't known if an answer is always possible.
    var mayBeHopeless: Bool {
      switch self {
      case .late, .undecided: true
      case .kept, .broken, .unconfirmed, .contradicted, .unsearched: false
      }
    }
  }

  /// The promises that are broken.
  var diagnostics: [Diagnostic] = []
  /// The errors about late answers where it isn't known whether an answer is still possible.
  var late: [PromiseName: Diagnostic] = [:]
  /// The finding about each promise of the machine's own file, in the order of the spec.
  var findings: [(promise: PromiseName, finding: Finding)] = []
}

/// The name of a promise: what it is about, and its key.
package struct PromiseName: Hashable, Sendable {
  /// The path of the callback, the event or the state.
  package var subject: String
  /// The kind of that: `callback`, `event` or `state`.
  package var subjectKind: String
  /// The key, such as `needs`.
  package var key: String
  /// The range of the list of callbacks in the spec.
  package var range: SourceRange

  /// Creates the name of a promise.
  package init(_ promise: Promise, in machine: Machine) {
    subject = machine.name(of: promise.subject)
    subjectKind =
      switch promise.subject {
      case .call: "callback"
      case .event: "event"
      case .entry: "state"
      }
    key = promise.key
    range = promise.range
  }
}

/// The parts whose own files are explored completely, with every number that matters.
private struct ProvedParts {
  let exploration: Exploration
  /// Returns whether somebody still wants the results.
  let isWanted: @Sendable () -> Bool
  /// The results, by the paths of the files.
  private var results: [String: Bool] = [:]

  init(exploration: Exploration, isWanted: @escaping @Sendable () -> Bool) {
    self.exploration = exploration
    self.isWanted = isWanted
  }

  /// Returns whether the exploration of a part's own file comes to its end.
  mutating func contains(_ id: ID<Part>) -> Bool {
    let part = exploration.machine[id]
    if let known = results[part.path] { return known }
    let own = explore(MachineIndex.build(for: part.machine), limit: exploration.limit, whileWanted: isWanted)
    let result = own.isComplete && own.openQuestions.isEmpty
    results[part.path] = result
    return result
  }
}

/// A search for breaches of promises.
struct PromiseSearch {
  private let exploration: Exploration
  private let leaving: Exploration.EdgesByNode
  private let calls: EdgeLetters
  /// All letters; `nil` until a promise needs them, and `.some(nil)` if they take too much work.
  private var all: EdgeLetters??

  /// Prepares the search. If nobody wants its results any more, the budget is exhausted afterwards, and nothing can be searched.
  init(_ exploration: Exploration, within budget: inout WorkBudget) {
    self.exploration = exploration
    leaving = exploration.edgesByNode()
    calls = EdgeLetters.calls(of: exploration, within: &budget)
  }

  private mutating func allLetters(within budget: inout WorkBudget) -> EdgeLetters? {
    if let all { return all }
    let letters = EdgeLetters.all(of: exploration, within: &budget)
    all = .some(letters)
    return letters
  }

  /// Returns the places of a promise; `nil` if finding the letters takes too much work.
  mutating func graph(
    of automaton: PromiseAutomaton, takingFirstAlternatives takesFirstAlternatives: Bool = false,
    goingOnAtBreaches goesOnAtBreaches: Bool = false, within budget: inout WorkBudget
  ) -> PromiseGraph? {
    guard let letters = letters(for: automaton, within: &budget) else { return nil }
    return PromiseGraph.search(
      automaton, in: exploration, letters, leaving, takingFirstAlternatives: takesFirstAlternatives,
      goingOnAtBreaches: goesOnAtBreaches, within: &budget)
  }

  /// Finds runs of generated code that keep a promise; `nil` if finding the letters takes too much work.
  mutating func findWitnesses(
    of automaton: PromiseAutomaton, within budget: inout WorkBudget
  ) -> (found: [PromiseWitness], missing: [Promise.Mention])? {
    guard let graph = graph(of: automaton, takingFirstAlternatives: true, within: &budget),
      let letters = letters(for: automaton, within: &budget)
    else { return nil }
    return graph.findWitnesses(letters, leaving, within: &budget)
  }

  private mutating func letters(
    for automaton: PromiseAutomaton, within budget: inout WorkBudget
  ) -> EdgeLetters? {
    automaton.needsMoreThanCalls ? allLetters(within: &budget) : calls
  }

  mutating func check(
    _ automaton: PromiseAutomaton, by printer: CounterexamplePrinter, within budget: inout WorkBudget
  ) -> (PromiseFindings.Finding, Diagnostic?) {
    guard let graph = graph(of: automaton, within: &budget) else { return (.unsearched(.work), nil) }
    if let path = graph.breach {
      let run = PromiseRun.make(automaton, along: path, of: exploration)
      budget.spend(run.run.work)
      if let contradiction = contradiction(along: path, by: printer) { return (.contradicted, contradiction) }
      guard run.breach != nil else { return (budget.isExhausted ? .unsearched(.work) : .unconfirmed, nil) }
      return (.broken, BreachReport(automaton.promise, run, by: printer).diagnostic)
    }
    if let shortage = graph.shortage { return (.unsearched(shortage), nil) }
    if automaton.isAboutAnswer { return checkAnswer(graph, by: printer, within: &budget) }
    return (.kept, nil)
  }

  /// Returns the error that the engine and the interpreter don't do the same along a path; `nil` if they do.
  private func contradiction(
    along path: [Exploration.Occurrence], by printer: CounterexamplePrinter
  ) -> Diagnostic? {
    exploration.contradiction(of: exploration.run(path), by: printer)
  }

  private mutating func checkAnswer(
    _ graph: PromiseGraph, by printer: CounterexamplePrinter, within budget: inout WorkBudget
  ) -> (PromiseFindings.Finding, Diagnostic?) {
    let automaton = graph.automaton
    let hopeless = graph.hopelessPlaces(within: &budget).first
    if let place = hopeless {
      let path = graph.path(to: place)
      let run = PromiseRun.make(automaton, along: path, of: exploration)
      budget.spend(run.run.work)
      if let contradiction = contradiction(along: path, by: printer) { return (.contradicted, contradiction) }
      guard run.state.isOpen else { return (.unconfirmed, nil) }
      if exploration.isComplete, exploration.openQuestions.isEmpty {
        return (.broken, BreachReport(automaton.promise, run, by: printer).hopelessDiagnostic)
      }
    }
    if budget.isExhausted { return (.unsearched(.work), nil) }
    let reason = "a way was found to where no answer comes any more, but \(exploration.openEnd)"
    guard let limit = automaton.limit else { return (hopeless == nil ? .kept : .undecided(reason), nil) }
    guard let letters = allLetters(within: &budget) else { return (.unsearched(.work), nil) }
    switch AnswerTimes.check(graph, letters, limit: limit, within: &budget) {
    case .kept: return (hopeless == nil ? .kept : .undecided(reason), nil)
    case .late(let run):
      // It would be the greater fault if no answer were possible any more.
      return (hopeless == nil ? .broken : .late, BreachReport(automaton.promise, run, by: printer).lateDiagnostic)
    case .unknown:
      if budget.isExhausted { return (.unsearched(.work), nil) }
      if hopeless != nil { return (.undecided(reason), nil) }
      let time = Value.duration(milliseconds: limit)
      return (
        .undecided(
          "no timer was found that always leads to the answer within \(time), and no run that takes longer; it is decided if one timer "
            + "of at most \(time) starts with the question, and answers"), nil
      )
    }
  }

  /// Returns whether an answer comes in time, or is always still possible, if timers elapse in any order.
  mutating func isAnswerCertain(_ graph: PromiseGraph, within budget: inout WorkBudget) -> Bool {
    if graph.automaton.limit == nil {
      // The host can always send an event. Which of several timers elapses next, it can't choose.
      let hopeless = graph.hopelessPlaces(within: &budget) { link in
        let edge = exploration.edges[link.edge]
        guard edge.stimulus.kind == .elapse else { return true }
        let running = exploration.nodes[edge.source].timers.map(ElapsedTimer.init)
        return exploration.environment.timers.positionsThatMayBeNext(among: running).count == 1
      }
      if budget.isExhausted { return false }
      if hopeless.isEmpty { return true }
    }
    // A run ends where a timer makes it trap, and then nothing answers.
    guard exploration.faults.isEmpty || !exploration.trapsInTime, let letters = allLetters(within: &budget) else {
      return false
    }
    let limit = graph.automaton.limit ?? Int.max / 4
    if case .kept = AnswerTimes.check(graph, letters, limit: limit, triesRuns: false, within: &budget) { return true }
    return false
  }

  /// Returns the error about a shortest run to where no answer is possible any more; `nil` if there is none.
  /// - Parameter around: The places of the promise if timers elapse in any order.
  mutating func findHopelessRun(
    of automaton: PromiseAutomaton, _ around: PromiseGraph, by printer: CounterexamplePrinter,
    within budget: inout WorkBudget
  ) -> Diagnostic? {
    let hopeless = around.hopelessPlaces(within: &budget)
    guard !hopeless.isEmpty, budget.spend(hopeless.count * 16), let graph = graph(of: automaton, within: &budget),
      graph.isSearched, graph.breach == nil
    else { return nil }
    let environment = around.exploration.environment
    let futures = Set(hopeless.map { around.future(of: $0, in: environment) })
    let places = graph.hopelessPlaces(within: &budget)
    guard budget.spend(places.count * 16),
      let place = places.first(where: { futures.contains(graph.future(of: $0, in: environment)) })
    else { return nil }
    let path = graph.path(to: place)
    if let contradiction = contradiction(along: path, by: printer) { return contradiction }
    let run = PromiseRun.make(automaton, along: path, of: exploration)
    guard run.state.isOpen, run.breach == nil else { return nil }
    return BreachReport(automaton.promise, run, by: printer).hopelessDiagnostic
  }
}

extension Exploration {
  /// Whether the machine may trap when a timer elapses.
  fileprivate var trapsInTime: Bool { edges.contains { $0.target == nil && $0.stimulus.kind == .elapse } }

  /// The end of a sentence that says what wasn't tried.
  fileprivate var openEnd: String {
    guard isComplete, let question = openQuestions.first else { return "not everything was explored" }
    return reason(for: question)
  }
}
