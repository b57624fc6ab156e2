import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// The reading of parts: machines inside a machine.
final class PartTests: PartTestCase {
  // MARK: The machine

  func testTheContentsOfPartsStandBehindThoseOfTheMachine() throws {
    let machine = try readHouse(
      """
      parts: {front: Bell.yaml, back: {use: Bell.yaml, context: {isOn: true}, doc: The second.}}
      context: {isOpen: false}
      callbacks: {lock: {needs: front.ring}, back.log: {needs: {any: [lock, front.ring]}, doc: Later.}}
      events: [go]
      states:
        a:
          on:
            go:
              if: isOpen and in(front.busy) and in(back.long) and front.count > back.count
              do: [{front: {press: {tone: high, times: 2}}}, {back: [rest, {optional: quit}]}, {restart: back}, lock]
      """)
    XCTAssertEqual(machine.parts.map(\.name), ["front", "back"])
    XCTAssertEqual(machine.declared.parts.count, 2)
    XCTAssertEqual(
      machine.fields.map(\.name),
      ["isOpen"] + ["front", "back"].flatMap { part in ["volume", "mode", "isOn", "count"].map { "\(part).\($0)" } })
    XCTAssertEqual(machine.declared.fields.map(\.name), ["isOpen"])
    XCTAssertEqual(machine.fields.map(\.defaultValue)[3], .bool(false))
    XCTAssertEqual(machine.fields.map(\.defaultValue)[7], .bool(true))
    XCTAssertEqual(machine.callbacks.map(\.name), ["lock", "front.ring", "front.log", "back.ring", "back.log"])
    XCTAssertEqual(machine.channels, ["delegate", "front.delegate", "front.log", "back.delegate", "back.log"])
    XCTAssertEqual(machine.observing, ["delegate", "front.delegate", "back.delegate"])
    XCTAssertEqual(machine.events.map(\.name).prefix(3), ["go", "front.press", "front.rest"])
    XCTAssertEqual(machine.declared.events.count, 1)
    XCTAssertEqual(machine.states.map(\.path).prefix(4), ["", "a", "front", "front.idle"])
    XCTAssertEqual(machine.declared.states.count, 2)
    XCTAssertEqual(machine.declared.transitionCount, 1)
    XCTAssertEqual(machine.transitionCount, 1 + 2 * machine.parts[0].machine.transitionCount)
    let cross = try XCTUnwrap(machine.ownPromises.last)
    XCTAssertEqual(cross.callbacks.map { machine[$0.callback].name }, ["lock", "front.ring"])
    XCTAssertEqual(machine.callbacks.last?.documentation.text, "Later.")
    let transition = machine.states[1].on[0].transitions[0]
    XCTAssertEqual(
      text(try XCTUnwrap(transition.condition), machine),
      "(isOpen & in(front.busy) & in(back.busy.long) & (front.count > back.count))")
    guard case .send(let part, let events, _) = transition.actions[1] else { return XCTFail("no event is sent") }
    XCTAssertEqual(machine[part].name, "back")
    XCTAssertEqual(events.map { machine[$0.event].name }, ["back.rest", "back.quit"])
    XCTAssertEqual(events.map(\.isOptional), [false, true])
    for (index, state) in machine.states.enumerated() {
      XCTAssertEqual(state.id.index, index)
      XCTAssertEqual(machine.path(of: machine.part(of: state.id)), index < 2 ? "Spec.yaml" : "Bell.yaml")
    }
    var transitions: [Int] = []
    machine.forEachTransition { transitions.append($0.id.index) }
    XCTAssertEqual(transitions.sorted(), Array(0..<machine.transitionCount))
  }

