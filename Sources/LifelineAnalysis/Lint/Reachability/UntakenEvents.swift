import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds the events that the machine sends to a part which doesn't take them (L806).
func findUntakenEvents(in exploration: Exploration, within budget: inout WorkBudget) -> Counterexamples {
  let machine = exploration.machine
  let printer = CounterexamplePrinter(machine)
  var result = Counterexamples()
  for untaken in exploration.untaken {
    guard !budget.isExhausted else {
      result.omittedCount += 1
      continue
    }
    let run = exploration.counterexample(through: untaken.occurrence)
    budget.spend(run.work)
    // Snapshots that count as one node may still differ.
    guard let event = run.steps.last?.reaction.untaken.first(where: { $0.range == untaken.event.range }) else {
      continue
    }
    let steps = printer.summary(of: run) + (run.steps.count == 1 ? " is" : " are")
    result.diagnostics.append(
      machine.diagnostic(
        .untakenEvent, "\(machine.text(of: event)): \(steps) enough for that", at: event.range,
        details: printer.lines(of: run)))
  }
  return result
}
