import LifelineModel
import LifelineSource

extension Exploration {
  /// The warning that the exploration ended early, and what grew until then (L805); `nil` if nothing is left unproved.
  /// An endless loop, which also ends an exploration, is an error itself.
  package var unexploredPart: Diagnostic? {
    guard let end = earlyEnd else { return nil }
    let keys = ["needs", "onlyAfter", "between", "answeredBy"].filter { key in
      machine.ownPromises.contains { $0.key == key }
    }.map { "`\($0)`" }
    let list = keys.dropLast(2) + [keys.suffix(2).joined(separator: " and ")]
    let kept = keys.isEmpty ? "" : ", nor that all \(list.joined(separator: ", ")) are met"
    let reasons = untriedValues.map { [$0] } ?? growth.map(\.description)
    let reason = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", and ")
    let remedy: String =
      switch bound {
      case .memory: "; `--limit` doesn't change that: give what grows a bound, or compare fewer arguments"
      case .combinations where untriedValues != nil:
        "; compare fewer fields and arguments in one step, or give numbers a smaller `range`"
      case .combinations, .nodes, .work, .loops, nil: ""
      }
    return machine.diagnostic(
      .unexploredPart, "the exploration \(end), so it doesn't show what never happens\(kept)\(reason)\(remedy)",
      at: machine.nameRange)
  }

  /// The way in which the exploration ended early, as the end of a sentence; `nil` if it didn't, or at endless loops.
  package var earlyEnd: String? {
    let count = counted(configurationCount, "configuration")
    return switch bound {
    case nil, .loops: nil
    case .nodes: "ended after \(count) (`--limit`)"
    case .work: "ended after \(count), which took too much work (`--limit`)"
    case .memory: "ended after \(count), which took too much memory"
    case .combinations:
      omissions.values.joined().contains(where: \.isOfCalls)
        ? "did not try all that a step leaves open, because there are more than \(grouped(combinationLimit)) combinations"
        : "did not try all combinations of values"
    }
  }

  /// The first place at which combinations of values are missing, as a clause; `nil` if there is none.
  private var untriedValues: String? {
    guard bound == .combinations, !omissions.values.joined().contains(where: \.isOfCalls) else { return nil }
    return unexploredStep(in: omissions.keys.min() ?? 0, where: { _ in true })?.omission
  }

  /// The parts of the configurations that have most values, with the most first; at most three, and none that has few
  /// values compared with the first.
  var growth: [Growth] {
    let (table, layout) = (nodes.store.table, nodes.store.layout)
    let fields = environment.roles.memory.enumerated().map { position, field in
      let word = layout.memoryWords.lowerBound + position
      return Growth(part: .field(machine[field].name), count: table.distinctCount(in: word..<word + 1))
    }
    // Before the start, no state is active.
    let others = [
      Growth(part: .activeStates, count: table.distinctCount(in: layout.activeWords) - (nodes.isEmpty ? 0 : 1)),
      Growth(part: .deferredEvents(deferredEventNames), count: table.distinctCount(in: layout.deferredWords)),
      Growth(part: .histories, count: table.distinctCount(in: layout.historyWords)),
      Growth(part: .timers, count: table.distinctCount(in: layout.timerWords)),
    ]
    let sorted = (fields + others).enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    return sorted.prefix(3).filter { $0.count > 1 && $0.count >= sorted[0].count / 2 }
  }

  private var deferredEventNames: [String] {
    let store = nodes.store
    let lists = Set(nodes.indices.map { store.table[$0, store.layout.deferred] })
    return Set(lists.flatMap { store.engine.events(inList: $0) }).map { machine[$0].name }.sorted()
  }
}

/// A part of a machine's configurations, and how many different values it has had in an exploration.
struct Growth: Hashable, CustomStringConvertible {
  enum Part: Hashable {
    case field(String)
    case activeStates
    case deferredEvents([String])
    case histories
    case timers
  }

  var part: Part
  var count: Int

  var description: String {
    switch part {
    case .field(let name): "`\(name)` has taken \(counted(count, "value"))"
    case .activeStates: "\(counted(count, "combination")) of states have been active"
    case .deferredEvents(let names):
      "the deferred events (\(quotedList(names))) have been kept in \(counted(count, "order"))"
    case .histories: "the histories have remembered \(counted(count, "combination")) of states"
    case .timers: "the timers have run in \(counted(count, "combination"))"
    }
  }
}

/// Returns names in backticks; of many, only the first.
private func quotedList(_ names: [String]) -> String {
  names.prefix(3).map { "`\($0)`" }.joined(separator: ", ") + (names.count > 3 ? ", …" : "")
}
