import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// The words around the picture of a counterexample.
struct CounterexampleCaption {
  /// The promise, or the kind of the mistake.
  var title: String
  /// The kind of the mistake.
  var kind: DiagnosticKind
  /// The mistake in words, without the steps that lead there.
  var words: String
  /// The place of the mistake in a spec.
  var range: SourceRange
  /// The part in whose spec that is; `nil` for the machine's own.
  var part: ID<Part>?
  /// The mistake at the end, if no call shows it.
  var ending: String?
  /// The promise that the run breaks; `nil` if it is about another mistake. The picture marks no other promise.
  var promise: Promise?
  /// The range of the event that its part doesn't take; `nil` if it is about another mistake. The picture marks no other such
  /// event.
  var untaken: SourceRange?
}

extension CounterexamplePrinter {
  /// Returns the picture of a counterexample, which runs once more for it; `nil` if none is asked for.
  func picture(of run: CounterexampleRun, _ caption: CounterexampleCaption) -> LifeLine? {
    guard forms.contains(.picture) else { return nil }
    let machine = index.machine
    let given = run.steps.first.map { machine.given(before: run.beginning.fields, setting: $0.stimulus.facts) } ?? []
    let path = machine.path(of: caption.part)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let place = "\(machine.name) · \(file):\(caption.range.start.line)"
    var builder = LifeLineBuilder(
      of: machine, title: caption.title, subtitle: place + (given.isEmpty ? "" : " · with \(text(given))"),
      gutterTitle: "step", knowing: .whole, judging: caption.promise.map { .only($0) } ?? .none,
      markingUntaken: { $0.sender == nil && $0.range == caption.untaken })
    var interpreter = Interpreter(index, at: run.beginning)
    var number = 0
    for step in run.steps {
      if step.stimulus.kind != .start {
        number += 1
        if !step.stimulus.facts.isEmpty {
          builder.add(
            LifeLineBuilder.Step(
              machine.stimulus(setting: step.stimulus.facts), number: number, reaction: Reaction(), deeds: []))
          number += 1
        }
      }
      builder.add(interpreter.replay(step, number: number == 0 ? nil : number, of: machine))
    }
    if let ending = caption.ending { builder.add(mistake: ending) }
    return builder.finish(
      verdict: LifeLine.Verdict(holds: false, text: "\(caption.kind.code): \(caption.words)"),
      remarks: remarks(on: run))
  }
}

extension Interpreter {
  /// Applies a stimulus once more, with the whole wait if it is one.
  fileprivate mutating func replay(
    _ step: CounterexampleRun.AppliedStimulus, number: Int?, of machine: Machine
  ) -> LifeLineBuilder.Step {
    var recorder = RunRecorder()
    let wasFinished = snapshot.isFinished
    let reaction = replay(step, observer: &recorder)
    let shown: LifeLine.Stimulus =
      if let wait = step.wait {
        machine.stimulus(waiting: wait)
      } else if case .send(let event, let arguments) = step.stimulus.kind {
        machine.stimulus(sending: event, arguments, reaction)
      } else {
        LifeLine.Stimulus(.start, "start")
      }
    var result = LifeLineBuilder.Step(
      shown, sending: step.stimulus.event, number: number, reaction: reaction, deeds: recorder.deeds)
    result.elapsed = step.wait
    result.ends = reaction.fault == nil && snapshot.isFinished && !wasFinished
    return result
  }
}