  func testPartsOfPartsComeAlong() throws {
    let used: KeyValuePairs = [
      "Bell.yaml": Self.bell,
      "Door.yaml": """
      lifeline: 1
      machine: Door
      context: {volume: {default: 1, fixed: true}}
      parts: {bell: {use: Bell.yaml, context: {volume: volume}}}
      callbacks: {bell.ring: {needs: bell.log}}
      events: [knock]
      states: {closed: {on: {knock: {if: in(bell.idle), do: {bell: rest}}}}}

      """,
    ]
    let machine = try machine(
      """
      lifeline: 1
      machine: House
      context: {level: {default: 5, fixed: true}}
      parts: {left: {use: Door.yaml, context: {volume: level}}, right: Door.yaml}
      events: [go]
      states:
        a: {on: {go: {if: in(left.bell.busy.long) and right.bell.volume == 1, do: [{left: knock}, {right: knock}]}}}
      scenarios:
        s:
          given: [a, left.bell.long]
          when: {go: {left: {bell: []}, right: []}}
          then: {state: left.bell.over, right.bell.isOn: false}
      """, using: used)
    XCTAssertEqual(machine.parts.map(\.name), ["left", "right", "left.bell", "right.bell"])
    XCTAssertEqual(machine.parts.map { $0.container?.index }, [nil, nil, 0, 1])
    XCTAssertEqual(machine.fieldNames["left.bell.volume"], ID(0))
    XCTAssertEqual(machine.fieldNames["left.volume"], ID(0))
    XCTAssertEqual(machine.fieldNames["right.bell.volume"], machine.fieldNames["right.volume"])
    XCTAssertEqual(machine.states[machine.parts[3].root.index].path, "right.bell")
    let knock = machine.states[machine.parts[1].root.index + 1].on[0]
    XCTAssertEqual(machine[knock.event].name, "right.knock")
    guard case .send(let part, let events, _) = knock.transitions[0].actions[0] else { return XCTFail("nothing sent") }
    XCTAssertEqual(machine[part].name, "right.bell")
    XCTAssertEqual(machine[events[0].event].name, "right.bell.rest")
    let promise = machine.promises.first { machine.name(of: $0.subject) == "right.bell.ring" }
    XCTAssertEqual(promise?.declaredIn, ID(1))
    for event in machine.events.indices {
      let name = machine.events[event].name
      let owner = machine.part(of: ID<Event>(event)).map { machine[$0].name + "." } ?? ""
      XCTAssertEqual(name, owner + name.split(separator: ".").last!)
    }
    // Types belong to the machine that declares them.
    let mode = try XCTUnwrap(machine.fieldNames["right.bell.mode"])
    XCTAssertEqual(machine[mode].type, .cases(field: "Bell.mode", names: ["slow", "fast"]))
  }

  func testBoundFieldsHaveNoValueOfTheirOwn() throws {
    let machine = try readHouse(
      """
      context: {speed: {cases: [slow, fast], default: fast, fixed: true}, level: {default: 5, fixed: true}}
      parts: {bell: {use: Bell.yaml, context: {mode: speed, volume: level}}}
      """ + "\n" + rest("{bell: rest}"))
    XCTAssertEqual(machine.fields.map(\.name), ["speed", "level", "bell.isOn", "bell.count"])
    XCTAssertEqual(machine.parts[0].place.fields.map(\.index), [1, 0, 2, 3])
  }

  // MARK: Files

  func testPathsAreRelativeAndHaveSlashes() {
    inspect(
      "parts: {b: ⟪/Bell.yaml⟫}\n" + rest("{b: rest}"),
      "L240 is an absolute path; write the path from the "
        + "folder")
    inspect(
      "parts: {b: {use: ⟪Bells\\Bell.yaml⟫}}\n" + rest("{b: rest}"),
      "L240 contains `\\`; the names in a "
        + "path are")
    inspect("parts: {b: ⟪Other.yaml⟫}\n" + rest("{b: rest}"), "L240 `Other.yaml` cannot be read here")
    inspect("parts: {⟪b⟫: {doc: Nothing.}}\n" + rest("{b: rest}"), "L203 has no `use`")
    inspect("parts: {b: {use: Bell.yaml, ⟪uses⟫: 1}}\n" + rest("{b: rest}"), "L202 did you mean `use`?")
    inspect(
      "parts: {b: ⟪[Bell.yaml]⟫}\n" + rest("{b: rest}"),
      "L201 expected the path of a spec, relative to "
        + "this file")
    inspect("parts: {b⟪⟫: }\n" + rest("{b: rest}"), "L206")
  }

  func testARefusedFileIsReportedWithItsReason() {
    let marked = MarkedText(
      "lifeline: 1\nmachine: M\nparts: {b: ⟪B.yaml⟫}\n"
        + rest(
          "[{b: [x, {y: {z: 1}}]}, "
            + "{restart: b}]"))
    let reading = SpecReader.read(
      bytes: Array(marked.text.utf8), path: "Spec.yaml",
      using: ["B.yaml": .refused("has errors", notes: [.init("the first is here", at: nil)])])
    XCTAssertEqual(
      TestSupport.differences(of: reading.diagnostics, from: ["L240 `B.yaml` has errors$"], markedIn: marked), [])
    XCTAssertEqual(reading.diagnostics.first?.notes.map(\.message), ["the first is here"])
    XCTAssertNil(reading.machine)
  }

