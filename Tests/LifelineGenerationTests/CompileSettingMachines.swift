import LifelineModel
import TestSupport

/// The machines that are compiled with each setting.
extension CompilingTestCase {
  /// The sample, a machine with timers, deferral, parameters, cases and internal events, and one with regions and
  /// histories, and one with parts; each as a value and as an object.
  func settingMachines(_ access: AccessLevel = .internal) throws -> [String] {
    let features = """
      lifeline: 1
      machine: Features
      context: {count: {default: 1, private: true}, patience: 2min, device: {cases: [phone, pad], default: phone}}
      callbacks: {began: {parameters: {name: String}}, ended: , counted: {parameters: {count: Int}}}
      events: {begin: {parameters: {name: String}}, end: , poke: }
      states:
        idle:
          defer: poke
          on: {begin: {if: name == name and device == phone, to: busy, do: began}}
        busy:
          exit: ended
          after: {patience: idle}
          on:
            end: {to: idle, do: {raise: settled}}
            poke:
              do:
                - {set: {count: count + 1}}
                - {if: count > 3 and in(work), do: {counted: {count: count * 2}}, else: {raise: settled}}
            settled: {}
          states: {work: {on: {'*': {}}}, last: {final: true}}
          done: idle
      """
    let regions = """
      lifeline: 1
      machine: Regions
      callbacks: {a: {answeredBy: b, within: 5s}, b: , c: {between: [a, b]}}
      events: [go, leave, back]
      states:
        off: {on: {back: memory}}
        on:
          on: {leave: off}
          regions:
            left: {states: {one: {exit: a, on: {go: two}}, two: {after: {1s: {to: one, do: c}}}}}
            right: {states: {three: {defer: leave, on: {go: four}}, four: {entry: b}}}
            memory: {history: deep, default: two}
      """
    return try [sampleSpec, features, regions].map {
      try generate($0, access: access, object: true, monitor: true).machine
    } + settingMachinesWithParts(access)
  }

  /// A machine with two parts of one type, which gets facts from it, and one with regions and a part of its own.
  private func settingMachinesWithParts(_ access: AccessLevel) throws -> [String] {
    let lamp = """
      lifeline: 1
      machine: Lamp
      types: {Color: [red, green]}
      context:
        isOn: false
        level: {default: 1, fixed: true}
        mode: {cases: [slow, fast], default: slow, fixed: true}
        uses: {default: 0, private: true}
        patience: 5s
      callbacks: {lit: {parameters: {color: Color, level: Int}}, dimmed: }
      events: {light: {parameters: {color: Color}}, later: , rest: }
      states:
        off:
          defer: later
          on: {light: {to: on, do: [{set: {uses: uses + 1}}, {lit: {color: color, level: level}}]}}
        on:
          after: {patience: {to: off, do: dimmed}}
          on: {rest: off, later: {if: isOn or mode == fast, do: dimmed}, light: {}}

      """
    let clock = """
      lifeline: 1
      machine: Clock
      parts: {hand: Lamp.yaml}
      callbacks: [tick]
      events: [wind]
      regions:
        one:
          states:
            still: {on: {wind: {to: wound, do: {hand: {light: {color: green}}}}}}
            wound: {after: {1s: done}, exit: tick}
            done: {final: true}
        two: {states: {quiet: {on: {wind: loud}}, loud: {final: true}}}

      """
    let house = """
      lifeline: 1
      machine: House
      context:
        loud: {default: 2, fixed: true}
        speed: {cases: [slow, fast], default: fast, fixed: true}
        guests: 0
      parts:
        front: {use: Lamp.yaml, context: {level: loud, mode: speed}, doc: The one at the front.}
        back: {use: Lamp.yaml, context: {isOn: true}}
        clock: {use: Clock.yaml, context: {hand.isOn: true}}
      callbacks: {greet: {needs: front.lit}}
      events: {come: {parameters: {again: Bool}}, leave: , reset: }
      states:
        empty:
          defer: leave
          on:
            come:
              to: full
              do:
                - {front: {light: {color: red}}}
                - {back: [{light: {color: green}}, {optional: later}]}
                - {clock: {optional: wind}}
                - greet
                - {set: {guests: guests + 1}}
        full:
          always: {if: in(clock.wound) and in(front.off) and front.level == 2, to: over}
          on:
            come: {if: again, do: {back: {optional: rest}}}
            leave: {to: empty, do: [{restart: front}, {restart: back}]}
            reset: {do: {restart: clock}}
        over: {final: true}
      """
    return try [(lamp, "Lamp.yaml"), (clock, "Clock.yaml"), (house, "House.yaml")].map { spec, name in
      try generate(
        spec, access: access, object: true, monitor: true, name: name,
        using: ["Lamp.yaml": lamp, "Clock.yaml": clock]
      ).machine
    }
  }
}
