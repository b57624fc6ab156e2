import LifelineLanguage
import LifelineSource
import TestSupport
import XCTest

/// What beginners of YAML write: each mistake is one error, and each of its edits makes a document without diagnostics.
final class BeginnerMistakeTests: XCTestCase {
  /// A mistake in a document, the code and a part of the message, and the document after each of the edits.
  private struct Mistake {
    var name: String
    var marked: String
    var message: String
    var fixed: [String]

    init(_ name: String, _ marked: String, _ message: String, fixed: String...) {
      (self.name, self.marked, self.message, self.fixed) = (name, marked, message, fixed)
    }
  }

  private static let head = "lifeline: 1\nmachine: Door\n"

  /// A door in which the states, and what follows them, are exchanged.
  private static let door = head + "callbacks: [didOpen]\nevents: [open, close]\n"

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

// MARK: - Variations

extension BeginnerMistakeTests {
  private static let opened = "opened: {on: {close: closed}}\n"

  private static let variations: [Mistake] = [
    Mistake(
      "keys of a transition beside its event",
      "states: {closed: {on: {open: opened, ⟪do⟫: didOpen, ⟦if⟧: not in(opened)}}, opened: {on: {close: closed}}}\n",
      "L202 `do` is a key of a transition, but here it is beside the event; write `open: {to: …, do: …, if: …}`",
      fixed:
        "states: {closed: {on: {open: {to: opened, do: didOpen, if: not in(opened)}}}, opened: {on: {close: closed}}}\n"
    ),
    Mistake(
      "keys of a transition below its event",
      """
      states:
        closed:
          on:
            open: opened
            ⟪do⟫: didOpen  # at once
        opened: {on: {close: closed}}

      """,
      "L202 `do` is a key of a transition, but here it is beside the event; write `open: {to: …, do: …}`",
      fixed: """
        states:
          closed:
            on:
              open: {to: opened, do: didOpen}  # at once
          opened: {on: {close: closed}}

        """),
    Mistake(
      "keys of a transition below that of its event, over several lines, which have no edit",
      """
      states:
        closed:
          on:
            open: {to: opened}
            ⟪do⟫:
              - didOpen
        opened: {on: {close: closed}}

      """,
      "L202 `do` is a key of a transition, but here it is beside the event; write `open: {to: …, do: …}`"),
    Mistake(
      "tabs in a block of text",
      "states:\n  a:\n⟪\t\t⟫on: {open: {do: didOpen}, close: {}}\n\t\tdoc: |\n\t\t\tFirst.\n\t\t\t\tSecond.\n",
      "L122",
      fixed:
        "states:\n  a:\n    on: {open: {do: didOpen}, close: {}}\n    doc: |\n      First.\n      \tSecond.\n"),
    Mistake(
      "tabs below spaces, as wide as two steps, of which the keys tell the meaning",
      "states:\n  closed:\n⟪\t⟫on:\n\t\topen: {to: opened, do: didOpen}\n  opened:\n\ton: {close: closed}\n", "L122",
      fixed:
        "states:\n  closed:\n    on:\n        open: {to: opened, do: didOpen}\n  opened:\n    on: {close: closed}\n"),
    Mistake(
      "a tab that a text keeps",
      "doc: |\n  a\tb\n  \tc\nstates:\n⟪\t⟫a: {on: {open: {do: didOpen}, close: {}}}\n", "L122",
      fixed: "doc: |\n  a\tb\n  \tc\nstates:\n  a: {on: {open: {do: didOpen}, close: {}}}\n"),
    Mistake(
      "tabs behind dashes",
      "states:\n  a:\n    on:\n      open:\n      -⟪\t⟫if: in(a)\n      \tdo:\tdidOpen\n      close: {}\n",
      "L122 must be a space",
      fixed: "states:\n  a:\n    on:\n      open:\n      - if: in(a)\n        do:\tdidOpen\n      close: {}\n"),
    Mistake(
      "scenarios in a state, and before others",
      """
      ⟦states⟧:
        closed:
          on: {open: {to: opened, do: didOpen}}
          ⟪scenarios⟫:
            opens: {given: closed, when: {open: didOpen}}
        \(opened)
      """, "L202 `scenarios` is a key of the spec, but here it is inside `closed`",
      fixed: """
        states:
          closed:
            on: {open: {to: opened, do: didOpen}}
          \(opened)scenarios:
          opens: {given: closed, when: {open: didOpen}}

        """),
    Mistake(
      "initial among nested states",
      """
      states:
        out:
          ⟦states⟧:
            ⟪initial⟫: closed
            \(opened)      closed: {on: {open: {to: opened, do: didOpen}}}

      """, "L202 `initial` is a key of the state `out`, but here it is inside `states`",
      fixed: """
        states:
          out:
            states:
              \(opened)      closed: {on: {open: {to: opened, do: didOpen}}}
            initial: closed

        """),
    Mistake(
      "two transitions and a timer below a state with on",
      """
      states:
        closed:
          # at first
          ⟪open⟫:
            to: opened
            do: didOpen
          doc: It is closed.
          on:
            "*": closed
          # then
          ⟦close⟧: opened
        opened:

      """, "L202 belongs below `on`",
      fixed: """
        states:
          closed:
            # at first
            doc: It is closed.
            on:
              "*": closed
              open:
                to: opened
                do: didOpen
            # then
              close: opened
          opened:

        """),
    Mistake(
      "a timer below a state",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {⟪5s⟫: a}}\n",
      "L202 a transition for the time `5s` belongs below `after`; write `after: {5s: …}`",
      fixed: "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {5s: a}}}\n"),
    Mistake(
      "transitions in braces below a state", "states: {a: {⟪open⟫: {do: didOpen}, ⟦close⟧: a}}\n", "L202",
      fixed: "states: {a: {on: {open: {do: didOpen}, close: a}}}\n"),
    Mistake(
      "a list of events with their keys",
      """
      states:
        a:
          on:
          ⟪- event: open # first
            do: didOpen
          - event: close
            to: a⟫

      """, "L201 write each event as a key",
      fixed: """
        states:
          a:
            on:
              open: # first
                do: didOpen
              close:
                to: a

        """),
    Mistake(
      "a list of one event twice",
      "states: {a: {on: ⟪[{open: {if: in(a), do: didOpen}}, {open: a}, {close: a}]⟫}}\n",
      "L201 list those of one event under its name"),
    Mistake(
      "a list of events in brackets", "states: {a: {on: ⟪[{open: {do: didOpen}}, {close: a}]⟫}}\n", "L201",
      fixed: "states: {a: {on: {open: {do: didOpen}, close: a}}}\n"),
    Mistake(
      "a list of names",
      "states: ⟪[a, b]⟫\nscenarios: {s: {given: b, when: [ignored: open, ignored: close]}}\ncallbacks: {}\n",
      "L201",
      fixed:
        "states: {a: {}, b: {}}\nscenarios: {s: {given: b, when: [ignored: open, ignored: close]}}\ncallbacks: {}\n"),
    Mistake(
      "a list of names as keys",
      """
      states:
      ⟪- a:
        on: {open: {do: didOpen}}
      - b:
          on: {close: a}
      - c⟫

      """, "L201",
      fixed: """
        states:
          a:
            on: {open: {do: didOpen}}
          b:
            on: {close: a}
          c:

        """),
    Mistake(
      "else below other keys",
      """
      states:
        a:
          on:
            open:
              if: in(b)
              do: didOpen
              # otherwise
              ⟪else⟫: # not there
                if: in(a)
                # on
                to: b
                else: a # stay
        b: {on: {close: a}}

      """, "L202 a transition has no key `else`",
      fixed: """
        states:
          a:
            on:
              open:
                - if: in(b)
                  do: didOpen
                - if: in(a)
                  # otherwise
                  # not there
                  # on
                  to: b
                - a # stay
          b: {on: {close: a}}

        """),
    Mistake(
      "else as an item",
      """
      states:
        a:
          on:
            open:
              - if: in(b)
                do: didOpen
              - ⟪else⟫:
                  to: b
        b: {on: {close: a}}

      """, "L202",
      fixed: """
        states:
          a:
            on:
              open:
                - if: in(b)
                  do: didOpen
                - to: b
          b: {on: {close: a}}

        """),
    Mistake(
      "else as an event",
      "context: {x: true}\nstates: {a: {on: {open: {if: x, do: didOpen}, ⟪else⟫: a, close: {}}}}\n",
      "L213 `else` is no event; give the event a list of transitions"),
    Mistake(
      "events among states",
      """
      callbacks: [didOpen]
      ⟦states⟧:
        closed:
          on: {knock: {do: didOpen}}
        ⟪events⟫: [knock]

      """, "L202 `events` is a key of the spec",
      fixed: """
        callbacks: [didOpen]
        states:
          closed:
            on: {knock: {do: didOpen}}
        events: [knock]

        """),
    Mistake(
      "a state as a list of its keys",
      """
      states:
        a:
          ⟪- entry: didOpen
          - on:
              open: b
              close: b⟫
        b:

      """, "L201 expected a state: a mapping, or nothing, but this is a list; write its keys without dashes",
      fixed: """
        states:
          a:
            entry: didOpen
            on:
              open: b
              close: b
          b:

        """),
    Mistake(
      "names of events alone", "states: {a: {on: ⟪[open, close]⟫, entry: didOpen}}\n",
      "L201 but this is a list; write each event as a key: `open: {to: opened}`"),
    Mistake(
      "a misspelt key with a transition",
      "states: {a: {⟪alway⟫: {if: in(b), do: didOpen}, on: {open: b, close: b}}, b: }\n", "L202 did you mean `always`?",
      fixed: "states: {a: {always: {if: in(b), do: didOpen}, on: {open: b, close: b}}, b: }\n"),
    Mistake(
      "transitions and timers in turns",
      """
      states:
        a:
          ⟪5s⟫: b
          on: {open: b}
          entry: didOpen
          ⟦6s⟧: a
        b: {on: {close: a}}

      """, "L202 belongs below `after`",
      fixed: """
        states:
          a:
            after:
              5s: b
              6s: a
            on: {open: b}
            entry: didOpen
          b: {on: {close: a}}

        """),
    Mistake(
      "else without if", "states: {a: {on: {open: {do: didOpen, ⟪else⟫: a}, close: {}}}}\n", "L202 it needs an `if`"),
    Mistake(
      "or", "callbacks: {a: , b: , c: {onlyAfter: ⟪a || b⟫}}\nstates: {s: {on: {open: {do: [a, b, c]}, close: {}}}}\n",
      "L213 write `{any: [a, b]}`",
      fixed:
        "callbacks: {a: , b: , c: {onlyAfter: {any: [a, b]}}}\nstates: {s: {on: {open: {do: [a, b, c]}, close: {}}}}\n"),
    Mistake(
      "yes in an expression",
      "context: {x: true}\nstates: {a: {on: {open: {if: x == ⟪yes⟫, do: didOpen}, close: {}}}}\n",
      "L211 write `true`",
      fixed: "context: {x: true}\nstates: {a: {on: {open: {if: x == true, do: didOpen}, close: {}}}}\n"),
    Mistake(
      "yes for a key", "states: {a: {on: {open: {do: didOpen, to: b}}}, b: {on: {close: c}}, c: {final: ⟪YES⟫}}\n",
      "L211 write `true`",
      fixed: "states: {a: {on: {open: {do: didOpen, to: b}}}, b: {on: {close: c}}, c: {final: true}}\n"),
    Mistake(
      "half a second", "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {⟪0.5⟫: a}}}\n",
      "L211 write `500ms`",
      fixed: "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {500ms: a}}}\n",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {30s: a}}}\n",
      "states: {a: {on: {open: {do: didOpen}, close: b}}, b: {after: {30min: a}}}\n"),
  ]
}