  func testASpecHasAtMostSixteenParts() {
    let names = (0..<16).map { "p\($0)" }
    let parts = names.map { "\($0): Bell.yaml" }.joined(separator: ", ")
    let sends = names.map { "{\($0): rest}" }.joined(separator: ", ")
    inspect("parts: {\(parts)}\n" + rest("[\(sends)]"))
    inspect("parts: {\(parts), ⟪q⟫: Bell.yaml}\n" + rest("[\(sends)]"), "L241 at most 16 parts, but these are 17")
  }

  func testAMachineHasAtMostFourLevelsOfParts() {
    var used = usedSpecs(["Bell.yaml": Self.bell])
    for level in 1...4 {
      let inner = level == 1 ? "Bell.yaml" : "L\(level - 1).yaml"
      let event = level == 1 ? "rest" : "go"
      let text = "lifeline: 1\nmachine: L\nparts: {p: \(inner)}\n" + rest("{p: \(event)}")
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "L\(level).yaml", using: used)
      XCTAssertEqual(reading.diagnostics.map(\.message), [])
      used["L\(level).yaml"] = reading.machine.map { .machine($0) }
    }
    let marked = MarkedText("lifeline: 1\nmachine: M\nparts: {p: ⟪L4.yaml⟫}\n" + rest("{p: go}"))
    let reading = SpecReader.read(bytes: Array(marked.text.utf8), path: "Spec.yaml", using: used)
    XCTAssertEqual(
      TestSupport.differences(
        of: reading.diagnostics, from: ["L241 at most 4 levels of parts inside it, but this part would make 5"],
        markedIn: marked), [])
  }

  func testTheSizeOfAllPartsIsLimited() {
    // Sixteen parts at each of four levels would be 65,536 copies.
    let states = (0..<500).map { "s\($0): {}" }.joined(separator: ", ")
    var used = usedSpecs([
      "L0.yaml": "lifeline: 1\nmachine: L\nevents: [go]\nstates: {a: {on: {go: {}}}, \(states)}\n"
    ])
    let parts = (0..<16).map { "p\($0)" }
    for level in 1...4 {
      let text =
        "lifeline: 1\nmachine: L\nparts: {\(parts.map { "\($0): L\(level - 1).yaml" }.joined(separator: ", "))}\n"
        + rest("[\(parts.map { "{\($0): go}" }.joined(separator: ", "))]")
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "L\(level).yaml", using: used)
      used["L\(level).yaml"] = reading.machine.map { .machine($0) } ?? .refused("has errors")
      if level == 2 {
        XCTAssertEqual(reading.diagnostics.map(\.kind.code), ["L241"])
        XCTAssertTrue(reading.diagnostics[0].message.contains("at most 100,000 are allowed"))
      }
    }
  }

  // MARK: Names

  func testPartsHaveNamesOfTheirOwn() {
    inspect(
      "context: {⟦b⟧: 1}\nparts: {⟪b⟫: Bell.yaml}\n" + rest("{if: b > 1, do: {b: rest}}"),
      "L207 the part `b` has the name of a context field")
  }

  func testNamesOfPartsAreNotUsedElsewhere() {
    inspect(
      "parts: {⟦b⟧: Bell.yaml}\nevents: [go]\nstates: {a: {on: {go: {do: {b: rest}}}}, ⟪b⟫: {}}\n",
      "L207 the state `b` has the name of a part")
    inspect(
      "parts: {⟦b⟧: Bell.yaml}\ncallbacks: [⟪b⟫]\nevents: [go]\nstates: {a: {on: {go: {do: {b: rest}}}}}\n",
      "L207 the callback `b` has the name of a part")
    inspect(
      "parts: {⟦b⟧: Bell.yaml}\ncallbacks: {c: {channel: ⟪b⟫}}\n" + rest("[c, {b: rest}]"),
      "L207 the channel `b` has the name of a part")
    inspect(
      "types: {⟦T⟧: [b, c]}\nparts: {⟪b⟫: Bell.yaml}\nevents: {go: {parameters: {t: T}}}\n"
        + "states: {a: {on: {go: {if: t == c}}}}\n", "L207 the part `b` has the name of a case of the type `T`")
    for word in ["restart", "optional", "anyOrder", "expect", "raise", "min"] {
      inspect("parts: {⟪\(word)⟫: Bell.yaml}\nstates: {a: {}}\n", "L205 `\(word)` has another meaning")
    }
    inspect("parts: {⟪in⟫: Bell.yaml}\nstates: {a: {}}\n", "L205 word of expressions")
    inspect("parts: {⟪a-b⟫: Bell.yaml}\nstates: {a: {}}\n", "L205 ASCII letters")
    inspect("events: [⟪restart⟫, ⟪optional⟫]\nstates: {a: {on: {restart: {}, optional: {}}}}\n", "L205", "L205")
  }

  func testAPartThatNothingMentionsIsReported() {
    inspect("parts: {⟪bell⟫: Bell.yaml}\nstates: {a: {}}\n", "L212 mentions the part `bell`")
  }

  // MARK: Values

  func testTheValuesOfAPart() {
    func inspect(_ context: String, _ expected: String..., line: UInt = #line) {
      let text =
        "context: {⟦level⟧: 5, ⟦name⟧: {type: String, default: \"\", fixed: true}, ⟦speed⟧: {cases: [fast, slow], "
        + "default: fast, fixed: true}, ⟦top⟧: {default: 1, fixed: true}}\nparts: {bell: {use: Bell.yaml, context: "
        + "\(context)}}\n"
        + rest(
          "[{if: level == 1 and name == \"\" and speed == fast and top == 1, do: {bell: "
            + "rest}}]")
      var marked = text
      for name in ["level", "name", "speed", "top"] where !expected.contains(where: { $0.contains("of `\(name)`:") }) {
        marked = marked.replacing("⟦\(name)⟧", with: name)
      }
      self.inspect(marked, expected, line: line)
    }
    inspect("{volume: 4, mode: fast, isOn: true}")
    inspect("{volume: ⟪true⟫}", "L211 `true` is not a whole number")
    inspect("{⟪volum⟫: 4}", "L213 no context field `volum` of `Bell`; did you mean `volume`?")
    inspect("{⟪count⟫: 4}", "L236 `count` is `private`: only actions of `Bell` set it")
    inspect("{volume: ⟪level⟫}", "L242 cannot have the value of `level`: `level` is not `fixed`")
    inspect("{volume: ⟪name⟫}", "L242 cannot have the value of `name`: one is an `Int`, and the other is a `String`")
    inspect("{mode: ⟪speed⟫}", "L242 cannot have the value of `speed`: the two have different cases")
    inspect("{isOn: ⟪top⟫}", "L242 cannot have the value of `top`: the part's field is not `fixed`")
    inspect("{volume: top}")
  }

  func testAnUnknownPart() {
    let parts = "parts: {bell: Bell.yaml}\n"
    inspect(parts + rest("[{bell: rest}, {⟪bel⟫: rest}]"), "L202 no part of that name; did you mean `bell`?")
    inspect(parts + rest("[{bell: rest}, {⟪x⟫: rest}]"), "L202 no part of that name; its parts are `bell`")
  }

  func testAMissingArgumentIsDeclaredInThePartsFile() {
    let text = "lifeline: 1\nmachine: M\nparts: {bell: Bell.yaml}\n" + rest("{bell: press}")
    let reading = SpecReader.read(
      bytes: Array(text.utf8), path: "Spec.yaml", using: usedSpecs(["Bell.yaml": Self.bell]))
    XCTAssertEqual(reading.diagnostics.map(\.kind.code), ["L234", "L234"])
    XCTAssertEqual(reading.diagnostics.flatMap(\.notes).map(\.location?.path), ["Bell.yaml", "Bell.yaml"])
  }

  func testTwoValuesOfABoundField() {
    let house = """
      lifeline: 1
      machine: House
      context: {loudness: {default: 3, fixed: true}}
      parts: {bell: {use: Bell.yaml, context: {volume: loudness}}}
      \(rest("[{if: loudness == 1, do: {bell: rest}}]"))
      """
    let marked = MarkedText(
      """
      lifeline: 1
      machine: Street
      parts: {house: {use: House.yaml, context: {⟦loudness⟧: 4, ⟪bell.volume⟫: 5}}}
      \(rest("{house: go}"))
      """)
    let reading = SpecReader.read(
      bytes: Array(marked.text.utf8), path: "Spec.yaml",
      using: usedSpecs(["Bell.yaml": Self.bell, "House.yaml": house]))
    XCTAssertEqual(
      TestSupport.differences(
        of: reading.diagnostics, from: ["L242 `bell.volume` always has the value of `loudness`; give one of"],
        markedIn: marked), [])
  }
}
