import Foundation
import LifelineGeneration
import TestSupport
import XCTest

/// Names that mean something to Swift, in every position.
final class HostileNameTests: CompilingTestCase {
  private static let words = [
    "self", "Self", "Type", "Protocol", "init", "deinit", "default", "switch", "case", "class", "struct", "enum",
    "protocol", "extension", "func", "var", "let", "import", "operator", "subscript", "associatedtype", "typealias",
    "inout", "is", "as", "nil", "super", "throw", "throws", "rethrows", "try", "catch", "defer", "do", "else", "guard",
    "if", "where", "while", "repeat", "for", "return", "break", "continue", "fallthrough", "static", "public",
    "internal", "private", "fileprivate", "open", "async", "await", "actor", "some", "any", "none", "Any", "Int",
    "String", "Bool", "Swift", "Context", "State", "Event", "Callback", "call", "calls", "event", "handle", "context",
    "reaction", "internalEvent", "deferredEvents", "result", "rawValue", "description", "timer", "machine", "play",
    "line", "expected", "XCTFail", "XCTestCase", "isActive", "nonisolated", "consume", "copy", "borrowing", "each",
    "get", "set", "delegate", "paths", "Paths", "index", "position", "states", "encode", "CodingKeys", "values",
    "waiting", "next", "macrostep", "Macrostep", "Reaction", "Cause", "cause", "after", "callbacks", "send",
    "advance", "timeUntilNextTimer", "storedContext", "allCases", "AllCases", "Extent", "run", "RawValue", "left",
    "right", "optional", "lazy", "mutating", "before", "length", "precedencegroup", "_1", "__",
  ]

  /// A spec in which every word names a state, an event, a callback, a parameter, a field and a case.
  private func spec(machine: String) -> String {
    let words = Self.words
    let events = words.filter { !["optional", "set"].contains($0) }
    let callbacks = words.filter { !["optional", "repeat", "if", "set", "do", "else"].contains($0) }
    let fields = words
    let parameters = words.prefix(12).map { "\($0): Int" }.joined(separator: ", ")
    let arguments = words.prefix(12).map { "\($0): 1" }.joined(separator: ", ")
    var yaml = "lifeline: 1\nmachine: \(machine)\ndoc: \"*/ // \\u2028 \\\\ \\\"\\\"\\\" #if\"\n"
    yaml += "context:\n" + fields.map { "  \($0): false\n" }.joined()
    yaml += "  cases_: {cases: [\(words.map { "\($0)_" }.joined(separator: ", "))], default: self_}\n"
    yaml += "  named: {cases: [self1, init1, Type1], default: init1}\n"
    yaml += "callbacks:\n" + callbacks.map { "  \($0): \n" }.joined()
    yaml += "  many: {selector: \"*/ a:b: \\\\(x)\", parameters: {\(parameters)}}\n"
    yaml += "events:\n" + events.map { "  \($0): \n" }.joined() + "  bring: {parameters: {\(parameters)}}\n"
    yaml += "initial: self\nstates:\n"
    for (index, word) in words.enumerated() {
      let next = words[(index + 1) % words.count]
      yaml +=
        "  \(word):\n    entry: {set: {\(word): true}}\n    on:\n      bring: {if: self == 1, do: [many, {many: {init: self + 1, Type: self}}]}\n"
      yaml +=
        "      \(events[index % events.count]): {to: \(next), if: not \(word) or in(\(word)), do: \(callbacks[index % callbacks.count])}\n"
    }
    yaml += "  last: {always: {if: cases_ == init_ and named == Type1, to: self}}\n"
    yaml +=
      "scenarios:\n  \"quote \\\"*/ \\\\(newline) `\": {given: self, when: {bring: [{many: {self: 1}}, {many: {init: 2, Self: 1}}], with: {\(arguments)}}, then: self}\n"
    for (index, word) in words.enumerated() {
      let callback = callbacks[index % callbacks.count]
      yaml +=
        "  \(word): {given: \(word), when: {\(events[index % events.count]): \(callback)}, then: {state: \(words[(index + 1) % words.count]), \(words[(index + 1) % words.count]): true}}\n"
    }
    return yaml
  }

