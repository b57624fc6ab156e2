"""Translates machines into Promela: a process that does to a machine what a host may do, and the machine's reactions.

The translation follows "What a machine does with an event" in docs/language.md, rule by rule. It knows states as bits
in document order, and writes the steps of the algorithm down in full, so that it is easily compared with the rules.

`WATCHED` in the environment of the program that SPIN makes is the number of the promise to check: its place in the
spec, `ENDLESS_LOOP`, `LEAVES_RANGE`, or 0 for none. A reaction that the rules call a fault ends a run. The model has
only one more end: a queue of raised events that is full.
"""
import math

import structure
from actions import LOOP, OVERFLOW, QUEUE, RANGE, call_lines, expression, raising, running
from structure import both, is_inside, is_on

MICROSTEPS = 1_000
# The promises that no loop is endless, and that no field leaves its range
ENDLESS_LOOP, LEAVES_RANGE = 254, 255
FAULTS = {ENDLESS_LOOP: LOOP, LEAVES_RANGE: RANGE}
# What a state selects that defers an event
DEFERRAL = 255


def done_event(state):
    """Returns the number of the event that a state has completed. Those of other events are smaller."""
    return 100 + state.number


def clearing(names):
    return "; ".join(f"{name} = 0" for name in names)


class Translation:
    """The translation of a machine."""

    def __init__(self, machine):
        self.machine = machine
        self.states = machine.states
        self.transitions = [transition for state in self.states for transition in state.transitions]
        self.histories = [state for state in self.states if state.kind == "history"]
        self.real = [state for state in self.states if state.kind != "history"]
        self.atomic = [state for state in self.real if state.kind in ("atomic", "final")]
        self.facts = [field for field in machine.fields if field.role == "fact"]
        self.fixed = [field for field in machine.fields if field.role == "fixed"]
        self.deferrable = [event for event in machine.events if any(event in state.defer for state in self.states)]
        # The events of the host begin with 1.
        self.events = {name: number for number, name in enumerate(machine.events + machine.internal_events, 1)}

    def actions(self, trees):
        return running(trees, self.events)

    # Rule 2: selection

    def first_enabled(self, transitions, otherwise):
        """Returns an expression: the number of the first transition whose guard holds, or else something else."""
        for transition in reversed(transitions):
            guard = expression(transition.guard) if transition.guard else "1"
            otherwise = f"({guard} -> {transition.number} : {otherwise})"
        return otherwise

    def selection(self, event):
        """Returns statements that put what each active atomic state selects into `selected`, with what conflicts.

        A state selects one of its own transitions, or what the state around it does. None is no event.
        """
        steps, selecting = [], {self.machine.root: "0"}
        for state in self.real:
            outer = selecting[state.parent]
            if event is None:
                lists, defers = [state.always], False
            else:
                lists, defers = [state.on.get(event, []), state.on.get("*", [])], event in state.defer
            if not any(lists) and not defers:
                selecting[state] = outer
                continue
            found = self.first_enabled(lists[-1], outer)
            if event is not None:
                found = self.first_enabled(lists[0], f"(hosted -> {DEFERRAL} : {found})" if defers else found)
            steps.append(f"found[{state.number}] = ({is_on(state)} -> {found} : 0)")
            selecting[state] = f"found[{state.number}]"
        if not steps:
            return "skip"
        for state in self.atomic:
            if selecting[state] != "0":
                steps += self.select(f"({is_on(state)} -> {selecting[state]} : 0)")
        return "; ".join(steps + [f"{name} = 0" for name in sorted(set(selecting.values()) - {"0"})])

    def select(self, expression):
        """Returns statements that append a transition, unless its number is 0 or stands for a deferral."""
        return [f"candidate = {expression}", f"deferring = (candidate == {DEFERRAL} -> 1 : deferring)",
                f"candidate = (candidate == {DEFERRAL} -> 0 : candidate)",
                "selected[count] = candidate", "count = (candidate -> count + 1 : count)", "candidate = 0"]

    def conflict_lines(self):
        """Yields lines that keep, of transitions that conflict, the inner one or else the one selected first."""
        pairs = {
            transition: [other for other in self.transitions
                         if other is not transition and structure.conflict(transition, other)]
            for transition in self.transitions}

        def tests(place, wanted):
            for candidate, others in pairs.items():
                numbers = [f"{place} == {o.number}" for o in others if wanted(candidate.source, o.source)]
                if numbers:
                    yield f":: candidate == {candidate.number} && ({' || '.join(numbers)}) -> "

        yield "      place = 0; kept = 0;"
        yield "      do"
        yield "      :: place < count ->"
        yield "        candidate = selected[place]; drop = 0; i = 0;"
        # It is dropped if it was selected before, or conflicts with one that isn't around its source.
        yield "        do"
        yield "        :: i < kept ->"
        yield "          if"
        yield "          :: candidate == selected[i] -> drop = 1"
        for test in tests("selected[i]", lambda own, other: not is_inside(own, other)):
            yield f"          {test}drop = 1"
        yield "          :: else -> skip"
        yield "          fi; i++"
        yield "        :: else -> break"
        yield "        od;"
        yield "        if"
        yield "        :: drop -> skip"
        yield "        :: else ->"
        # All others with which it conflicts are around it, and go.
        yield "          i = 0; left = 0;"
        yield "          do"
        yield "          :: i < kept ->"
        yield "            if"
        for test in tests("selected[i]", lambda own, other: is_inside(own, other)):
            yield f"            {test}skip"
        yield "            :: else -> selected[left] = selected[i]; left++"
        yield "            fi; i++"
        yield "          :: else -> break"
        yield "          od;"
        yield "          selected[left] = candidate; kept = left + 1"
        yield "        fi; place++"
        yield "      :: else -> break"
        yield "      od;"
        yield "      count = kept; candidate = 0; drop = 0; kept = 0; left = 0; place = 0;"

    # Rule 3: a microstep

    def is_selected(self, transitions):
        """Returns a condition: that the transition at `i` is one of some."""
        return " || ".join(f"selected[i] == {t.number}" for t in transitions)

    def for_each_selected(self, statements):
        """Yields lines that run statements for each selected transition, in the order of their selection."""
        if statements:
            yield "      i = 0;"
            yield "      do"
            yield "      :: i < count ->"
            for statement in statements:
                yield f"        {statement};"
            yield "        i++"
            yield "      :: else -> break"
            yield "      od;"

    def exits(self):
        """Returns statements that mark the states which the transition at `i` exits: those inside of its domain."""
        steps = []
        for state in self.real:
            exiting = [t for t in self.transitions if structure.domain(t) and is_inside(state, structure.domain(t))]
            if exiting:
                number = state.number
                condition = both(is_on(state), self.is_selected(exiting))
                steps.append(f"leaving[{number}] = leaving[{number}] || {condition}")
        return steps

    def transition_actions(self):
        own = [t for t in self.transitions if t.actions]
        if not own:
            return []
        options = " ".join(f":: selected[i] == {t.number} -> {'; '.join(self.actions(t.actions))}" for t in own)
        return [f"if {options} :: else -> skip fi"]

    def remember(self, history):
        """Returns statements that let a history remember, if its parent is exited."""
        leaving = f"leaving[{history.parent.number}]"
        bits = [(structure.memory(history, state), is_on(state)) for state in structure.remembered(history)]
        return [f"{name} = ({leaving} -> {value} : {name})" for name, value in bits] \
            + [f"has_{history.name} = {leaving} || has_{history.name}"]

    def marks(self, conditions):
        """Returns statements that mark states to enter, from lists of conditions by state."""
        return [f"coming[{state.number}] = coming[{state.number}] || {' || '.join(own)}"
                for state, own in sorted(conditions.items(), key=lambda item: item[0].number)]

    def entries(self):
        """Returns statements that mark the states which the transition at `i` enters."""
        conditions = {}
        for transition in self.transitions:
            for target in transition.targets:
                for state, condition in structure.entered(target, structure.domain(transition), transition.targets):
                    conditions.setdefault(state, []).append(both(f"selected[i] == {transition.number}", condition))
        return self.marks(conditions)

    def initial_entries(self):
        root = self.machine.root
        children = root.proper_children if root.kind == "parallel" else [root.initial]
        conditions = {}
        for child in children:
            for state, condition in structure.entered_by_default(child):
                conditions.setdefault(state, []).append(both("starting", condition))
        return self.marks(conditions)

    def completion(self, final):
        """Returns statements for the completion of what is around a final state that was entered."""
        parent = final.parent
        if parent is self.machine.root:
            return ["finished = 1"]
        steps = raising(done_event(parent)) if parent.done else []
        outer = parent.parent
        if outer.kind == "parallel":
            # A region without a final state never completes.
            complete = both(*[
                " || ".join([is_on(child) for child in region.children if child.kind == "final"] or ["0"])
                for region in outer.proper_children])
            if outer is self.machine.root:
                steps.append(f"finished = finished || {complete}")
            elif outer.done:
                steps += raising(done_event(outer), complete)
        return steps

    def microstep_lines(self):
        """Yields lines that take the selected transitions. At the start, only initial states are entered."""
        if any(state.kind == "parallel" for state in [self.machine.root, *self.states]):
            yield from self.conflict_lines()
        yield "      microsteps = (count -> microsteps + 1 : microsteps);"
        yield f"      if :: microsteps > {MICROSTEPS} -> fault = {LOOP}; break :: else -> skip fi;"
        for statement in self.initial_entries():
            yield f"      {statement};"
        yield "      starting = 0;"
        yield from self.for_each_selected(self.exits())
        for history in self.histories:
            for statement in self.remember(history):
                yield f"      {statement};"
        for state in reversed(self.real):
            number = state.number
            actions = self.actions(state.exit)
            if actions:
                yield f"      if :: leaving[{number}] -> {'; '.join(actions)} :: else -> skip fi;"
            yield f"      on[{number}] = on[{number}] && !leaving[{number}]; leaving[{number}] = 0;"
        yield from self.for_each_selected(self.transition_actions())
        yield from self.for_each_selected(self.entries())
        for state in self.real:
            number = state.number
            yield f"      on[{number}] = on[{number}] || coming[{number}];"
            actions = self.actions(state.entry) + (self.completion(state) if state.kind == "final" else [])
            if actions:
                yield f"      if :: coming[{number}] -> {'; '.join(actions)} :: else -> skip fi;"
            yield f"      coming[{number}] = 0;"
        yield "      i = 0; count = 0;"
        yield "      " + "; ".join(f"selected[{number}] = 0" for number in range(len(self.atomic) + 1))

    # Rules 4 and 5: a macrostep, and the recall of deferred events

    def reaction_lines(self):
        """Yields lines for the reaction to the start, or to an event of the host, which is `current`.

        Rule 5 is read so that an event is deferred while some active state defers it and no region takes it.
        """
        size = len(self.deferrable)
        yield "    do"
        yield "    :: fault || finished -> break"
        yield "    :: else ->"
        yield "      if"
        yield "      :: current ->"
        yield "      if"
        for name, number in self.events.items():
            yield f"      :: current == {number} -> {self.selection(name)}"
        for state in self.real:
            if state.done:
                taken = f"({is_on(state)} -> {self.first_enabled(state.done, '0')} : 0)"
                yield f"      :: current == {done_event(state)} -> {'; '.join(self.select(taken))}"
        yield "      :: else -> skip"
        yield "      fi;"
        yield "      if"
        yield "      :: hosted && recalling && count -> remove(); recalled = 0"
        yield "      :: hosted && recalling && !count && deferring -> recalled++"
        yield "      :: hosted && recalling && !count && !deferring -> remove()"
        # Nothing follows an event that isn't handled.
        yield "      :: hosted && !recalling && !count ->"
        yield "        if :: deferring -> defer() :: else -> skip fi; current = 0; break"
        yield "      :: else -> skip"
        yield "      fi;"
        yield "      current = 0; hosted = 0; recalling = 0; deferring = 0"
        yield "      :: !current && (count || starting) ->"
        yield from self.microstep_lines()
        yield "      :: else ->"
        yield f"      {self.selection(None)};"
        yield "      if"
        yield "      :: count -> skip"
        yield "      :: !count && raised ->"
        yield "        current = queue[0]; i = 0;"
        yield f"        do :: i < {QUEUE - 1} -> queue[i] = queue[i + 1]; i++ :: else -> break od;"
        yield f"        queue[{QUEUE - 1}] = 0; i = 0; raised--"
        if size:
            yield f"      :: !count && !raised && recalled < {size} && deferred[recalled] ->"
            yield "        current = deferred[recalled]; hosted = 1; recalling = 1"
        yield "      :: else -> break"
        yield "      fi"
        yield "      fi"
        yield "    od;"

    def deferral_lines(self):
        """Yields the inline functions that keep an event, unless it is kept already, and that drop the recalled one."""
        size = len(self.deferrable)
        places = [f"deferred[{index}]" for index in range(size)]
        known = " || ".join(f"{place} == current" for place in places)
        free = " ".join(f":: {both(f'!({known})', *places[:index], f'!{place}')} -> {place} = current"
                        for index, place in enumerate(places))
        yield f"inline defer() {{ {f'if :: {known} -> skip {free} fi' if size else 'skip'} }}"
        moves = [f"i = recalled; do :: i < {size - 1} -> deferred[i] = deferred[i + 1]; i++ :: else -> break od",
                 f"deferred[{size - 1}] = 0; i = 0"] if size else ["skip"]
        yield f"inline remove() {{ {'; '.join(moves)} }}"

    # Rule 8, and the process

    def declaration_lines(self):
        yield "byte watched;"
        yield "bit met, broken, finished, dead;"
        yield f"bit on[{len(self.states)}];"
        for field in self.machine.fields:
            yield f"byte {field.name} = {0 if field in self.facts + self.fixed else field.default};"
        for history in self.histories:
            yield f"bit has_{history.name}; bit {history.name}[{len(self.states)}];"
        if self.deferrable:
            yield f"byte deferred[{len(self.deferrable)}];"
        # These are as at the beginning between two reactions, so they tell no configurations apart.
        yield f"bit coming[{len(self.states)}], leaving[{len(self.states)}];"
        yield f"byte found[{len(self.states)}];"
        yield f"byte queue[{QUEUE}], selected[{len(self.atomic) + 1}];"
        yield "byte current, count, raised, place, i, kept, left, candidate, recalled, fault;"
        yield "bit starting = 1, hosted, recalling, deferring, drop;"
        yield "short microsteps, value[2];"

    def values(self, field):
        return "if " + " ".join(f":: {field.name} = {value}" for value in range(field.greatest + 1)) + " fi;"

    def step_lines(self):
        """Yields lines for a reaction, which is one step of the search, with the facts that the host has set."""
        names = [field.name for field in self.facts]
        yield "  d_step {"
        yield f'    printf("STEP %d{"".join(f" {name}=%d" for name in names)}\\n", {", ".join(["current", *names])});'
        yield "    hosted = !starting;"
        yield from self.reaction_lines()
        # A run that a fault ends, or a finished machine, has nothing left.
        rest = [*[f"queue[{number}]" for number in range(QUEUE)], "raised", "count", "current"]
        deferred = [f"deferred[{number}]" for number in range(len(self.deferrable))]
        yield f"    if :: fault || finished -> {clearing(rest + deferred)} :: else -> skip fi;"
        yield f"    {clearing([*names, 'microsteps', 'recalled', 'hosted', 'recalling', 'deferring', 'i'])};"
        watched = " || ".join(f"(watched == {number} && fault == {kind})" for number, kind in FAULTS.items())
        yield f"    if :: {watched} -> broken = 1 :: else -> skip fi;"
        yield f"    assert(fault != {OVERFLOW});"
        yield "    assert(!broken);"
        # All runs that a fault ends are one state.
        memory = [*[is_on(state) for state in self.real], *[field.name for field in self.machine.fields],
                  *[structure.memory(h, s) for h in self.histories for s in structure.remembered(h)],
                  *[f"has_{h.name}" for h in self.histories],
                  *[f"selected[{number}]" for number in range(len(self.atomic) + 1)],
                  "finished", "met", "fault", "count"]
        yield f"    if :: fault -> {clearing(memory)}; dead = 1 :: else -> skip fi"
        yield "  };"

    def text(self):
        lines = [*self.declaration_lines(), *call_lines(self.machine), *self.deferral_lines()]
        lines.append("active proctype host() {")
        lines.append('  c_code { now.watched = getenv("WATCHED") ? atoi(getenv("WATCHED")) : 0; };')
        lines += [f"  {self.values(field)}" for field in self.fixed]
        lines += ["  goto change;", "end_rest:", "  if"]
        lines += [f"  :: d_step {{ !dead -> current = {self.events[name]} }}" for name in self.machine.events]
        lines += ["  fi;", "change:", "  skip;"]
        lines += [f"  {self.values(field)}" for field in self.facts]
        lines += [*self.step_lines(), "  goto end_rest", "}"]
        return "\n".join(lines) + "\n"

    # What SPIN counts

    @property
    def states_of_a_configuration(self):
        """The number of states that a configuration has: at rest, and with each event and some facts chosen."""
        return 1 + len(self.machine.events) * (2 + prefixes(self.facts))

    def configurations(self, stored):
        """Returns the numbers of configurations and of other states in as many stored states: one if a run ends."""
        starts = math.prod(field.greatest + 1 for field in self.fixed)
        before = 2 + prefixes(self.fixed) + starts * (1 + prefixes(self.facts))
        return divmod(stored - before, self.states_of_a_configuration)


def prefixes(fields):
    """Returns the number of states in which some of the fields, one after the other, have got a value."""
    total, product = 0, 1
    for field in fields:
        product *= field.greatest + 1
        total += product
    return total
