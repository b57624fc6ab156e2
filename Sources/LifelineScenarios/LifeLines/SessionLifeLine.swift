import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the picture of what was done to a simulated machine since its last beginning.
package func drawSession(_ session: SimulationSession) -> LifeLine {
  let machine = session.machine
  let facts = session.beginning.fields.map { "\(machine[$0.field].name): \($0.value)" }
  var builder = LifeLineBuilder(
    of: machine, title: "a session with \(machine.name)",
    subtitle: facts.isEmpty ? "since its beginning" : "since its beginning with \(facts.joined(separator: ", "))",
    gutterTitle: "step", knowingPast: session.beginning.states.isEmpty)
  var interpreter = Interpreter(session.index)
  for (number, moment) in session.run.enumerated() {
    var recorder = RunRecorder()
    let reaction: Reaction
    let stimulus: LifeLine.Stimulus
    var event: ID<Event>?
    switch moment.stimulus {
    case .begin(let beginning):
      for fact in beginning.fields { interpreter.set(fact.field, to: fact.value) }
      guard beginning.states.isEmpty else {
        _ = interpreter.resume(in: beginning.states)
        builder.begin("given", in: interpreter.snapshot.configuration)
        continue
      }
      stimulus = LifeLine.Stimulus(.start, "start")
      reaction = interpreter.start(observer: &recorder)
    case .send(let sent, let arguments):
      event = sent
      reaction = interpreter.send(sent, arguments: arguments, observer: &recorder)
      stimulus = machine.stimulus(sending: sent, arguments, reaction)
    case .wait(let milliseconds):
      stimulus = machine.stimulus(waiting: milliseconds)
      reaction = interpreter.advance(byMilliseconds: milliseconds, observer: &recorder)
    case .set(let facts):
      for fact in facts { interpreter.set(fact.field, to: fact.value) }
      stimulus = machine.stimulus(setting: facts)
      reaction = Reaction()
    }
    builder.add(
      LifeLineBuilder.Step(
        stimulus, sending: event, number: number == 0 ? nil : number, reaction: reaction, deeds: recorder.deeds))
  }
  return builder.finish()
}