  func testEveryPosition() throws {
    try skipTest(below: .thorough)
    let outcome = try test([try generate(spec(machine: "Hostile"), access: .public, object: true)])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("Executed \(Self.words.count + 1) tests, with 0 failures"), outcome.output)
  }

  func testEveryPositionInAModuleThatIsOnTheMainActor() throws {
    try skipTest(below: .thorough)
    try write(generate(spec(machine: "Hostile"), object: true).machine, to: "Machine.swift")
    try compile(["Machine.swift"], ["-typecheck", "-default-isolation", "MainActor"])
  }

  func testMachinesNamedLikeTypesOfTheStandardLibrary() throws {
    try skipTest(below: .all)
    let names = [
      "String", "Sendable", "Int", "Bool", "Duration", "Set", "Play", "Machine", "Callback", "State", "Input",
      "AnyState", "Reaction", "Cause", "Macrostep", "Extent", "ElapsedTimer",
    ]
    let generated = try names.map { name in
      (
        name,
        try generate(
          """
          lifeline: 1
          machine: \(name)
          context: {time: 5s, count: 1, device: {cases: [phone, pad], default: pad}}
          callbacks: {a: , b: {parameters: {count: Int, text: String}}, c: {channel: other}}
          events: {go: {parameters: {text: String}}, wait_: , later: }
          states:
            one: {on: {go: {to: two, do: [a, b, c]}, later: {}}, defer: wait_}
            two:
              after: {time: one}
              entry: {raise: ready}
              on: {ready: {do: {set: {count: count + 1}}}, wait_: {do: a}}
          scenarios:
            there and back:
              observing: delegate
              given: one
              never: c
              refuted: It is called.
              when: {go: [a, {b: {text: x}}], with: {text: x}}
            and again:
              given: one
              when:
                - wait_: []
                - go: [a, {optional: {b: {count: 1}}}, c, a]
                  with: {text: "*/"}
                - wait: 5s
                  expect: []
              then: {state: one, count: 2, device: pad}
          """, object: true)
      )
    }
    // A machine that is called like a type of the standard library hides that in its whole module.
    let hiding = generated.filter { ["String", "Sendable", "Int", "Bool", "Duration", "Set"].contains($0.0) }
    let others = generated.filter { file in !hiding.contains { $0.0 == file.0 } }
    for group in [others] + hiding.map({ [$0] }) {
      let outcome = try test(group.map(\.1))
      XCTAssertEqual(outcome.status, 0, outcome.output)
      XCTAssertTrue(outcome.output.contains("Executed \(group.count) test"), outcome.output)
      XCTAssertTrue(outcome.output.contains(", with 0 failures"), outcome.output)
    }
  }

  /// The names of Swift Testing, in a module that is isolated to the main actor.
  func testMachinesNamedLikeTypesOfSwiftTesting() throws {
    try skipTest(below: .thorough)
    let names = ["Test", "Suite", "Issue", "SourceLocation", "Comment", "Trait", "Door"]
    for name in names {
      let generated = try generate(
        """
        lifeline: 1
        machine: \(name)
        context: {time: 5s, isLocked: false}
        callbacks: [a]
        events: [go]
        states: {row: {on: {go: {do: a}}, after: {time: rows}}, rows: }
        scenarios:
          "\\"go\\" \\\\(row)": {where: {isLocked: [true, false]}, given: row, when: {go: a}}
          it waits: {given: row, when: {wait: 5s, expect: []}, then: rows}
        """, framework: .swiftTesting, derive: .transitions)
      try write(generated.machine, to: "\(name).swift")
      try write(generated.tests, to: "\(name)Tests.swift")
    }
    let files = names.flatMap { ["\($0).swift", "\($0)Tests.swift"] }
    try compile(files, ["-typecheck", "-default-isolation", "MainActor"])
  }

  func testNamesThatEnumsAndModifiersHave() throws {
    try skipTest(below: .thorough)
    let spec = """
      lifeline: 1
      machine: Raw
      context: {kind: {cases: [RawValue, RawValue_], default: RawValue}}
      callbacks: {got: {parameters: {RawValue: each, others: "Dictionary<each, [each]>"}}, again: }
      events:
        RawValue:
        none:
        bring: {parameters: {RawValue: each, others: "Dictionary<each, [each]>"}}
        back:
      regions:
        RawValue:
          states:
            RawValue_: {defer: [RawValue, none], on: {bring: {do: got}, back: RawValue}}
            RawValue: {on: {RawValue: {do: {raise: RawValue__}}, RawValue__: {to: RawValue_, do: again}}}
        Rest:
          states:
            none:
              regions:
                some: {states: {RawValue: {on: {none: {if: kind == RawValue, to: last, do: {set: {kind: RawValue_}}}}}, last: }}
                _all: {states: {x: , last: {history: deep, default: x}}}
      scenarios:
        it is recalled: {when: [RawValue: [], back: again], then: [RawValue.RawValue_, none]}
        it is set: {given: [RawValue.RawValue, none], when: {none: []}, then: {state: some.last, kind: RawValue_}}
      """
    let single = """
      lifeline: 1
      machine: Single
      events: [RawValue, go]
      states:
        RawValue: {defer: RawValue, on: {go: {to: there, do: {raise: RawValue}}}}
        there: {on: {RawValue: RawValue}}
      scenarios:
        it goes round: {given: RawValue, when: [RawValue: [], go: []], then: RawValue}
      """
    let kinds = """
      lifeline: 1
      machine: Kinds
      events: [Type, none, go, back]
      states:
        here:
          initial: self
          on: {go: away}
          states:
            Type: {defer: [Type, none]}
            self: {on: {none: none, Type: Type}}
            none: {initial: some, states: {some: , init: }}
            last: {history: shallow, default: self}
        away: {on: {back: last, Type: {}, none: {}}}
      scenarios:
        it comes back: {given: Type, when: [Type: [], none: [], go: [], back: []], then: Type}
      """
    let past = """
      lifeline: 1
      machine: Past
      events: [go, back]
      states:
        none:
          on: {back: away}
          states:
            one: {regions: {left: {states: {a: {on: {go: b}}, b: }}, right: {states: {c: }}}}
            last: {history: deep, default: one}
        away: {on: {back: last}}
      scenarios:
        it comes back: {given: a, when: [go: [], back: [], back: []], then: b}
      """
    try write("struct `each`: Hashable, Sendable {}\n", to: "Types.swift")
    let outcome = try test(
      try [generate(spec, access: .internal, object: true)] + [single, kinds, past].map { try generate($0) },
      with: ["Types.swift"])
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("Executed 5 tests, with 0 failures"), outcome.output)
  }

  func testStatesNamedLikeCasesOfOptional() throws {
    try skipTest(below: .thorough)
    func spec(_ name: String, entry: String) -> String {
      """
      lifeline: 1
      machine: \(name)
      callbacks: [called]
      events:
        none:
        some:
        allCases:
        go: {parameters: {none: Int, some: Int, run: Int, each: Int, runRegion: Int}}
      states:
        none: {on: {some: some}, after: {1s: some}}
        some:
          after: {3s: none}
          on: {none: none}
          regions:
            state:
              states:
                none: {on: {go: {if: run > runRegion, to: some}}}
                some: {entry: \(entry), on: {none: allCases}}
                allCases: {on: {allCases: none}, after: {1s: AllCases}}
                AllCases: {after: {1s: none}}
            event: {states: {some: {on: {go: {if: each > none, to: none}}}, none: {on: {allCases: some}}}}
            run:
              states:
                map: {on: {go: flatMap}}
                flatMap: {on: {some: {if: in(flatMap), to: Type}}}
                Type: {on: {none: self}}
                self: {on: {some: init}}
                init:
            machine:
              states: {nested: {regions: {none: {states: {some: {on: {go: none}}, none: }}, each: {states: {x: }}}}}
            _Concurrency: {states: {p: }}
            Observation: {states: {q: }}
            last: {history: deep, default: map}
        after: {on: {some: last}}
      scenarios:
        regions move:
          given: some
          when:
            - go: {optional: called}
              with: {none: 1, some: 2, run: 3, each: 4, runRegion: 1}
          then: [state.some, event.none, run.flatMap]
        a region stays:
          given: some
          when:
            - go: []
              with: {none: 5, some: 2, run: 3, each: 4, runRegion: 4}
          then: [state.none, event.some, machine.nested.none.none]
        a timer elapses:
          given: [state.allCases, event.none]
          when: {wait: 1s, expect: []}
          then: [state.AllCases, event.none]
        an event has a name of an optional:
          given: [run.flatMap, event.none]
          when: [some: []]
          then: run.Type
      """
    }
    // In the second machine, an action asks which state another region is in, so positions are stored in another form.
    let specs = [spec("Stored", entry: "called"), spec("Tracked", entry: "{if: in(Type), do: called}")]
    let outcome = try test(try specs.map { try generate($0, object: true) })
    XCTAssertEqual(outcome.status, 0, outcome.output)
    XCTAssertTrue(outcome.output.contains("Executed 8 tests, with 0 failures"), outcome.output)
  }

  func testReservedTypeNamesAreRefused() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: M
      context: {hashValue: 1}
      states: {a: {always: {if: hashValue == 2 and not in(a), to: a}}}
      """)
    let errors = PreparedMachine.prepare(machine).errors
    XCTAssertEqual(errors.map { $0.location.range?.start.line }, [3])
    XCTAssertTrue(errors[0].message.contains("`hashValue`"), errors[0].message)
    for name in ["Self", "Swift", "Testing", "XCTestCase", "ScenarioPlay", "ScenarioCalls"] {
      let machine = try TestSupport.machine("lifeline: 1\nmachine: \(name)\nstates: {a: }")
      let errors = PreparedMachine.prepare(machine).errors
      XCTAssertEqual(errors.map { $0.location.range?.start.line }, [2])
    }
  }
}
