import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The forms in which a diagnostic shows a counterexample besides its lines.
package struct CounterexampleForms: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A life line.
  package static let picture = CounterexampleForms(rawValue: 1)
  /// Steps as values, for programs.
  package static let steps = CounterexampleForms(rawValue: 2)
}

/// A counterexample in the forms that were asked for.
struct CounterexampleExhibit {
  var picture: LifeLine?
  var steps: Counterexample?
}

extension CounterexamplePrinter {
  /// Returns a counterexample in the forms that are asked for. It runs once more for each.
  func exhibit(of run: CounterexampleRun, _ caption: CounterexampleCaption) -> CounterexampleExhibit {
    CounterexampleExhibit(
      picture: picture(of: run, caption), steps: forms.contains(.steps) ? counterexample(of: run, caption.ending) : nil)
  }

  private func counterexample(of run: CounterexampleRun, _ ending: String?) -> Counterexample {
    var interpreter = Interpreter(index, at: run.beginning)
    var observer = NoObserver()
    let steps = run.steps.map { step in
      let reaction = interpreter.replay(step, observer: &observer)
      return self.step(step, reaction, from: run.beginning.fields, to: interpreter.snapshot.fields)
    }
    return Counterexample(of: steps, remarks: remarks(on: run) + [ending].compactMap(\.self))
  }

  private func step(
    _ step: CounterexampleRun.AppliedStimulus, _ reaction: Reaction, from beginning: [Value], to fields: [Value]
  ) -> Counterexample.Step {
    let machine = index.machine
    let isStart = step.stimulus.kind == .start
    let facts =
      isStart ? machine.given(before: beginning, setting: step.stimulus.facts) : step.stimulus.facts
    let stimulus: Counterexample.Stimulus =
      switch step.stimulus.kind {
      case .start: .start
      case .send(let event, let arguments):
        .event(
          machine[event].name, arguments: settings(machine[event].parameters, arguments),
          treatment: reaction.fault == nil ? reaction.treatment.word : Treatment.handled.word)
      case .elapse, .approach: .wait(milliseconds: step.wait ?? 0)
      }
    let isOver = reaction.fault != nil
    return Counterexample.Step(
      facts: facts.map { Counterexample.Setting(machine[$0.field].name, $0.value.description) }, stimulus: stimulus,
      calls: reaction.calls.map { call in
        Counterexample.Call(
          machine[call.callback].name, arguments: settings(machine[call.callback].parameters, call.arguments))
      },
      states: isOver ? [] : step.states.map { machine[$0].path },
      fields: isOver ? [] : zip(machine.fields, fields).map { Counterexample.Setting($0.name, $1.description) },
      fault: reaction.fault?.message)
  }

  private func settings(_ parameters: [Parameter], _ values: [Value]) -> [Counterexample.Setting] {
    zip(parameters, values).map { Counterexample.Setting($0.name, $1.description) }
  }
}

extension Treatment {
  /// The word for the treatment.
  fileprivate var word: String {
    switch self {
    case .handled: "handled"
    case .deferred: "deferred"
    case .ignored: "ignored"
    }
  }
}

extension Interpreter {
  /// Applies a stimulus of a counterexample once more, with the whole wait if it is one.
  mutating func replay(
    _ step: CounterexampleRun.AppliedStimulus, observer: inout some InterpreterObserver
  ) -> Reaction {
    guard let wait = step.wait else { return apply(step.stimulus, observer: &observer) }
    for fact in step.stimulus.facts { set(fact.field, to: fact.value) }
    alternatives = step.stimulus.alternatives
    return advance(byMilliseconds: wait, observer: &observer)
  }
}
