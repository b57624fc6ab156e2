import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

extension DiagnosticKind {
  static let reachedLoop = DiagnosticKind(
    "L801", .error, "an endless loop",
    explanation: """
      On the way that is shown, `always` transitions or raised events lead to each other again and again, so that the \
      machine takes more than 1,000 steps before it gives control back. Running, it would trap there.

        a: {always: {if: isReady, to: b}}
        b: {always: {if: isReady, to: a}}   # with isReady, for ever

      Give one of the transitions on the way a guard that is false in the end, or take a `raise` out.
      """)
  static let reachedFault = DiagnosticKind(
    "L802", .warning, "something that cannot be computed",
    explanation: """
      On the way that is shown, the machine divides by zero, computes a number that 64 bits do not hold, or arms a \
      timer with a time that is not above zero. Running, it would trap there.

        context: {count: 1}
        states: {a: {on: {go: {if: 10 / count > 2, to: b}}}}   # the host may set count to 0

      Guard the computation (`count > 0 and 10 / count > 2`), or do without it. Where the host is known never to come \
      that way, silence the warning with `allow` and say why.
      """)
}

extension ReachabilityChecks {
  /// Where the machine cannot go on.
  func faultFindings() -> [Diagnostic] {
    let known = Set(AlwaysCycles(machine).find().joined().map(\.range))
    var places: Set<SourceRange> = []
    return exploration.faults.compactMap { reached in
      let fault = reached.fault
      // A start that fails, and a circle without guards, have been said.
      let start = exploration.nodes[reached.occurrence.node].snapshot
      let isPlainStart =
        reached.occurrence.stimulus.kind == .start && start.fields == machine.fields.map(\.defaultValue)
        && reached.occurrence.stimulus.facts.allSatisfy { start.fields[$0.field.index] == $0.value }
      guard !isPlainStart, !known.contains(fault.range) else { return nil }
      let replay = Replay(of: exploration.path(through: reached.occurrence), in: exploration)
      let path = PathText(machine)
      if fault.kind == .endlessMacrostep {
        // Where the limit is passed depends on how one came in; the loop is the same.
        let loop = loop(of: replay)
        guard let place = loop.first, places.isDisjoint(with: loop) else { return nil }
        places.formUnion(loop)
        return machine.finding(
          .reachedLoop, "this is taken again and again: \(path.summary(of: replay)) lead to an endless loop",
          at: place, details: path.lines(of: replay), notes: loop.dropFirst().map { ("on the way round", $0) })
      }
      guard places.insert(fault.range).inserted else { return nil }
      return machine.finding(
        .reachedFault, "\(fault.message), after \(path.summary(of: replay))", at: fault.range,
        details: path.lines(of: replay))
    }
  }

  /// The places of the transitions that are taken again and again, each once.
  private func loop(of replay: Replay) -> [SourceRange] {
    let ranges = (replay.steps.last?.reaction.taken ?? []).suffix(200).map(\.range)
    var seen: Set<SourceRange> = []
    return ranges.filter { seen.insert($0).inserted }.sorted()
  }
}
