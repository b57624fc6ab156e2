"""Expressions, actions and promises in Promela.

A reaction is one step of the search, whose size SPIN limits. So most statements are assignments of a conditional
expression, which is smaller than an `if`.
"""
from structure import is_on

QUEUE = 40
# What ends a run
LOOP, RANGE, OVERFLOW = 1, 2, 3


def expression(tree):
    kind, *operands = tree
    if kind == "constant":
        return str(operands[0])
    if kind == "field":
        return operands[0].name
    if kind == "in":
        return is_on(operands[0])
    if kind == "not":
        return f"!({expression(operands[0])})"
    sign = {"and": "&&", "or": "||"}.get(kind, kind)
    return f"(({expression(operands[0])}) {sign} ({expression(operands[1])}))"


def raising(event, condition="1"):
    """Returns statements that queue an event if a condition holds."""
    is_full = f"raised == {QUEUE}"
    place = f"queue[({is_full} -> 0 : raised)]"
    return [f"fault = ({condition} && {is_full} -> {OVERFLOW} : fault)",
            f"{place} = ({condition} && !({is_full}) -> {event} : {place})",
            f"raised = ({condition} && !({is_full}) -> raised + 1 : raised)"]


def setting(assignments):
    """Returns statements that assign values, which are all computed before any is assigned."""
    steps = [f"value[{index}] = {expression(value)}" for index, (_, value) in enumerate(assignments)]
    for index, (field, _) in enumerate(assignments):
        is_outside = f"value[{index}] < 0 || value[{index}] > {field.greatest}"
        steps += [f"fault = (!fault && ({is_outside}) -> {RANGE} : fault)",
                  f"{field.name} = (fault -> {field.name} : value[{index}])", f"value[{index}] = 0"]
    return steps


def running(trees, events):
    """Returns statements that run actions. After a fault they change neither fields nor promises.
    - Parameter events: The numbers of the events."""
    steps = []
    for kind, *rest in trees:
        if kind == "call":
            steps.append(f"call_{rest[0]}()")
        elif kind == "raise":
            steps += raising(events[rest[0]])
        elif kind == "set":
            steps += setting(rest[0])
        else:
            then, otherwise = ("; ".join(running(branch, events)) or "skip" for branch in rest[1:])
            steps.append(f"if :: {expression(rest[0])} -> {then} :: else -> {otherwise} fi")
    return steps


def call_lines(machine):
    """Yields an inline function for each callback, which updates the promise that is watched."""
    for callback in machine.callbacks:
        steps = [f'printf("CALL {callback}, fault %d\\n", fault)']
        for number, promise in enumerate(machine.promises, 1):
            is_watched = f"watched == {number} && !fault"
            if promise.callback == callback:
                steps.append(f"broken = ({is_watched} && !met -> 1 : broken)")
                if promise.key == "needs":
                    steps.append(f"met = ({is_watched} -> 0 : met)")
            if callback in promise.predecessors:
                steps.append(f"met = ({is_watched} -> 1 : met)")
        yield f"inline call_{callback}() {{ {'; '.join(steps)} }}"
