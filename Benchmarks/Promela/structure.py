"""What transitions exit and enter, as the rules of docs/language.md say about the tree of states.

What is entered is a list of pairs: a state, and a condition of Promela, which asks what histories remember.
"""


def both(*conditions):
    return " && ".join(f"({condition})" for condition in conditions) or "1"


def is_on(state):
    """Returns the bit that tells whether a state is active."""
    return f"on[{state.number}]"


def is_inside(state, outer):
    return outer in state.ancestors()


def domain(transition):
    """Returns the state of which a transition exits all active descendants; None if it exits nothing."""
    source, targets = transition.source, transition.targets
    if not targets:
        return None
    if source.kind == "compound" and not transition.reenters and all(is_inside(target, source) for target in targets):
        return source
    return next(
        state for state in source.ancestors()
        if (state.kind == "compound" or state.parent is None) and all(is_inside(target, state) for target in targets))


def conflict(first, second):
    """Returns whether two transitions whose sources are active exit a common state: one domain contains the other."""
    outer, inner = domain(first), domain(second)
    if outer is None or inner is None:
        return False
    return outer is inner or is_inside(inner, outer) or is_inside(outer, inner)


def remembered(history):
    """Returns the states of which a history remembers whether they were active."""
    inside = history.parent.descendants() if history.is_deep else history.parent.children
    return [state for state in inside if state.kind != "history"]


def memory(history, state):
    """Returns the bit that tells whether a history remembers a state."""
    return f"{history.name}[{state.number}]"


def entered_by_default(state, condition="1"):
    """Returns a state, and what is entered inside of it by default."""
    children = [state.initial] if state.kind == "compound" else state.proper_children
    return [(state, condition)] + [pair for child in children for pair in entered_by_default(child, condition)]


def entered_by_history(history):
    """Returns what a history stands for. Its parent is entered anyway."""
    result = []
    for state in remembered(history):
        condition = f"has_{history.name} && {memory(history, state)}"
        result += [(state, condition)] if history.is_deep else entered_by_default(state, condition)
    default = entered(history.default, history.parent)
    return result + [(state, both(f"!has_{history.name}", condition)) for state, condition in default]


def entered(target, outer, others=()):
    """Returns what is entered to reach a target inside of a state that is active, or is entered anyway.
    - Parameter others: Targets in other regions, which aren't entered by default."""
    is_history = target.kind == "history"
    result = entered_by_history(target) if is_history else entered_by_default(target)
    inner = target
    for state in target.ancestors():
        # A history beside regions stands for all of them. Otherwise a parallel state on the way was exited, or is
        # entered first, and so are all its regions.
        if state.kind == "parallel" and not (is_history and target.parent is state):
            for region in state.proper_children:
                if region is not inner and not any(is_inside(other, region) for other in others):
                    result += entered_by_default(region)
        if state is outer:
            break
        result.append((state, "1"))
        inner = state
    return result
