import LifelineInterpreter
import LifelineModel

/// Runs of a machine with everything that happens in them, for the oracle of promises.
package struct PromiseRuns {
  /// Creates the runs of a machine.
  package init(index: MachineIndex) { self.index = index }

  /// A run, at rest.
  package struct Run {
    package var interpreter: Interpreter
    package var moments: [PromiseMoment] = []
    package var time = 0
  }

  /// Something that a host does.
  package enum Step: Hashable {
    case start
    case send(ID<Event>)
    case wait(Int)
  }

  package let index: MachineIndex
  /// A time that is longer than any of the spec.
  private let longTime = 14

  package var machine: Machine { index.machine }
  /// The run in which nothing has happened.
  package var beginning: Run { Run(interpreter: Interpreter(index)) }

  /// Returns what a host can do after a run.
  package func steps(after run: Run) -> [Step] {
    if run.interpreter.snapshot.configuration.isEmpty { return [.start] }
    if run.interpreter.snapshot.isFinished { return [] }
    let events = machine.events.indices.filter { !machine.events[$0].isInternal }.map { Step.send(ID($0)) }
    guard let next = run.interpreter.snapshot.timers.first else { return events + [.wait(longTime)] }
    return events + Set([1, next.remaining - 1, next.remaining]).filter { $0 > 0 }.sorted().map { .wait($0) }
  }

  /// Returns a run with one step more, in which the machine takes the first alternatives. A wait over several timers is a wait
  /// for each.
  package func run(_ run: Run, _ step: Step) -> Run {
    if case .wait(let time) = step, let next = run.interpreter.snapshot.timers.first?.remaining, next < time {
      return self.run(self.run(run, .wait(next)), .wait(time - next))
    }
    return self.run(run, step, taking: []).run
  }

  /// Returns the runs with one step more: one for each choice of what the machine leaves open.
  package func runs(_ run: Run, _ step: Step) -> [Run] {
    if case .wait(let time) = step, let next = run.interpreter.snapshot.timers.first?.remaining, next < time {
      return runs(run, .wait(next)).flatMap { runs($0, .wait(time - next)) }
    }
    var result: [Run] = []
    var alternatives: [Int]? = []
    while let taken = alternatives {
      let (next, counts) = self.run(run, step, taking: taken)
      result.append(next)
      // The next combination, as on an odometer.
      let full = taken + Array(repeating: 0, count: counts.count - taken.count)
      alternatives = counts.indices.last { full[$0] + 1 < counts[$0] }.map { full[..<$0] + [full[$0] + 1] }
    }
    return result
  }

  private func run(_ run: Run, _ step: Step, taking alternatives: [Int]) -> (run: Run, counts: [Int]) {
    var result = run
    result.interpreter.alternatives = alternatives
    var entries = EntryList()
    let reaction: Reaction
    var sent: ID<Event>?
    switch step {
    case .start: reaction = result.interpreter.start(observer: &entries)
    case .send(let event):
      reaction = result.interpreter.send(event, observer: &entries)
      if reaction.treatment != .ignored { sent = event }
    case .wait(let time):
      result.time += time
      reaction = result.interpreter.advance(byMilliseconds: time, observer: &entries)
    }
    if let sent { result.moments.append(PromiseMoment(.happening(.event(sent)), at: result.time)) }
    let names = reaction.calls.map { Promise.Happening.call($0.callback) }
    for index in 0...names.count {
      for entry in entries.list where entry.calls == index {
        result.moments.append(PromiseMoment(.happening(.entry(entry.state)), at: result.time))
      }
      if index < names.count { result.moments.append(PromiseMoment(.happening(names[index]), at: result.time)) }
    }
    if result.interpreter.snapshot.isFinished { result.moments.append(PromiseMoment(.end, at: result.time)) }
    result.moments.append(PromiseMoment(.now, at: result.time))
    return (result, entries.counts)
  }

  /// An observer of its own, so that a mistake in the recorder that explorations use shows.
  private struct EntryList: InterpreterObserver {
    var list: [(state: ID<State>, calls: Int)] = []
    /// The number of alternatives of each action that leaves something open.
    var counts: [Int] = []
    mutating func willChoose(among count: Int) { counts.append(count) }
    mutating func didEnter(_ state: ID<State>, afterCalls callCount: Int) { list.append((state, callCount)) }
  }

  /// Returns whether some run that goes on from another calls one of some callbacks; `nil` if there are too many.
  package func canCall(_ callbacks: Set<ID<Callback>>, after run: Run) -> Bool? {
    var pending = [Run(interpreter: run.interpreter)]
    var known: Set<Snapshot> = [run.interpreter.snapshot]
    while let next = pending.popLast() {
      for step in steps(after: next) {
        for var after in runs(next, step) {
          let isCalled = after.moments.contains { moment in
            if case .happening(.call(let callback)) = moment.kind { callbacks.contains(callback) } else { false }
          }
          if isCalled { return true }
          after.moments = []
          if known.insert(after.interpreter.snapshot).inserted { pending.append(after) }
          if known.count > 2_000 { return nil }
        }
      }
    }
    return false
  }
}
