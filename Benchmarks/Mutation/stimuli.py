"""Writes the stimuli that a host can give a machine, as Swift for the walk."""
import itertools
import re


def told_apart(text, name):
    """Returns numbers on both sides of every bound that the machine compares a value with."""
    found = re.findall(rf"\b{re.escape(name)}\b(?: % \d+)? (==|!=|<=|>=|<|>) (-?\d[\d_]*)", text)
    sides = {"<": (-1, 0), ">=": (-1, 0), ">": (0, 1), "<=": (0, 1), "==": (-1, 0, 1), "!=": (-1, 0, 1)}
    numbers = {int(number.replace("_", "")) + side for bound, number in found for side in sides[bound]}
    return sorted(numbers) or [0, 1, 2]


def values(machine, name, kind):
    """Returns values of a field or parameter that the machine can tell apart."""
    if kind == "Bool":
        return ["false", "true"]
    if kind == "Int":
        return [str(number) for number in told_apart(machine.text, name)]
    if kind == "Duration":
        return [".seconds(60)"]
    if kind in machine.choices:
        return [f".{case}" for case in machine.choices[kind]]
    raise SystemExit(f"{machine.name}: no values are known for '{name}' of type {kind}")


def events(machine):
    for event, parameters in machine.events.items():
        choices = [[f"{label}: {value}" for value in values(machine, label, kind)] for label, kind in parameters]
        for arguments in itertools.product(*choices):
            yield f".{event}({', '.join(arguments)})" if arguments else f".{event}"


def facts(machine):
    for field, kind in machine.fields.items():
        for value in values(machine, field, kind):
            yield field, value


def memory(machine, tests):
    """Returns the fields that the machine assigns and that the host changes in no test."""
    own = machine.text.split("\n}\n", 1)[0]
    assigned = set(re.findall(rf"^ +{machine.context}\.(`?\w+`?) = ", own, re.M))
    return assigned - set(re.findall(r"^ +play\.machine\.context\.(`?\w+`?) = ", tests, re.M))


def swift(machine, tests):
    """Returns the machine's stimuli, its initial values, and what a host can observe."""
    own = memory(machine, tests)
    has_context, name = bool(machine.fields), machine.name
    stimuli = [f'Stimulus(name: "{event}") {{ $0.handle({event}, calling: $1) }}' for event in events(machine)]
    stimuli += [
        f'Stimulus(name: "{field} = {value}", changesMemory: {str(field in own).lower()}) '
        f"{{ machine, _ in machine.context.{field} = {value}; return true }}"
        for field, value in facts(machine) if field in machine.open_fields]
    if machine.has_timers:
        stimuli += ['Stimulus(name: "the deadline") { elapse(&$0, early: .zero, $1) }',
                    'Stimulus(name: "almost the deadline") { elapse(&$0, early: .milliseconds(1), $1) }']
    beginnings = ['("", Context(), false)']
    beginnings += [f'(" where {field} = {value}", Context({field}: {value}), {str(field in own).lower()})'
                   for field, value in facts(machine)]
    looks = [("state", f"{name}.State")]
    looks += [("context", f"{name}.Context")] if has_context else []
    looks += [("timeUntilNextTimer", "Duration?")] if machine.has_timers else []
    joint = ",\n  "
    return f"""
typealias Machine = {name}
{f"typealias Context = {name}.Context" if has_context else "struct Context {}"}

struct Look: Equatable {{
  {"; ".join(f"var {look}: {kind}" for look, kind in looks)}

  init(_ machine: Machine) {{
    {"; ".join(f"{look} = machine.{look}" for look, _ in looks)}
  }}
}}

func begin(_ context: Context, _ call: (Machine.Callback) -> Void) -> Machine {{
  Machine({"context: context, " if has_context else ""}calling: call)
}}
{elapsing if machine.has_timers else ""}
let beginnings: [(name: String, context: Context, changesMemory: Bool)] = [
  {joint.join(beginnings)}
]

let stimuli: [Stimulus] = [
  {joint.join(stimuli)}
]
"""


elapsing = """
func elapse(_ machine: inout Machine, early: Duration, _ call: (Machine.Callback) -> Void) -> Bool {
  guard let deadline = machine.timeUntilNextTimer, deadline > early else { return false }
  machine.advance(by: deadline - early, calling: call)
  return true
}
"""
