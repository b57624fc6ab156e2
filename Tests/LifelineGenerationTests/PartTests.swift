import TestSupport
import XCTest

/// Machines with parts, compiled and run.
final class PartTests: CompilingTestCase {
  private let bell = """
    lifeline: 1
    machine: Bell
    types: {Tone: [low, high]}
    context:
      volume: {default: 3, fixed: true}
      mode: {cases: [slow, fast], default: slow, fixed: true}
      isOn: false
      count: {default: 0, private: true}
    callbacks:
      ring: {parameters: {tone: Tone, times: Int}}
      fade:
    events: {press: {parameters: {tone: Tone, times: Int}}, rest: }
    states:
      idle:
        on:
          press: {if: isOn or volume > 2 and mode == slow, to: busy, do: [{set: {count: count + 1}}, ring]}
      busy:
        on: {rest: idle}
        after: {5s: {to: idle, do: fade}}

    """

  func testTwoPartsOfOneType() throws {
    let door = """
      lifeline: 1
      machine: Door
      types: {Pitch: [low, high]}
      context: {loud: {default: 1, fixed: true}, kind: {cases: [slow, fast], default: fast, fixed: true}, opened: 0}
      parts:
        front: {use: Bell.yaml, context: {volume: loud, mode: kind}, doc: The one at the front.}
        back: {use: Bell.yaml, context: {isOn: true}}
      callbacks: {open: , shut: }
      events: {come: {parameters: {pitch: Pitch}}, leave: , reset: }
      states:
        closed:
          on:
            come:
              to: open
              do: [{front: {press: {tone: high, times: 2}}}, {back: {press: {tone: low, times: opened + 1}}}, {set: {opened: opened + 1}}]
        open:
          entry: open
          always: {if: in(front.idle) and in(back.idle) and back.count > 0, to: closed, do: shut}
          on:
            leave: {do: [{back: rest}]}
            reset: {do: [{restart: back}]}
      scenarios:
        somebody comes:
          given: [closed]
          when:
            - come: [back.ring, open]
              with: {pitch: low}
              then: [open, back.busy]
            - leave: shut
          then: {state: [closed, front.idle], back.count: 1}
        both ring:
          given: {state: [closed, front.idle], loud: 3, kind: slow, front.count: 4}
          when:
            - come: [{front: ring}, {back.ring: {times: 1}}, open]
              with: {pitch: low}
            - reset: []
              then: {state: back.idle, back.count: 0}
            - wait: 5s
              expect: [front.fade]
              then: {front.count: 5, state: open}
        from the start:
          when:
            - set: {front.isOn: true}
            - come: [{front: ring, back: ring}, open]
              with: {pitch: low}
      """
    let files = [
      try generate(bell, object: true, name: "Bell.yaml"),
      try generate(door, object: true, name: "Door.yaml", using: ["Bell.yaml": bell]),
    ]
    let outcome = try test(files)
    XCTAssertEqual(outcome.status, 0, outcome.output)
  }
}
