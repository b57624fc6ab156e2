import LifelineLanguage
import LifelineSource
import TestSupport
import XCTest

/// What beginners of YAML write: each mistake is one error, and each of its edits makes a document without diagnostics.
final class BeginnerMistakeTests: XCTestCase {
  /// A mistake in a document, the code and a part of the message, and the document after each of the edits.
  struct Mistake {
    var name: String
    var marked: String
    var message: String
    var fixed: [String]

    init(_ name: String, _ marked: String, _ message: String, fixed: String...) {
      (self.name, self.marked, self.message, self.fixed) = (name, marked, message, fixed)
    }
  }

  static let head = "lifeline: 1\nmachine: Door\n"

  /// A door in which the states, and what follows them, are exchanged.
  static let door = head + "callbacks: [didOpen]\nevents: [open, close]\n"

  private static let mistakes: [Mistake] = [
    Mistake(
      "a tab",
      "states:\n⟪\t⟫closed:\n\t\ton:\n\t\t\topen: {to: opened, do: didOpen}\n\topened:\n\t\ton: {close: closed}\n",
      "L122 this line is indented with a tab; YAML is indented with spaces; tabs indent 5 lines of this file",
      fixed:
        "states:\n  closed:\n    on:\n      open: {to: opened, do: didOpen}\n  opened:\n    on: {close: closed}\n"),
    Mistake(
      "scenarios below states",
      """
      ⟦states⟧:
        closed: {on: {open: {to: opened, do: didOpen}}}
        opened: {on: {close: closed}}
        ⟪scenarios⟫:
          opens:
            # The key fits.
            given: closed
            when: {open: didOpen}

      """,
      "L202 `scenarios` is a key of the spec, but here it is inside `states`; write it in the column of `states`",
      fixed: """
        states:
          closed: {on: {open: {to: opened, do: didOpen}}}
          opened: {on: {close: closed}}
        scenarios:
          opens:
            # The key fits.
            given: closed
            when: {open: didOpen}

        """),
    Mistake(
      "a transition below a state",
      """
      states:
        closed:
          ⟪open⟫: {to: opened, do: didOpen}
        opened:
          on: {close: closed}

      """,
      "L202 a transition for the event `open` belongs below `on`; write `on: {open: …}`",
      fixed: """
        states:
          closed:
            on:
              open: {to: opened, do: didOpen}
          opened:
            on: {close: closed}

        """),
    Mistake(
      "a list below on",
      """
      states:
        closed:
          on:
            ⟪- open: {to: opened, do: didOpen}
            - close: closed⟫
        opened: {}

      """,
      "L201 expected a mapping from events to transitions, but this is a list; write each event as a key: `open: {to: opened}`",
      fixed: """
        states:
          closed:
            on:
              open: {to: opened, do: didOpen}
              close: closed
          opened: {}

        """),
    Mistake(
      "states as a list",
      """
      states:
        ⟪- name: closed
          on: {open: {to: opened, do: didOpen}}
        - name: opened
          on: {close: closed}⟫
      scenarios:
        opens: {given: closed, when: {open: didOpen}}

      """,
      "L201 expected a mapping from states' names to states, but this is a list; write each name as a key: `closed:`",
      fixed: """
        states:
          closed:
            on: {open: {to: opened, do: didOpen}}
          opened:
            on: {close: closed}
        scenarios:
          opens: {given: closed, when: {open: didOpen}}

        """),
    Mistake(
      "else",
      """
      context: {isLocked: false}
      states:
        closed:
          on:
            open: {if: not isLocked, to: opened, do: didOpen, ⟪else⟫: broken}
        opened: {on: {close: closed}}
        broken:

      """,
      "L202 a transition has no key `else`; write a list, in which the first transition is taken whose `if` holds: "
        + "`[{if: …, to: …}, {to: …}]`",
      fixed: """
        context: {isLocked: false}
        states:
          closed:
            on:
              open: [{if: not isLocked, to: opened, do: didOpen}, broken]
          opened: {on: {close: closed}}
          broken:

        """),
    Mistake(
      "and between what a callback needs",
      """
      states: {closed: {on: {open: {to: opened, do: [unlock, press, pull, didOpen]}}}, opened: {on: {close: closed}}}
      callbacks:
        unlock:
        press:
        pull: {needs: ⟪unlock and press⟫}
        didOpen:

      """, "L213 `needs` is no condition, but names calls; write `{all: [unlock, press]}`",
      fixed: """
        states: {closed: {on: {open: {to: opened, do: [unlock, press, pull, didOpen]}}}, opened: {on: {close: closed}}}
        callbacks:
          unlock:
          press:
          pull: {needs: {all: [unlock, press]}}
          didOpen:

        """),
    Mistake(
      "no for false",
      "context: {isLocked: ⟪no⟫}\nstates: {a: {on: {open: {if: not isLocked, do: didOpen}, close: {}}}}\n",
      "L211 `no` is a text, and no Boolean; write `false`",
      fixed: "context: {isLocked: false}\nstates: {a: {on: {open: {if: not isLocked, do: didOpen}, close: {}}}}\n"),
    Mistake(
      "true for on",
      "states: {a: {⟪true⟫: {open: {do: didOpen}, close: {}}}}\n",
      "L202 a state has no key `true`, which programs for YAML 1.1 write in place of `on`; write `on`",
      fixed: "states: {a: {on: {open: {do: didOpen}, close: {}}}}\n"),
    Mistake(
      "a timer without a unit",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {⟪10⟫: a}}}\n",
      "L211 `10` is a length of time without a unit; write `10s`, or `10ms`, `10min`, `10h`",
      fixed: "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {10s: a}}}\n",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {10ms: a}}}\n",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {10min: a}}}\n",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {10h: a}}}\n"),
    Mistake(
      "a comparison without a unit",
      "context: {rest: 1s}\nstates: {a: {on: {open: {if: rest < ⟪8⟫, do: didOpen}, close: {}}}}\n",
      "L211 `8` is a length of time without a unit; write `8s`, or `8ms`, `8min`, `8h`",
      fixed: "context: {rest: 1s}\nstates: {a: {on: {open: {if: rest < 8s, do: didOpen}, close: {}}}}\n",
      "context: {rest: 1s}\nstates: {a: {on: {open: {if: rest < 8ms, do: didOpen}, close: {}}}}\n",
      "context: {rest: 1s}\nstates: {a: {on: {open: {if: rest < 8min, do: didOpen}, close: {}}}}\n",
      "context: {rest: 1s}\nstates: {a: {on: {open: {if: rest < 8h, do: didOpen}, close: {}}}}\n"),
  ]

  func testEachMistakeIsOneErrorAndItsEditsCorrectIt() {
    for mistake in Self.mistakes + Self.variations {
      check(mistake, Self.head(of: mistake))
    }
  }

  func testTheLineEndsOfTheFileStay() {
    for mistake in Self.mistakes {
      let head = Self.head(of: mistake)
      let reading = read((head + MarkedText(mistake.marked).text).replacing("\n", with: "\r\n"))
      let texts = reading.diagnostics.flatMap { fixed(reading.source, by: $0) }
      XCTAssertEqual(texts, mistake.fixed.map { (head + $0).replacing("\n", with: "\r\n") }, mistake.name)
    }
  }

  /// Returns the declarations in front of a document, unless it has others.
  private static func head(of mistake: Mistake) -> String {
    if mistake.marked.contains("events⟫:") { return head }
    return mistake.marked.contains("callbacks:") ? head + "events: [open, close]\n" : door
  }

  private func check(_ mistake: Mistake, _ head: String) {
    let marked = MarkedText(head + mistake.marked)
    let reading = read(marked.text)
    XCTAssertEqual(
      differences(of: reading.diagnostics, from: [mistake.message], markedIn: marked), [], mistake.name)
    let texts = reading.diagnostics.flatMap { fixed(reading.source, by: $0) }
    XCTAssertEqual(texts, mistake.fixed.map { head + $0 }, mistake.name)
    for text in texts { XCTAssertEqual(read(text).diagnostics.map(\.message), [], mistake.name) }
  }

  private func read(_ text: String) -> SpecReading { SpecReader.read(bytes: Array(text.utf8), path: "Door.yaml") }

  /// Returns a text after each of the edits of a diagnostic.
  private func fixed(_ source: SourceFile, by diagnostic: Diagnostic) -> [String] {
    diagnostic.fixIts.map { fixIt in
      guard let range = fixIt.location.range, let start = source.byteOffset(of: range.start),
        let end = source.byteOffset(of: range.end)
      else { return "no such range" }
      return source.text(of: 0..<start) + fixIt.replacement + source.text(of: end..<source.bytes.count)
    }
  }
}
