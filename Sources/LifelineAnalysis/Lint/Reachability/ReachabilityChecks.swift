import LifelineModel
import LifelineSource

/// Returns the diagnostics of the mistakes and probable mistakes that an exploration shows, in source order.
///
/// Only a complete exploration shows that something can't be reached.
/// - Parameter known: The diagnostics that are already known. Where one of them says that something never happens, the
///   exploration doesn't say so again. What a run shows is reported in any case.
package func checkReachability(in exploration: Exploration, besides known: [Diagnostic] = []) -> [Diagnostic] {
  checkReachability(in: Evidence.collect(from: exploration), besides: known)
}

/// Returns the same diagnostics for what the explorations of a machine show.
/// - Parameter isWanted: Returns whether somebody still wants the diagnostics. If not, some are missing.
func checkReachability(
  in evidence: Evidence, besides known: [Diagnostic] = [], whileWanted isWanted: () -> Bool = { true }
) -> [Diagnostic] {
  let impossible = impossibleThings(in: evidence, whileWanted: isWanted)
  return (evidence.certain.diagnostics + impossible.unexplained(by: known)).inSourceOrder()
}

extension [Diagnostic] {
  /// Returns the diagnostics of what never happens that no diagnostic of `known` explains.
  fileprivate func unexplained(by known: [Diagnostic]) -> [Diagnostic] {
    let explaining = known.filter { !$0.kind.excludesNothing }
    let locations = Set(explaining.map(\.location))
    let ranges = explaining.compactMap(\.location.range)
    return filter { diagnostic in
      if locations.contains(diagnostic.location) { return false }
      guard diagnostic.kind == .decidedGuard, let range = diagnostic.location.range else { return true }
      // The transition around the guard, or a part of the guard, may have a diagnostic already.
      return !ranges.contains { $0.contains(range) || range.contains($0) }
    }
  }
}

/// Returns the diagnostics of what never happens. What is only shown for the numbers and times that were tried says so.
private func impossibleThings(in evidence: Evidence, whileWanted isWanted: () -> Bool) -> [Diagnostic] {
  let exploration = evidence.exploration
  // More may become reachable once an endless loop is corrected.
  let isStuck = exploration.faults.contains { $0.fault.kind == .endlessMacrostep }
  guard exploration.isComplete, !isStuck else { return [] }
  let impossible = impossibleThings(in: exploration, whileWanted: isWanted)
  let questions = exploration.openQuestions
  if impossible.isEmpty || questions.isEmpty { return impossible }
  let areNumbersTried = questions.allSatisfy { !$0.isAboutNumbers }
  let certain =
    areNumbersTried
    ? Set(evidence.envelope.map { impossibleThings(in: $0, whileWanted: isWanted).map(\.identity) } ?? []) : []
  return impossible.map { certain.contains($0.identity) ? $0 : $0.qualified(by: questions, in: exploration) }
}

private func impossibleThings(in exploration: Exploration, whileWanted isWanted: () -> Bool) -> [Diagnostic] {
  let searches: [(Exploration) -> [Diagnostic]] = [
    unreachableStates(in:), emptyHistories(in:), unreachableBeginnings(in:), unhandledEvents(in:), deadTransitions(in:),
    decidedGuards(in:), unelapsedTimers(in:),
  ]
  return searches.flatMap { search in isWanted() ? search(exploration) : [] }
}

/// The findings that are true even if an exploration ended early.
struct CertainFindings {
  /// The mistakes.
  var diagnostics: [Diagnostic]
  /// The finding about each promise of the machine's own file.
  var promises: [(promise: PromiseName, finding: PromiseFindings.Finding)]
  /// The errors about late answers of promises of which it isn't known yet whether an answer is always possible.
  var late: [PromiseName: Diagnostic]

  /// Adds promises that turned out to be broken, or about which the engine and the interpreter differ.
  mutating func add(_ broken: [(promise: PromiseName, diagnostic: Diagnostic)]) {
    diagnostics += broken.map(\.diagnostic)
    for (name, diagnostic) in broken {
      for index in promises.indices where promises[index].promise == name {
        promises[index].finding = diagnostic.kind == .contradiction ? .contradicted : .broken
      }
    }
  }

  /// Decides promises that no run breaks whatever the order of timers is.
  mutating func decide(kept: Set<PromiseName>) {
    for index in promises.indices where promises[index].finding.isUndecided && kept.contains(promises[index].promise) {
      promises[index].finding = .kept
    }
  }

  /// Adds the errors about late answers, where nothing worse was found.
  mutating func addLateAnswers() {
    for index in promises.indices where promises[index].finding == .late {
      diagnostics += [late[promises[index].promise]].compactMap(\.self)
      promises[index].finding = .broken
    }
  }
}

/// Finds what is true even if the exploration ended early. This takes at most as much work as the exploration may take.
/// - Parameters:
///   - forms: The forms of counterexamples besides the lines of diagnostics.
///   - isWanted: Returns whether somebody still wants the findings. If not, some are missing.
func findCertainThings(
  in exploration: Exploration, showing forms: CounterexampleForms = [],
  whileWanted isWanted: @escaping @Sendable () -> Bool = { true }
) -> CertainFindings {
  let machine = exploration.machine
  let printer = CounterexamplePrinter(exploration.index, showing: forms)
  var budget = WorkBudget(exploration.workLimit, whileWanted: isWanted)
  let faults = findReachableFaults(in: exploration, by: printer, within: &budget)
  let early = checkPromises(in: exploration, by: printer, within: &budget)
  let untaken = findUntakenEvents(in: exploration, by: printer, within: &budget)
  var diagnostics = faults.diagnostics + early.diagnostics + untaken.diagnostics
  func addUnexploredPart(_ message: String) {
    diagnostics.append(machine.diagnostic(.unexploredPart, message, at: machine.nameRange))
  }
  if faults.omittedCount > 0 {
    let count = counted(faults.omittedCount, "more fault")
    addUnexploredPart("\(count) can be reached, but showing how takes too much work (`--limit`)")
  }
  if untaken.omittedCount > 0 {
    let count = counted(untaken.omittedCount, "more event")
    addUnexploredPart("\(count) may not be taken by parts, but showing how takes too much work (`--limit`)")
  }
  for shortage in Shortage.allCases {
    let unsearched = early.findings.count { $0.finding == .unsearched(shortage) }
    if unsearched == 0 { continue }
    let verb = unsearched == 1 ? "is" : "are"
    addUnexploredPart("\(counted(unsearched, "promise")) \(verb) not checked, because that takes \(shortage.words)")
  }
  return CertainFindings(diagnostics: diagnostics, promises: early.findings, late: early.late)
}

extension Diagnostic {
  /// The code, the message and the place.
  fileprivate var identity: [String] { [kind.code, message, "\(location)"] }

  /// Returns the diagnostic with the reservation that other numbers or times may make a difference.
  fileprivate func qualified(by questions: [OpenQuestion], in exploration: Exploration) -> Diagnostic {
    var diagnostic = self
    let isAboutNumbers = questions.contains(where: \.isAboutNumbers)
    diagnostic.message +=
      isAboutNumbers ? " (for the numbers that exploration tries)" : " (for the times that exploration tries)"
    let asked = questions.filter { $0.isAboutNumbers == isAboutNumbers }
    diagnostic.notes += asked.prefix(3).map { question in
      Note(
        exploration.reason(for: question), at: SourceLocation(path: exploration.machine.path, range: question.range))
    }
    return diagnostic
  }
}

extension SourceRange {
  fileprivate func contains(_ other: SourceRange) -> Bool { start <= other.start && other.end <= end }
}
