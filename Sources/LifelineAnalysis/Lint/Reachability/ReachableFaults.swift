import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// Returns the diagnostics of endless loops (L801) and failing computations (L802) that can be reached.
func reachableFaults(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  let printer = CounterexamplePrinter(machine)
  let unguardedLoops = Set(findEventlessLoops(in: machine).joined().map(\.range))
  var reported: Set<SourceRange> = []
  return exploration.faults.compactMap { reached in
    let fault = reached.fault
    // Running the scenarios reports a start that fails with the default values, and loops without guards.
    guard !exploration.isDefaultStart(reached.occurrence), !unguardedLoops.contains(fault.range) else { return nil }
    if fault.kind != .endlessMacrostep, !reported.insert(fault.range).inserted { return nil }
    let run = exploration.counterexample(through: reached.occurrence)
    guard fault.kind == .endlessMacrostep else {
      return machine.diagnostic(
        .reachableFault, "\(fault.message), after \(printer.summary(of: run))", at: fault.range,
        details: printer.lines(of: run))
    }
    // The transition at which the limit is exceeded depends on the way into the loop, so compare the whole loop.
    let loop = loop(of: run)
    guard let first = loop.first, reported.isDisjoint(with: loop) else { return nil }
    reported.formUnion(loop)
    return machine.diagnostic(
      .endlessLoop, "this is taken in an endless loop, after \(printer.summary(of: run))",
      at: first, details: printer.lines(of: run), notes: loop.dropFirst().map { ("this is part of the loop", $0) })
  }
}

/// Returns the ranges of the transitions that an endless loop takes, each once.
private func loop(of run: CounterexampleRun) -> [SourceRange] {
  let taken = run.steps.last?.reaction.taken ?? []
  return Set(taken.suffix(200).map(\.range)).sorted()
}

extension Exploration {
  /// Returns whether the machine starts with the default values of its fields.
  fileprivate func isDefaultStart(_ occurrence: Occurrence) -> Bool {
    let fields = nodes[occurrence.node].snapshot.fields
    return occurrence.stimulus.kind == .start && fields == machine.fields.map(\.defaultValue)
      && occurrence.stimulus.facts.allSatisfy { fields[$0.field.index] == $0.value }
  }
}
