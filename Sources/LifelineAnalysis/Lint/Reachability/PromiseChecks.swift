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
  var search = PromiseSearch(exploration)
  var proved = ProvedParts(exploration: exploration)
  for promise in machine.promises {
    let automaton = PromiseAutomaton(promise, in: machine)
    // The end of a part, and what can happen in it later, is its own file's affair.
    if promise.declaredIn != nil, automaton.isAboutAnswer { continue }
    let (finding, diagnostic) = search.check(automaton, by: printer, within: &budget)
    if promise.declaredIn == nil { result.findings.append((PromiseName(promise, in: machine), finding)) }
    if let diagnostic, promise.declaredIn.map({ !proved.contains($0) }) ?? true {
      result.diagnostics.append(diagnostic)
    }
  }
  return result
}

/// Returns the promises of a machine's own file that no way through an exploration breaks, which may contain more than the
/// machine can do. What the ways don't show isn't among them: whether an answer is still possible, and times.
func findKeptPromises(in exploration: Exploration, within budget: inout WorkBudget) -> Set<PromiseName> {
  let machine = exploration.machine
  var search = PromiseSearch(exploration)
  var kept: Set<PromiseName> = []
  for promise in machine.ownPromises {
    let automaton = PromiseAutomaton(promise, in: machine)
    guard !automaton.isAboutAnswer, let graph = search.graph(of: automaton, within: &budget), graph.isSearched else {
      continue
    }
    if graph.breach == nil { kept.insert(PromiseName(promise, in: machine)) }
  }
  return kept
}

/// The findings of an exploration about the promises of a machine.
struct PromiseFindings {
  /// A verdict on a promise.
  enum Finding: Equatable {
    /// No way through the exploration breaks it.
    case kept
    /// A run of the machine breaks it.
    case broken
    /// A way through the exploration breaks it, but the run doesn't.
    case unconfirmed
    /// The exploration can't decide it, for this reason.
    case undecided(String)
    /// The search was too much work.
    case unsearched
  }

  /// The promises that are broken.
  var diagnostics: [Diagnostic] = []
  /// The finding about each promise of the machine's own file, in the order of the spec.
  var findings: [(promise: PromiseName, finding: Finding)] = []
}

/// The name of a promise: what it is about, and its key.
package struct PromiseName: Hashable, Sendable {
  /// The path of the callback, the event or the state.
  package var callback: String
  /// The key, such as `needs`.
  package var key: String
  /// The range of the list of callbacks in the spec.
  package var range: SourceRange

  fileprivate init(_ promise: Promise, in machine: Machine) {
    callback = machine.name(of: promise.subject)
    key = promise.key
    range = promise.range
  }
}

/// The parts whose own files are explored completely, with every number that matters.
private struct ProvedParts {
  let exploration: Exploration
  /// The results, by the paths of the files.
  private var results: [String: Bool] = [:]

  init(exploration: Exploration) { self.exploration = exploration }

  /// Returns whether the exploration of a part's own file comes to its end.
  mutating func contains(_ id: ID<Part>) -> Bool {
    let part = exploration.machine[id]
    if let known = results[part.path] { return known }
    let own = explore(MachineIndex.build(for: part.machine), limit: exploration.limit)
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

  init(_ exploration: Exploration) {
    self.exploration = exploration
    leaving = exploration.edgesByNode()
    calls = EdgeLetters.calls(of: exploration)
  }

  private mutating func allLetters(within budget: inout WorkBudget) -> EdgeLetters? {
    if let all { return all }
    let letters = EdgeLetters.all(of: exploration, within: &budget)
    all = .some(letters)
    return letters
  }

  /// Returns the places of a promise; `nil` if finding the letters takes too much work.
  mutating func graph(of automaton: PromiseAutomaton, within budget: inout WorkBudget) -> PromiseGraph? {
    guard let letters = letters(for: automaton, within: &budget) else { return nil }
    return PromiseGraph.search(automaton, in: exploration, letters, leaving, within: &budget)
  }

  /// Finds runs that keep a promise; `nil` if finding the letters takes too much work.
  mutating func findWitnesses(
    of automaton: PromiseAutomaton, within budget: inout WorkBudget
  ) -> (found: [PromiseWitness], missing: [Promise.Mention])? {
    guard let graph = graph(of: automaton, within: &budget), let letters = letters(for: automaton, within: &budget)
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
    guard let graph = graph(of: automaton, within: &budget) else { return (.unsearched, nil) }
    if let path = graph.breach {
      let run = PromiseRun.make(automaton, along: path, of: exploration)
      budget.spend(run.run.work)
      if let contradiction = contradiction(along: path, by: printer) { return (.unconfirmed, contradiction) }
      guard run.breach != nil else { return (budget.isExhausted ? .unsearched : .unconfirmed, nil) }
      return (.broken, BreachReport(automaton.promise, run, by: printer).diagnostic)
    }
    if !graph.isSearched { return (.unsearched, nil) }
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
    if let place = graph.nearestHopelessPlace(within: &budget) {
      let path = graph.path(to: place)
      let run = PromiseRun.make(automaton, along: path, of: exploration)
      budget.spend(run.run.work)
      if let contradiction = contradiction(along: path, by: printer) { return (.unconfirmed, contradiction) }
      guard run.state.isOpen else { return (.unconfirmed, nil) }
      guard exploration.isComplete, exploration.openQuestions.isEmpty else {
        return (
          .undecided(
            "the exploration found a way to where no answer can come any more, but other numbers or times, or what wasn't explored, "
              + "may lead to one"), nil
        )
      }
      return (.broken, BreachReport(automaton.promise, run, by: printer).hopelessDiagnostic)
    }
    if budget.isExhausted { return (.unsearched, nil) }
    guard let limit = automaton.limit else { return (.kept, nil) }
    guard let letters = allLetters(within: &budget) else { return (.unsearched, nil) }
    switch AnswerTimes.check(graph, letters, limit: limit, within: &budget) {
    case .kept: return (.kept, nil)
    case .late(let run): return (.broken, BreachReport(automaton.promise, run, by: printer).lateDiagnostic)
    case .unknown:
      if budget.isExhausted { return (.unsearched, nil) }
      return (
        .undecided(
          "no timer was found that leads to the answer within \(Value.duration(milliseconds: limit)) in every case, and no run "
            + "that takes longer; one timer that runs from the question to the answer would decide it"), nil
      )
    }
  }
}
