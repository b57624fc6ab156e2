import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineRewriting
import LifelineScenarios
import LifelineSource

/// A transition that no scenario of a spec takes, with the shortest way to it.
package struct UntakenTransition: Sendable {
  /// The transition in words, such as ``the transition of `a` for `go` ``.
  package var name: String
  /// The range of the transition in the text that was explored.
  package var range: SourceRange
  /// The index of the transition among everything that scenarios can cover.
  fileprivate var item: Int
  /// A name for a scenario that takes it.
  fileprivate var title: String
  fileprivate var test: DerivedTest

  /// Returns the transitions that no scenario takes and that the exploration has taken.
  static func find(in analysis: AnalysisReport, of machine: Machine, by coverage: Coverage?) -> [UntakenTransition] {
    guard let coverage, let exploration = analysis.exploration else { return [] }
    let uncovered = coverage.items.enumerated().filter { $1.subject == .transitions && $1.count == 0 }
    let items = Dictionary(uncovered.map { ($0.element.range, $0.offset) }) { first, _ in first }
    let triggered = machine.declared.states.flatMap(\.triggeredTransitions).filter {
      items[$0.transition.range] != nil
    }
    let titles = Dictionary(triggered.map { ($0.transition.id, $0.title(in: machine)) }) { first, _ in first }
    return exploration.deriveTests(taking: triggered.map(\.transition)).compactMap { transition, test in
      guard let item = items[transition.range] else { return nil }
      return UntakenTransition(
        name: coverage.items[item].name, range: transition.range, item: item, title: titles[transition.id] ?? "",
        test: test)
    }
  }

  /// Returns a scenario that takes the transition and expects what the machine does then; `nil` if it can't be recorded.
  fileprivate func record(with machine: Machine) -> RecordedScenario? {
    let given = test.fields.enumerated().map { FieldValue(field: ID($0.offset), value: $0.element) }
    let changed = given.filter { machine[$0.field].defaultValue != $0.value }
    let beginning = SimulationSession.Beginning(states: test.given ?? [], fields: changed)
    do throws(SimulationFailure) {
      var session = try SimulationSession.begin(MachineIndex.build(for: machine), beginning)
      for cause in causes {
        switch cause {
        case .start: break
        case .set(let facts): try session.perform(.set(facts))
        case .send(let event, let arguments): try session.perform(.send(event, arguments: arguments))
        case .wait(let milliseconds): try session.perform(.wait(milliseconds: milliseconds))
        }
      }
      return session.record(named: unusedTitle(in: machine))
    } catch {
      return nil
    }
  }

  /// The causes of the test, without the waits that only show when a timer elapses.
  private var causes: [DerivedTest.Cause] {
    var causes: [DerivedTest.Cause] = []
    for cause in test.approach + test.steps.map(\.cause) {
      if case .wait(let more) = cause, case .wait(let milliseconds)? = causes.last {
        causes[causes.count - 1] = .wait(milliseconds: milliseconds + more)
      } else {
        if case .send = cause, case .wait(milliseconds: 1)? = causes.last { causes.removeLast() }
        causes.append(cause)
      }
    }
    return causes
  }

  /// Returns whether the last scenario of a machine takes the transition.
  fileprivate func isTakenByLastScenario(of machine: Machine?) -> Bool {
    guard var machine, let scenario = machine.scenarios.last else { return false }
    machine.scenarios = [scenario]
    guard let recording = checkScenarios(of: machine, recording: true).recording else { return false }
    let items = measureCoverage(of: machine, by: recording).items
    return items.indices.contains(item) && items[item].count > 0
  }

  private func unusedTitle(in machine: Machine) -> String {
    let names = Set(machine.scenarios.map(\.name))
    if !names.contains(title) { return title }
    return (2...names.count + 2).lazy.map { "\(title) \($0)" }.first { !names.contains($0) } ?? title
  }
}

extension TriggeredTransition {
  /// Returns a name for a scenario that takes the transition.
  fileprivate func title(in machine: Machine) -> String {
    let state = machine[transition.source].path
    let place = state.isEmpty ? "" : " in \(state)"
    switch trigger {
    case .event(let event): return machine[event].name + place
    case .anyEvent: return "any other event" + place
    case .always: return "\(state.isEmpty ? "the machine" : state) goes on"
    case .done: return "\(state.isEmpty ? "the machine" : state) is done"
    case .timer(let index):
      let length = machine[transition.source].timers[index].text(in: machine).filter { $0 != "`" }
      return "after \(length)\(place)"
    }
  }
}

extension EditorJob {
  /// Returns the text with one more scenario, which takes a transition; `nil` if there is no such text.
  package func addScenario(taking transition: UntakenTransition, to spec: EditedSpec) -> [UInt8]? {
    guard let machine = spec.reading.machine, let scenario = transition.record(with: machine) else { return nil }
    do throws(InsertionRefusal) {
      let insertion = try insert(scenario, into: text.bytes, reading: spec.reading)
      return transition.isTakenByLastScenario(of: insertion.reading.machine) ? insertion.bytes : nil
    } catch {
      return nil
    }
  }
}
