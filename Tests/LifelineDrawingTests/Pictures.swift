import Foundation
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport

/// Returns the picture of the scenario with a name.
func picture(of name: String, in machine: Machine) throws -> LifeLine {
  guard let scenario = machine.scenarios.firstIndex(where: { $0.name == name }) else {
    throw UnreadableSpec(description: "no scenario is named \(name)")
  }
  return drawScenario(ID(scenario), in: MachineIndex.build(for: machine))
}

/// Returns the machine of a spec in the folder `Specs`.
func documented(_ name: String) throws -> Machine {
  try documentedMachine(documentedSpec(name))
}

/// Returns the machine of a spec of the examples.
func example(_ path: String) throws -> Machine {
  let file = packageRoot.appending(path: "Examples/\(path).yaml")
  return try machine(String(contentsOf: file, encoding: .utf8), path: file.lastPathComponent)
}

/// A player that is asked for more than it can do, for everything that pictures show.
let everythingSpec = """
  lifeline: 1
  machine: Everything
  context:
    volume: {type: Int, default: 3}
    isLoud: false
  callbacks:
    willPlay:
    didPlay: {needs: willPlay, answeredBy: [didStop, didFail]}
    didStop:
    didFail: {parameters: {reason: String}}
    count: {channel: statistics, parameters: {number: Int}}
  events: [play, stop, seek]
  states:
    idle:
      defer: [seek]
      on:
        play: {to: playing, do: [willPlay, {raise: begin}]}
    playing:
      entry: {count: {number: volume}}
      exit: {if: isLoud, do: didStop}
      after:
        10s: {to: idle, do: {didFail: {reason: '"<slow> & late"'}}}
      states:
        waiting: {on: {begin: running}}
        running: {entry: didPlay, on: {seek: {do: []}}}
      on: {stop: idle}
  observing: [delegate]
  scenarios:
    a seek waits:
      when:
        - set: {volume: 5}
        - seek: []
        - play: [willPlay, didPlay]
        - stop: []
    nothing comes when it is expected:
      when:
        - ignored: stop
        - set: {isLoud: true}
        - play: [didPlay, didStop]
        - stop: didStop
      then: idle
    too slow:
      when:
        - play: [willPlay, didPlay]
        - {wait: 10s, expect: [{didFail: {reason: <slow> & late}}]}
      then: idle
  """

/// A door of which every scenario is wrong in another way.
let doorSpec = """
  lifeline: 1
  machine: Door
  context: {n: 0}
  callbacks: {ring: , open: , lamp: {channel: lights}}
  events: [go, stop, leave]
  observing: delegate
  states:
    a: {on: {go: {to: b, do: [open, lamp, {set: {n: 1}}, ring]}}}
    b: {initial: c, states: {c: {on: {stop: d}}, d: {after: {3s: c}}}, on: {go: a}}
  scenarios:
    a call that never comes:
      given: a
      when: {go: [open, ring]}
      never: [ring, lamp]
    a refuted call that never comes:
      given: a
      when: go
      never: ring
      refuted: It rings.
    a refuted end:
      given: a
      when: {go: [open, ring], then: d, through: [d]}
      then: {state: d, n: 2}
      refuted: It ends elsewhere.
    refuted calls:
      given: a
      when: {go: ring}
      refuted: It is opened first.
    a refuted event that is ignored:
      given: a
      when: {ignored: go}
      refuted: The event is handled.
    a refuted event that is handled:
      given: a
      when: {leave: []}
      refuted: Nobody leaves.
    a claim that holds:
      given: a
      when: {go: [open, ring]}
      then: b
      refuted: Somebody says so.
    everything is wrong in one step:
      given: a
      when:
        - {go: [ring, open], through: [d], then: {state: d, n: 3}}
        - stop: []
      then: d
  """
