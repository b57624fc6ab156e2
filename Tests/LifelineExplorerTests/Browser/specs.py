"""Specs for the checks of explorer pages."""

HOSTILE = r'''
lifeline: 1
machine: Hostile
doc: "</script><script>window.attack = 1</script> <img src=x onerror='window.attack = 2'> <!-- <script> \u202eright\u202c \U0001F600"
context:
  title: {type: String, default: "\"</script>\u2028\u202e", doc: "<b>bold</b> & \u200f"}
callbacks:
  tell: {parameters: {text: String}, doc: "{{script}} \"quoted\""}
events:
  constructor: {parameters: {text: String}, doc: "'];window.attack = 3;//"}
  toString:
states:
  __proto__:
    doc: "</style></script>\nsecond line \u2066isolated"
    on: {constructor: {to: hasOwnProperty, do: [{set: {title: text}}, {tell: {text: title}}]}, toString: hasOwnProperty}
  hasOwnProperty:
    on: {toString: __proto__}
scenarios:
  "</script><script>window.attack = 4</script> \U0001F468‍\U0001F469‍\U0001F467 \"":
    given: __proto__
    when:
      - constructor: {tell: {text: "</script>\u202e"}}
        with: {text: "</script>\u202e"}
    then: hasOwnProperty
'''


CLOCK = """
lifeline: 1
machine: Clock
callbacks: [strike, swing]
events: [tick, tock]
states:
  left: {on: {tick: {to: right, do: strike}}}
  right: {on: {tock: {to: left, do: swing}}, entry: swing}
"""


DOCUMENT = """
lifeline: 1
machine: Document
callbacks:
  didOpen:
  willSave: {onlyAfter: didOpen, answeredBy: [didSave, didFail], before: didClose}
  didSave: {needs: willSave, onlyAfter: willSave}
  didFail:
  didClose:
events: [open, edit, saved, close]
initial: closed
states:
  closed: {on: {open: {to: opened, do: didOpen}}}
  opened:
    initial: clean
    on: {close: {to: closed, do: didClose}}
    states:
      clean: {on: {edit: dirty}}
      dirty: {after: {5s: saving}}
      saving: {entry: willSave, on: {saved: {to: clean, do: [didSave, didFail]}}}
scenarios:
  a save:
    when: [{open: didOpen}, {edit: []}, {wait: 5s, expect: willSave}, {saved: [didSave, didClose]}, {close: didClose}]
    then: closed
  another end: {when: [{open: didOpen}], then: dirty}
"""


FAILURES = """
lifeline: 1
machine: Failures
context: {number: 0}
events: [open]
states:
  closed: {on: {open: opened}}
  opened:
scenarios:
  a: {where: {number: [1, 2]}, when: [{open: []}], then: closed}
  b: {when: [{open: []}], then: closed}
  c: {when: [{open: []}], then: closed}
  d: {when: [{open: []}], then: closed}
  e: {when: [{open: []}], then: closed}
  f: {when: [{open: []}], then: opened}
"""


# A machine in a machine, and wide arguments. Each part is a file.
PARTS = {
    "Parts": """
lifeline: 1
machine: Parts
parts: {mid: Middle.yaml}
events: {go: , carry: {parameters: {increment: Int}}, leave: }
context: {isOn: false, level: 3, title: {type: String, default: ""}}
states:
  here: {on: {go: {do: {mid: go}}, carry: {do: {mid: go}}}}
  there: {on: {leave: here}}
scenarios:
  wide arguments:
    given: {state: here, isOn: true, level: 4, title: many words of a text}
    when:
      - carry: {mid.inner: becameReady, mid.other: becameReady}
        with: {increment: 1000000000}
      - ignored: leave
      - set: {level: 5, isOn: false}
""",
    "Middle": """
lifeline: 1
machine: Middle
parts: {inner: Leaf.yaml, other: Leaf.yaml}
events: [go]
states:
  waiting: {on: {go: {do: [{inner: go}, {other: go}]}}}
""",
    "Leaf": """
lifeline: 1
machine: Leaf
callbacks: [becameReady]
events: [go]
states:
  outsideOfHierarchy: {on: {go: {to: ready, do: becameReady}}}
  ready:
""",
}


def deep_spec():
    """A spec with as many levels of states as the language allows."""
    lines = ["lifeline: 1", "machine: Deep", "events: [go]", "states:"]
    for level in range(30):
        indentation = "  " * (2 * level + 1)
        lines += [f"{indentation}level{level}:", f"{indentation}  states:"]
    indentation = "  " * 61
    return "\n".join(lines + [f"{indentation}here: {{on: {{go: there}}}}", f"{indentation}there:"]) + "\n"


def large_spec():
    """A spec of a thousand states in 40 groups, and 60 events."""
    lines = ["lifeline: 1", "machine: Large", "callbacks: [enter, leave]"]
    lines += ["events: [" + ", ".join(f"e{n}" for n in range(60)) + "]", "states:"]
    for group in range(40):
        lines += [f"  g{group}:", f"    on: {{e0: g{(group + 1) % 40}, e1: {{do: enter}}}}", "    states:"]
        for number in range(24):
            targets = ", ".join(f"e{event}: s{group}x{(number + event) % 24}" for event in range(2, 60, 3))
            lines += [f"      s{group}x{number}: {{entry: enter, exit: leave, on: {{{targets}}}}}"]
    return "\n".join(lines) + "\n"


def wide_spec(count):
    """A spec of some regions, each with a state inside of another."""
    lines = ["lifeline: 1", "machine: Wide", "callbacks: [call]", "events: [go]", "regions:"]
    for number in range(count):
        lines += [f"  region{number}: {{states: {{outer{number}: {{states: {{one{number}: {{entry: call, on: {{go: two{number}}}}},"
                  f" two{number}: }}}}}}}}"]
    return "\n".join(lines) + "\n"
