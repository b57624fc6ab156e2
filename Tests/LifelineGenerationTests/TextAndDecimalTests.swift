import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// Fields of the types `String` and `Double` in generated code.
final class TextAndDecimalTests: CompilingTestCase {
  private let spec = #"""
    lifeline: 1
    machine: Radio
    context:
      station: {type: String, default: none}
      label: {type: String, default: "a \"b\" \\ \n\t\u2028é \\(x)"}
      volume: 0.5
      limit: {default: 1, type: Double, fixed: true}
      tiny: 0.00000125
    callbacks:
      didTune: {parameters: {station: String, volume: Double}}
      didTurn: {parameters: {level: Double, isLoud: Bool}}
      didMute:
    events:
      tune: {parameters: {name: String}}
      turn: {parameters: {level: Double}}
      mute:
    states:
      quiet:
        on:
          tune:
            - {if: 'name == "" or name == station', do: []}
            - {to: playing, do: [{set: {station: name}}, didTune]}
          turn: {do: [{set: {volume: level}}, {didTurn: {isLoud: "not (level < limit)"}}]}
          mute: {if: 'label == "a \"b\" \\ \n\t\u2028é \\(x)" and tiny < 0.0000013', do: [{set: {station: "none", volume: -0.25}}, didMute]}
      playing:
        on:
          mute: {if: volume > 0 and volume <= limit and station != "none", to: quiet, do: {set: {volume: 0, label: station}}}
          tune: {if: name == "none", to: quiet, do: {didTune: {station: "nothing", volume: 12}}}
    scenarios:
      a station:
        given: {state: quiet, volume: 0.75}
        when:
          - tune: {didTune: {station: Rock FM, volume: 0.75}}
            with: {name: Rock FM}
            then: {state: playing, station: Rock FM, volume: 0.75}
          - mute: []
        then: {state: quiet, volume: 0, label: "Rock FM"}
      volumes:
        where: {volume: [0.5, 1, 1.5], station: ["", none, a, "b, \"c\""]}
        given: playing
        when:
          - set: {station: none, volume: -2.5e-2}
          - ignored: mute
          - tune: {didTune: {volume: 12}}
            with: {name: none}
          - turn: {if: 'station == "a" or volume > 1', expect: {didTurn: {level: 0.5, isLoud: false}}, else: didTurn}
            with: {level: 0.5}
    """#

  func testScenariosAndDerivedTestsHold() throws {
    try skipTest(below: .thorough)
    for subject in [nil, "Listener"] {
      let listener = """
        final class Listener: RadioSubject {
          var radio: Radio
          var calls: [Radio.Callback] = []
          init(given: RadioGiven) {
            if given.states.isEmpty {
              var calls: [Radio.Callback] = []
              radio = Radio(context: given.context) { calls.append($0) }
              self.calls = calls
            } else {
              radio = Radio(resumingIn: given.states[0], context: given.context)
            }
          }
          func send(_ event: Radio.Event) -> Bool? { radio.handle(event) { calls.append($0) } }
          func set(_ fact: RadioFact) {
            switch fact {
            case .station(let station): radio.context.station = station
            case .label(let label): radio.context.label = label
            case .volume(let volume): radio.context.volume = volume
            case .limit: break
            case .tiny(let tiny): radio.context.tiny = tiny
            }
          }
          func holds(_ fact: RadioFact) -> Bool? {
            switch fact {
            case .station(let station): radio.context.station == station
            case .label(let label): radio.context.label == label
            case .volume(let volume): radio.context.volume == volume
            case .limit(let limit): radio.context.limit == limit
            case .tiny(let tiny): radio.context.tiny == tiny
            }
          }
          func isActive(_ state: Radio.AnyState) -> Bool? { radio.isActive(state) }
        }
        """
      let generated = try generate(spec, access: .public, subject: subject, object: true, derive: .pairs)
      try write(subject == nil ? "" : listener, to: "Listener.swift")
      let result = try test([generated], with: ["Listener.swift"])
      XCTAssertEqual(result.status, 0, result.output)
      for name in [
        "testVolumes_12", "test_quiet_tune_callsDidTune", "test_playing_ignoresMuteWhereVolumeIsMinus1Point0",
        "test_playing_mute_whereStationIsOther_callsNothing",
      ] {
        XCTAssertTrue(generated.testNames.contains(name), name)
      }
    }
  }

  func testAMachineTakesNumbersThatAreNone() throws {
    try write(generate(spec, object: true).machine, to: "Machine.swift")
    try write(
      """
      import Foundation
      var radio = Radio()
      for level in [0.5, 1, .nan, .infinity] {
        print(radio.send(.turn(level: level)).callbacks, radio.context.volume)
      }
      radio.context.label = "e\\u{301}"
      radio.context.volume = 0.5
      print(radio.send(.tune(name: "none")).callbacks, radio.send(.tune(name: "é")).callbacks, radio.state)
      let stored = try! JSONEncoder().encode(radio)
      let copy = try! JSONDecoder().decode(Radio.self, from: stored)
      print(copy == radio, copy.context.station, copy.context.volume, copy.context.tiny, copy.context.label)
      radio.context.volume = .nan
      print(radio.send(.mute).isHandled, (try? JSONEncoder().encode(radio)) == nil)
      let encoder = JSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      print(try! decoder.decode(Radio.self, from: encoder.encode(radio)).context.volume)
      """, to: "main.swift")
    try compile(["Machine.swift", "main.swift"], ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    XCTAssertEqual(
      output.replacing("main.Radio.Callback.", with: "").replacing("program.Radio.Callback.", with: ""),
      """
      [didTurn(level: 0.5, isLoud: false)] 0.5
      [didTurn(level: 1.0, isLoud: true)] 1.0
      [didTurn(level: nan, isLoud: true)] nan
      [didTurn(level: inf, isLoud: true)] inf
      [] [didTune(station: "é", volume: 0.5)] playing
      true é 0.5 1.25e-06 é
      false true
      nan

      """)
  }

  func testTheOppositeOfAnOrderIsNotAnotherOrder() throws {
    let generated = try generate(
      """
      lifeline: 1
      machine: Scale
      context: {weight: 0.5, count: 1, least: {type: Double, default: -5e-324}}
      events: [go, stop]
      states:
        a: {on: {go: {if: not (weight < 1), to: b}, stop: {if: not (count < 1), to: b}}}
        b: {on: {go: {if: not (weight == 1), to: a}, stop: {if: least < 0.\(String(repeating: "0", count: 320))1 and weight > least, to: a}}}
      scenarios: {leaving: {given: {state: b, least: 1e-320}, when: [{set: {least: 0}}, stop: []]}}
      """)
    let printed = generated.machine
    XCTAssertTrue(printed.contains("if !(context.weight < 1.0) {"), printed)
    XCTAssertTrue(printed.contains("if context.count >= 1 {"), printed)
    XCTAssertTrue(printed.contains("if context.weight != 1.0 {"), printed)
    XCTAssertEqual(try test([generated]).status, 0)
  }
}
