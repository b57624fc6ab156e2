import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds the events that the machine sends to a part which doesn't take them (L806).
///
/// A part that hasn't taken an event is in another state than the machine expects, so that it may take none of the
/// events that follow. These count only on ways on which the part takes all events before them, or is made new.
func findUntakenEvents(
  in exploration: Exploration, by printer: CounterexamplePrinter, within budget: inout WorkBudget
) -> Counterexamples {
  let machine = exploration.machine
  var ranges: [ID<Part>: Set<SourceRange>] = [:]
  for outcomes in exploration.partTraces {
    for case .untaken(let event) in outcomes where event.sender == nil {
      ranges[event.part, default: []].insert(event.range)
    }
  }
  guard !ranges.isEmpty else { return Counterexamples() }
  let leaving = exploration.edgesByNode()
  var result = Counterexamples()
  for (part, ranges) in ranges.sorted(by: { $0.key < $1.key }) {
    let search = UntakenEventSearch(part: part, exploration: exploration, leaving: leaving)
    guard let paths = search.shortestPaths(within: &budget) else {
      result.omittedCount += ranges.count
      continue
    }
    for (range, path) in paths.sorted(by: { $0.key < $1.key }) {
      guard !budget.isExhausted else {
        result.omittedCount += 1
        continue
      }
      let run = exploration.run(path)
      budget.spend(run.work)
      if let contradiction = exploration.contradiction(of: run, by: printer) {
        result.diagnostics.append(contradiction)
        continue
      }
      // Snapshots that count as one node may still differ.
      guard let event = run.steps.last?.reaction.untaken.first(where: { $0.range == range }) else { continue }
      let text = machine.text(of: event)
      let caption = CounterexampleCaption(
        title: "\(machine[event.part].name) does not take \(machine[event.event].name)", kind: .untakenEvent,
        words: text, range: range, untaken: range)
      result.diagnostics.append(
        machine.diagnostic(
          .untakenEvent, "\(text); these steps lead there: \(printer.summary(of: run))", at: range,
          details: printer.lines(of: run),
          showing: printer.exhibit(of: run, caption)))
    }
  }
  return result
}

/// A search that pairs the explored nodes with whether a part has not taken an event since the start or its last restart.
private struct UntakenEventSearch {
  let part: ID<Part>
  let exploration: Exploration
  /// The edges that leave each node.
  let leaving: Exploration.EdgesByNode

  /// Returns the shortest path to each event that the part is the first not to take, by the range of the event in the
  /// action; `nil` if the budget is exhausted.
  func shortestPaths(within budget: inout WorkBudget) -> [SourceRange: [Exploration.Occurrence]]? {
    var paths: [SourceRange: [Exploration.Occurrence]] = [:]
    let isComplete = exploration.followEdges(leaving, from: false, within: &budget) { edge, isOutOfStep, path in
      for range in firstUntaken(along: edge, &isOutOfStep) where paths[range] == nil { paths[range] = path() }
      return true
    }
    return isComplete ? paths : nil
  }

  /// Returns the ranges of the events that the part doesn't take after it has taken all events before them.
  private func firstUntaken(along edge: Exploration.Edge, _ isOutOfStep: inout Bool) -> [SourceRange] {
    guard let trace = edge.partTrace else { return [] }
    var ranges: [SourceRange] = []
    for outcome in exploration.partTraces[trace] {
      switch outcome {
      case .untaken(let event) where event.part == part && event.sender == nil:
        if !isOutOfStep { ranges.append(event.range) }
        isOutOfStep = true
      case .restarted(part, _): isOutOfStep = false
      case .untaken, .restarted: break
      }
    }
    return ranges
  }
}
