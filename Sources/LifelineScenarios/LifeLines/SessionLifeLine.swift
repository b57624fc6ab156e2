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
    gutterTitle: "step", knowing: session.beginning.states.isEmpty ? .whole : .sinceGivenStates)
  var wasFinished = false
  for (number, moment) in session.run.enumerated() {
    let stimulus: LifeLine.Stimulus
    var event: ID<Event>?
    var elapsed: Int?
    switch moment.stimulus {
    case .begin(let beginning):
      guard beginning.states.isEmpty else {
        builder.begin("given", in: moment.after.configuration)
        continue
      }
      stimulus = LifeLine.Stimulus(.start, "start")
    case .send(let sent, let arguments):
      event = sent
      stimulus = machine.stimulus(sending: sent, arguments, moment.reaction)
    case .wait(let milliseconds):
      stimulus = machine.stimulus(waiting: milliseconds)
      elapsed = milliseconds
    case .set(let facts): stimulus = machine.stimulus(setting: facts)
    }
    var step = LifeLineBuilder.Step(
      stimulus, sending: event, number: number == 0 ? nil : number, reaction: moment.reaction, deeds: moment.deeds)
    step.elapsed = elapsed
    step.ends = moment.after.isFinished && !wasFinished
    wasFinished = moment.after.isFinished
    builder.add(step)
  }
  builder.addOverdue()
  return builder.finish()
}
