/// Variations of the mistakes.
extension BeginnerMistakeTests {
  private static let opened = "opened: {on: {close: closed}}\n"

  static let variations: [Mistake] = [
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
