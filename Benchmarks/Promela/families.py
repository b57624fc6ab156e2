"""Families of machines, each as a spec and as the same model in Promela.

A model is one process whose every option is a reaction to an event, in a `d_step`. So SPIN stores one state for each
configuration of the machine, and one before the start. Calls don't stand in a model: they change no variable.
"""
import dataclasses


@dataclasses.dataclass
class Model:
    """A machine of a family, written in both languages."""
    name: str
    description: str
    spec: str
    promela: str


def lines(*parts):
    return "\n".join(parts) + "\n"


def process(declarations, options):
    """Returns a model of a process that starts and then takes any option that is enabled."""
    return lines(*declarations, "bit started;", "active proctype machine() {", "  d_step { started = 1 }", "  do",
                 *[f"  :: d_step {{ {option} }}" for option in options], "  od", "}")


def regions(count, size):
    """Regions that step around rings of states, each by events of its own."""
    def states(region):
        for state in range(size):
            after, before = (state + 1) % size, (state - 1) % size
            yield (f"      s{state}: {{on: {{next{region}: {{to: s{after}, do: didStep}}, "
                   f"back{region}: {{to: s{before}, do: didStep}}}}}}")

    numbers = range(count)
    spec = lines(
        "lifeline: 1", "machine: Regions", "callbacks: [didStep]",
        f"events: [{', '.join(f'next{r}, back{r}' for r in numbers)}]", "regions:",
        *[line for r in numbers for line in (f"  r{r}:", "    states:", *states(r))])
    promela = process(
        [f"byte r{r};" for r in numbers],
        [f"r{r} = (r{r} + {step}) % {size}" for r in numbers for step in (1, size - 1)])
    return Model("regions", f"{count} regions of {size} states", spec, promela)


def counters(count, greatest):
    """Private fields with ranges that count up and down, and an event that resets all."""
    numbers = range(count)
    events = [f"up{n}, down{n}" for n in numbers]
    spec = lines(
        "lifeline: 1", "machine: Counters", "callbacks: [didCount]", "context:",
        *[f"  n{n}: {{default: 0, private: true, range: 0...{greatest}}}" for n in numbers],
        f"events: [{', '.join(events)}, reset]", "states:", "  counting:", "    on:",
        *[line for n in numbers for line in (
            f"      up{n}: {{if: n{n} < {greatest}, do: [{{set: {{n{n}: n{n} + 1}}}}, didCount]}}",
            f"      down{n}: {{if: n{n} > 0, do: [{{set: {{n{n}: n{n} - 1}}}}, didCount]}}")],
        f"      reset: {{do: [{{set: {{{', '.join(f'n{n}: 0' for n in numbers)}}}}}, didCount]}}")
    promela = process(
        [f"byte n{n};" for n in numbers],
        [option for n in numbers for option in (f"n{n} < {greatest} -> n{n}++", f"n{n} > 0 -> n{n}--")]
        + ["; ".join(f"n{n} = 0" for n in numbers)])
    return Model("counters", f"{count} fields with the range 0...{greatest}", spec, promela)


def nested(groups, size):
    """Groups of states with shallow histories inside of a state with a deep one."""
    def group(number):
        yield f"      g{number}:"
        yield f"        on: {{turn: {{to: g{(number + 1) % groups}.last, do: didStep}}}}"
        yield "        states:"
        for state in range(size):
            after, before = (state + 1) % size, (state - 1) % size
            yield (f"          s{state}: {{on: {{next: {{to: s{after}, do: didStep}}, "
                   f"back: {{to: s{before}, do: didStep}}}}}}")
        yield "          last: {history: shallow, default: s0}"

    spec = lines(
        "lifeline: 1", "machine: Nested", "callbacks: [didStep]", "events: [next, back, turn, power]", "initial: off",
        "states:", "  off: {on: {power: {to: use, do: didStep}}}", "  on:", "    on: {power: {to: off, do: didStep}}",
        "    states:", *[line for number in range(groups) for line in group(number)],
        "      use: {history: deep, default: g0}")
    # A group is known by its number, a state by its number in the group. 0 means that nothing is remembered yet.
    leave = "last[group] = state + 1"
    come = "state = (last[group] -> last[group] - 1 : 0)"
    promela = process(
        ["bit on;", "byte group, state;", f"byte last[{groups}];", "byte use;"],
        [f"on -> state = (state + 1) % {size}", f"on -> state = (state + {size - 1}) % {size}",
         f"on -> {leave}; group = (group + 1) % {groups}; {come}",
         f"on -> {leave}; use = group * {size} + state + 1; group = 0; state = 0; on = 0",
         f"!on -> on = 1; group = (use -> (use - 1) / {size} : 0); state = (use -> (use - 1) % {size} : 0)"])
    return Model("nested", f"{groups} groups of {size} states with histories", spec, promela)


def facts(count, size, number):
    """Regions whose guards read facts. The host may change these at any time, so they distinguish no configurations."""
    def fact(region, offset):
        return f"f{(region + offset) % number}"

    def states(region):
        first, second = fact(region, 0), fact(region, 1)
        for state in range(size):
            targets = [(state + step) % size for step in steps]
            transitions = [f"{{if: {first} and {second}, to: s{targets[0]}, do: didStep}}",
                           f"{{if: {first}, to: s{targets[1]}, do: didStep}}", f"{{to: s{targets[2]}, do: didStep}}"]
            yield f"      s{state}: {{on: {{step{region}: [{', '.join(transitions)}]}}}}"

    def reaction(region, values):
        first, second = fact(region, 0), fact(region, 1)
        move = [f"r{region} = (r{region} + {step}) % {size}" for step in steps]
        return (f"{first} = {values & 1}; {second} = {values >> 1}; if :: {first} && {second} -> {move[0]} "
                f":: {first} && !{second} -> {move[1]} :: else -> {move[2]} fi; {first} = 0; {second} = 0")

    steps = (1, 2, size - 1)
    numbers = range(count)
    spec = lines(
        "lifeline: 1", "machine: Facts", "callbacks: [didStep]",
        f"context: {{{', '.join(f'f{n}: false' for n in range(number))}}}",
        f"events: [{', '.join(f'step{r}' for r in numbers)}]", "regions:",
        *[line for r in numbers for line in (f"  r{r}:", "    states:", *states(r))])
    promela = process(
        [f"byte r{r};" for r in numbers] + [f"hidden byte f{n};" for n in range(number)],
        [reaction(r, values) for r in numbers for values in range(4)])
    return Model("facts", f"{count} regions of {size} states, guards over {number} facts", spec, promela)


# About 100,000 configurations each.
FAMILIES = [regions(5, 10), counters(3, 45), nested(2, 12), facts(5, 10, 5)]
