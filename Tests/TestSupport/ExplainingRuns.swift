import LifelineInterpreter
import LifelineModel

/// All runs of a small machine that explain a log, for the oracle of promises.
///
/// It tries everything that a host can do between two lines, one run of the interpreter after the other, and knows nothing of
/// explorations. A line shows a call, an event or a state; each call and each event of the shown ones is in the log.
package struct ExplainingRuns {
  /// A line of a log.
  package struct Line: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case happening(Promise.Happening)
      /// The machine is in the state.
      case state(ID<State>)
    }

    package var kind: Kind
    /// The milliseconds since the start.
    package var time: Int

    /// Creates a line.
    package init(_ kind: Kind, at time: Int) {
      self.kind = kind
      self.time = time
    }
  }

  /// A run, perhaps in the middle of a step.
  private struct Place {
    var run: PromiseRuns.Run
    /// The rest of the step.
    var rest: [PromiseMoment.Kind] = []
    /// The past, with the times at which it happened at the latest.
    var moments: [PromiseMoment] = []
  }

  /// The facts that decide the future of a run.
  private struct Key: Hashable {
    var snapshot: Snapshot
    var rest: [PromiseMoment.Kind]
    var verdict: [Int?]
  }

  private let runs: PromiseRuns
  private let promise: Promise
  private let events: IDSet<Event>
  private var places: [Place]
  /// Whether there are too many runs to try them all.
  package private(set) var isTooLarge = false

  /// Begins before the start of a machine.
  /// - Parameter events: The events that the log shows.
  package init(_ runs: PromiseRuns, _ promise: Promise, showing events: IDSet<Event>) {
    self.runs = runs
    self.promise = promise
    self.events = events
    places = [Place(run: runs.beginning)]
  }

  private func isShown(_ kind: PromiseMoment.Kind) -> Bool {
    switch kind {
    case .happening(.call): true
    case .happening(.event(let event)): events.contains(event)
    case .happening(.entry), .end, .now: false
    }
  }

  /// Whether no run explains the lines.
  package var isEmpty: Bool { places.isEmpty }
  /// Whether each run has broken the promise.
  package var isBroken: Bool { places.allSatisfy { judge(promise, $0.moments).brokenAt != nil } }
  /// Whether a question is open in each run that keeps the promise and isn't in the middle of a step. There has to be one.
  package var isOwed: Bool {
    let kept = places.filter { $0.rest.isEmpty && judge(promise, $0.moments).brokenAt == nil }
    return !kept.isEmpty && kept.allSatisfy { judge(promise, $0.moments).owedSince != nil }
  }
  /// Whether the log may end here.
  package var isResting: Bool { places.contains { $0.rest.isEmpty } }

  /// Returns whether the machine can't ignore an event that the host sends now.
  package func mustTake(_ event: ID<Event>) -> Bool {
    var after = self
    after.places = places.filter { $0.rest.isEmpty }
    after.beSilent(until: 0)
    let resting = after.places.filter { $0.rest.isEmpty && !$0.run.interpreter.snapshot.configuration.isEmpty }
    return !resting.isEmpty
      && resting.allSatisfy { place in
        !place.run.interpreter.snapshot.isFinished
          && runs.runs(place.run.withoutPast, .send(event)).allSatisfy { run in
            run.moments.contains { $0.kind == .happening(.event(event)) }
          }
      }
  }

  /// Goes on with a line.
  package mutating func follow(_ line: Line) {
    beSilent(until: line.time)
    var next: [Key: Place] = [:]
    for place in places { for after in follow(line, place) { next[key(after)] = after } }
    places = Array(next.values)
  }

  private func follow(_ line: Line, _ place: Place) -> [Place] {
    var after = place
    switch line.kind {
    case .state(let state):
      guard place.rest.isEmpty, place.run.interpreter.snapshot.configuration.contains(state) else { return [] }
      after.moments.append(PromiseMoment(.now, at: line.time))
      return [after]
    case .happening(let happening):
      var result: [Place] = []
      if case .event(let event) = happening, place.rest.isEmpty, !place.run.interpreter.snapshot.configuration.isEmpty {
        // The machine may ignore it.
        let ignores =
          place.run.interpreter.snapshot.isFinished
          || runs.runs(place.run.withoutPast, .send(event)).contains { run in
            !run.moments.contains { $0.kind == .happening(.event(event)) }
          }
        if ignores {
          var ignoring = place
          ignoring.moments.append(PromiseMoment(.now, at: line.time))
          result.append(ignoring)
        }
      }
      guard let first = place.rest.firstIndex(where: isShown), place.rest[first] == .happening(happening) else {
        return result
      }
      let end = place.rest[(first + 1)...].firstIndex(where: isShown) ?? place.rest.count
      after.moments += place.rest[..<end].map { PromiseMoment($0, at: line.time) }
      after.rest = Array(place.rest[end...])
      return result + [after]
    }
  }

  /// Adds all runs in which something happens before the next line that no line shows.
  private mutating func beSilent(until time: Int) {
    var known: Set<Key> = Set(places.map(key))
    var pending = places
    while let place = pending.popLast(), !isTooLarge {
      guard place.rest.isEmpty else { continue }
      for step in runs.steps(after: place.run) {
        for run in runs.runs(place.run.withoutPast, step) {
          var after = Place(run: run.withoutPast, rest: run.moments.map(\.kind), moments: place.moments)
          after.rest.removeAll { $0 == .now || $0 == .end }
          if !after.rest.contains(where: isShown) {
            after.moments += after.rest.map { PromiseMoment($0, at: time) }
            after.rest = []
          }
          guard known.insert(key(after)).inserted else { continue }
          places.append(after)
          pending.append(after)
          if places.count > 3_000 { isTooLarge = true }
        }
      }
    }
  }

  private func key(_ place: Place) -> Key {
    let verdict = judge(promise, place.moments)
    return Key(
      snapshot: place.run.interpreter.snapshot, rest: place.rest,
      verdict: [verdict.brokenAt == nil ? nil : 0, verdict.owedSince.map { place.moments[$0].time }])
  }
}

extension PromiseRuns.Run {
  /// The run as one in which nothing has happened yet.
  fileprivate var withoutPast: PromiseRuns.Run { PromiseRuns.Run(interpreter: interpreter) }
}
