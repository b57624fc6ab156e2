"""Prints machines as specs."""


def literal(value, is_number):
    return str(value) if is_number else "true" if value else "false"


def expression(tree, is_number=False):
    """Returns an expression of the language. A constant is a number or a Boolean."""
    kind, *operands = tree
    if kind == "constant":
        return literal(operands[0], is_number)
    if kind == "field":
        return operands[0].name
    if kind == "in":
        return f"in({operands[0].name})"
    if kind == "not":
        return f"not ({expression(operands[0])})"
    is_logical = kind in ("and", "or")
    left, right = (expression(operand, not is_logical) for operand in operands)
    return f"({left}) {kind} ({right})"


def action(tree):
    kind, *rest = tree
    if kind == "call":
        return rest[0]
    if kind == "raise":
        return f"{{raise: {rest[0]}}}"
    if kind == "set":
        values = ", ".join(f"{field.name}: {expression(value, field.is_number)}" for field, value in rest[0])
        return f"{{set: {{{values}}}}}"
    condition, then, otherwise = rest
    return f"{{if: {expression(condition)}, do: {actions(then)}{f', else: {actions(otherwise)}' if otherwise else ''}}}"


def actions(trees):
    return f"[{', '.join(map(action, trees))}]"


def transition(value):
    parts = []
    if value.guard:
        parts.append(f"if: {expression(value.guard)}")
    if value.targets:
        parts.append(f"to: [{', '.join(target.name for target in value.targets)}]")
    if value.actions:
        parts.append(f"do: {actions(value.actions)}")
    if value.reenters:
        parts.append("reenter: true")
    return f"{{{', '.join(parts)}}}"


def transitions(values):
    return f"[{', '.join(map(transition, values))}]"


def state_lines(state, indent):
    """Yields the lines of a state."""
    space = " " * indent
    if state.kind == "history":
        depth = "deep" if state.is_deep else "shallow"
        yield f"{space}{state.name}: {{history: {depth}, default: {state.default.name}}}"
        return
    yield f"{space}{state.name}:"
    if state.kind == "final":
        yield f"{space}  final: true"
    if state.entry:
        yield f"{space}  entry: {actions(state.entry)}"
    if state.exit:
        yield f"{space}  exit: {actions(state.exit)}"
    if state.on:
        yield f"{space}  on:"
        for event, values in state.on.items():
            yield f"{space}    {chr(34)}*{chr(34)}: {transitions(values)}" if event == "*" else \
                f"{space}    {event}: {transitions(values)}"
    if state.always:
        yield f"{space}  always: {transitions(state.always)}"
    if state.done:
        yield f"{space}  done: {transitions(state.done)}"
    if state.defer:
        yield f"{space}  defer: [{', '.join(state.defer)}]"
    yield from children_lines(state, indent + 2)


def children_lines(state, indent):
    space = " " * indent
    if state.initial:
        yield f"{space}initial: {state.initial.name}"
    if state.children:
        yield f"{space}{'regions' if state.kind == 'parallel' else 'states'}:"
        for child in state.children:
            yield from state_lines(child, indent + 2)


def predecessors(promise):
    """Returns the callbacks of which a promise needs one."""
    names = ", ".join(promise.predecessors)
    return names if len(promise.predecessors) == 1 else f"{{any: [{names}]}}"


def spec(machine):
    """Returns the text of a machine's spec."""
    lines = ["lifeline: 1", f"machine: {machine.name}"]
    if machine.fields:
        lines.append("context:")
    for field in machine.fields:
        parts = [f"default: {literal(field.default, field.is_number)}"]
        parts += [f"range: 0...{field.greatest}"] if field.is_number else []
        parts += [f"{field.role}: true"] if field.role != "fact" else []
        lines.append(f"  {field.name}: {{{', '.join(parts)}}}")
    lines.append("callbacks:")
    for callback in machine.callbacks:
        own = [f"{promise.key}: {predecessors(promise)}" for promise in machine.promises
               if promise.callback == callback]
        lines.append(f"  {callback}: {{{', '.join(own)}}}")
    lines.append(f"events: [{', '.join(machine.events)}]")
    lines += children_lines(machine.root, 0)
    return "\n".join(lines) + "\n"
