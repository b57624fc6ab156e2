import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// Diagnostics that show how the machine gets into a situation.
struct Counterexamples {
  var diagnostics: [Diagnostic] = []
  /// The number of situations that were left out, because the budget wasn't enough.
  var omittedCount = 0
}

/// Finds the endless loops (L801), failing computations (L802) and fields that leave their ranges (L807) that can be
/// reached.
func findReachableFaults(
  in exploration: Exploration, by printer: CounterexamplePrinter, within budget: inout WorkBudget
) -> Counterexamples {
  let machine = exploration.machine
  let unguardedLoops = Set(findEventlessLoops(in: machine).joined().map(\.range))
  var reported: Set<SourceRange> = []
  var reportedAssignments: Set<SourceRange> = []
  var result = Counterexamples()
  for reached in exploration.faults {
    let fault = reached.fault
    // Running the scenarios reports a start that fails with the default values, and loops without guards.
    guard !exploration.isDefaultStart(reached.occurrence), !unguardedLoops.contains(fault.range) else { continue }
    // A computation may fail at the same place.
    let isNew =
      fault.leavesRange
      ? reportedAssignments.insert(fault.range).inserted
      : fault.kind == .endlessMacrostep || reported.insert(fault.range).inserted
    guard isNew else { continue }
    guard !budget.isExhausted else {
      result.omittedCount += 1
      continue
    }
    let run = exploration.counterexample(through: reached.occurrence)
    budget.spend(run.work)
    if let contradiction = exploration.contradiction(of: run, by: printer) {
      result.diagnostics.append(contradiction)
      continue
    }
    guard fault.kind == .endlessMacrostep else {
      let kind = fault.leavesRange ? DiagnosticKind.fieldLeavesRange : .reachableFault
      let caption = CounterexampleCaption(
        title: (fault.rangeTitle ?? kind.title) + run.place(in: machine), kind: kind, words: fault.message,
        range: fault.range,
        part: fault.part)
      let message = fault.words + ", after " + printer.summary(of: run) + (fault.remedy.map { "; \($0)" } ?? "")
      result.diagnostics.append(
        machine.diagnostic(
          kind, message, at: fault.range, details: printer.lines(of: run),
          in: fault.part, showing: printer.exhibit(of: run, caption)))
      continue
    }
    // The transition at which the limit is exceeded depends on the way into the loop, so compare the whole loop.
    let loop = loop(of: run, in: machine, fault.part)
    guard let first = loop.first, reported.isDisjoint(with: loop) else { continue }
    reported.formUnion(loop)
    let caption = CounterexampleCaption(
      title: DiagnosticKind.endlessLoop.title + run.place(in: machine), kind: .endlessLoop,
      words: "transitions are taken in an endless loop",
      range: first, part: fault.part)
    result.diagnostics.append(
      machine.diagnostic(
        .endlessLoop, "this is taken in an endless loop, after \(printer.summary(of: run))",
        at: first, details: printer.lines(of: run), in: fault.part,
        located: loop.dropFirst().map {
          Diagnostic.Note(
            "this is part of the loop", at: SourceLocation(path: machine.path(of: fault.part), range: $0))
        }, showing: printer.exhibit(of: run, caption)))
  }
  return result
}

/// Returns the ranges of the transitions that an endless loop takes, each once.
/// - Parameter part: The part whose loop it is; `nil` for the machine's own.
private func loop(of run: CounterexampleRun, in machine: Machine, _ part: ID<Part>?) -> [SourceRange] {
  let taken = (run.steps.last?.reaction.taken ?? []).filter { machine.part(of: $0.id) == part }
  return Set(taken.suffix(200).map(\.range)).sorted()
}

extension Fault {
  /// Whether an action sets a field to a value outside of its range.
  var leavesRange: Bool { if case .outOfRange = kind { true } else { false } }

  /// The title of a picture in which a field leaves its range.
  fileprivate var rangeTitle: String? {
    if case .outOfRange(let field, _, _) = kind { "\(field) leaves its range" } else { nil }
  }

  /// The message of a diagnostic, without the steps that lead there.
  fileprivate var words: String {
    if case .outOfRange(let field, let value, let range) = kind {
      "`\(field)` is set to \(value), outside of its range \(range)"
    } else {
      message
    }
  }

  /// Words that say what to write instead, if the mistake is what the action computes.
  fileprivate var remedy: String? {
    leavesRange ? "guard the action with `if`, or limit the value with `min` or `max`" : nil
  }
}

extension CounterexampleRun {
  /// Returns words for the states in which the machine is before the last step.
  fileprivate func place(in machine: Machine) -> String {
    guard steps.count > 1 else { return " at the start" }
    return " after " + steps[steps.count - 2].states.map { machine[$0].path }.joined(separator: ", ")
  }
}

extension Exploration {
  /// Returns whether the machine starts with the default values of its fields.
  fileprivate func isDefaultStart(_ occurrence: Occurrence) -> Bool {
    let fields = nodes[occurrence.node].snapshot.fields
    return occurrence.stimulus.kind == .start && fields == machine.fields.map(\.defaultValue)
      && occurrence.stimulus.facts.allSatisfy { fields[$0.field.index] == $0.value }
  }
}
