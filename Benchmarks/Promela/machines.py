"""Machines as plain values, and random ones."""
import dataclasses


@dataclasses.dataclass(eq=False)
class Field:
    name: str
    # The greatest value of a number, whose range begins with 0. A Boolean has 1.
    greatest: int
    is_number: bool
    # `fact`, `fixed` or `private`
    role: str
    default: int


@dataclasses.dataclass(eq=False)
class Transition:
    guard: object = None
    targets: list = dataclasses.field(default_factory=list)
    actions: list = dataclasses.field(default_factory=list)
    reenters: bool = False
    source: object = None
    number: int = 0


@dataclasses.dataclass(eq=False)
class State:
    name: str
    # `atomic`, `compound`, `parallel`, `final` or `history`
    kind: str = "atomic"
    parent: object = None
    children: list = dataclasses.field(default_factory=list)
    initial: object = None
    entry: list = dataclasses.field(default_factory=list)
    exit: list = dataclasses.field(default_factory=list)
    # From events to lists of transitions. "*" is any event.
    on: dict = dataclasses.field(default_factory=dict)
    always: list = dataclasses.field(default_factory=list)
    done: list = dataclasses.field(default_factory=list)
    defer: list = dataclasses.field(default_factory=list)
    # Of a history
    is_deep: bool = False
    default: object = None
    number: int = 0

    def descendants(self):
        """Yields what lies inside of the state, in document order."""
        for child in self.children:
            yield child
            yield from child.descendants()

    def ancestors(self):
        """Yields the states around this one, innermost first."""
        state = self.parent
        while state:
            yield state
            state = state.parent

    @property
    def proper_children(self):
        return [child for child in self.children if child.kind != "history"]

    @property
    def transitions(self):
        return [t for lists in [*self.on.values(), self.always, self.done] for t in lists]


@dataclasses.dataclass
class Promise:
    callback: str
    # `needs` or `onlyAfter`
    key: str
    predecessors: list


@dataclasses.dataclass
class Machine:
    name: str
    root: State
    fields: list
    events: list
    callbacks: list
    promises: list

    def __post_init__(self):
        # The number of a state is its place in the document, and so is that of a transition.
        for number, state in enumerate(self.states):
            state.number = number
        transitions = [(state, transition) for state in self.states for transition in state.transitions]
        for number, (state, transition) in enumerate(transitions, 1):
            transition.source, transition.number = state, number

    @property
    def states(self):
        """All states but the root, in document order."""
        return list(self.root.descendants())

    @property
    def actions(self):
        """All actions, those inside of others included."""
        def inner(trees):
            for tree in trees:
                yield tree
                if tree[0] == "if":
                    yield from inner(tree[2] + tree[3])

        lists = [actions for state in self.states for actions in [
            state.entry, state.exit, *[transition.actions for transition in state.transitions]]]
        return [action for actions in lists for action in inner(actions)]

    @property
    def internal_events(self):
        raised = {action[1] for action in self.actions if action[0] == "raise"}
        return sorted(raised - set(self.events))

    @property
    def read_fields(self):
        """The fields that conditions read."""
        def fields(tree):
            if isinstance(tree, Field):
                yield tree
            elif isinstance(tree, tuple):
                for part in tree:
                    yield from fields(part)

        conditions = [action[1] for action in self.actions if action[0] == "if"]
        conditions += [transition.guard for state in self.states for transition in state.transitions]
        return {field for condition in conditions for field in fields(condition)}


MOST_STATES = 16


class Chance:
    """Makes random machines. What a machine uses differs from machine to machine."""

    def __init__(self, random):
        self.random = random

    def chooses(self, probability):
        return self.random.random() < probability

    def machine(self, name):
        random = self.random
        self.fields = self.make_fields()
        self.events = [f"e{n}" for n in range(random.randint(3, 5))]
        self.internal = ["i0"] if self.chooses(0.4) else []
        self.callbacks = [f"c{n}" for n in range(random.randint(2, 4))]
        self.uses_history, self.uses_final, self.uses_defer = (self.chooses(p) for p in (0.3, 0.3, 0.25))
        shape = random.choice(["flat", "nested", "regions", "regions"])
        self.states = []
        while not 3 <= len(self.states) <= MOST_STATES:
            self.make_states(shape)
        self.places = [state for state in self.states if state.kind not in ("final", "history")]
        for state in self.states:
            self.add_behavior(state)
        self.promises = []
        self.add_pairs()
        self.add_random_promises()
        self.add_what_names_need()
        return Machine(name, self.root, self.fields, self.events, self.callbacks, self.promises)

    # States

    def make_states(self, shape):
        self.counter = 0
        self.root = State("root", "parallel" if shape == "regions" and self.chooses(0.5) else "compound")
        self.fill(self.root, 0 if shape == "flat" else 2)
        if shape == "regions" and not any(state.kind == "parallel" for state in [self.root, *self.root.descendants()]):
            self.make_parallel(self.random.choice(self.root.proper_children))
        self.states = list(self.root.descendants())

    def new_state(self, parent, kind="atomic"):
        self.counter += 1
        state = State(f"{'h' if kind == 'history' else 's'}{self.counter}", kind, parent)
        parent.children.append(state)
        return state

    def fill(self, state, depth):
        """Gives a state its children."""
        is_parallel = state.kind == "parallel"
        count = self.random.choice([2, 2, 3]) if is_parallel else self.random.randint(2, 4 if depth == 0 else 3)
        for _ in range(count):
            child = self.new_state(state, "compound" if is_parallel else "atomic")
            if is_parallel:
                self.fill(child, max(0, depth - 1))
            elif depth > 0 and self.chooses(0.45):
                if self.chooses(0.25):
                    self.make_parallel(child)
                else:
                    child.kind = "compound"
                    self.fill(child, depth - 1)
        if not is_parallel:
            state.initial = self.random.choice(state.children)
            if self.uses_final and self.chooses(0.4):
                self.new_state(state, "final")
        if state.parent and self.uses_history and self.chooses(0.6):
            history = self.new_state(state, "history")
            history.is_deep = self.chooses(0.5)
            history.default = self.random.choice(state.proper_children)

    def make_parallel(self, state):
        state.kind, state.children, state.initial = "parallel", [], None
        self.fill(state, 0)

    def add_behavior(self, state):
        if state.kind == "history":
            return
        if self.chooses(0.2):
            state.entry = self.actions(1)
        if state.kind == "final":
            return
        if self.chooses(0.2):
            state.exit = self.actions(1)
        for event in self.events:
            if self.chooses(0.55):
                state.on[event] = self.transitions(state)
        if self.chooses(0.06):
            state.on["*"] = self.transitions(state)
        if self.chooses(0.1):
            state.always = [self.eventless(state)]
        if state.kind == "parallel" and all(map(self.can_complete, state.proper_children)) or self.can_complete(state):
            state.done = self.transitions(state)
        if self.uses_defer and self.chooses(0.2):
            state.defer = [self.random.choice(self.events)]

    def can_complete(self, state):
        return any(child.kind == "final" for child in state.children)

    # Transitions

    def transitions(self, state):
        result = [self.transition(state, guarded=True) for _ in range(self.random.choice([0, 0, 1, 1, 2]))]
        if not result or self.chooses(0.6):
            result.append(self.transition(state, guarded=False))
        return result

    def transition(self, state, guarded):
        result = Transition(self.condition(2) if guarded else None)
        if self.chooses(0.8):
            result.targets = [self.random.choice(self.states)]
            # A step inside of the same state keeps what is active elsewhere.
            if self.chooses(0.6):
                result.targets = [self.random.choice(state.parent.children)]
            parallels = [other for other in [self.root, *self.states] if other.kind == "parallel"]
            if parallels and self.chooses(0.1):
                regions = self.random.sample(self.random.choice(parallels).proper_children, 2)
                result.targets = [
                    self.random.choice([s for s in region.descendants() if s.kind != "history"]) for region in regions]
            if state.kind == "compound" and all(target in state.descendants() for target in result.targets):
                result.reenters = self.chooses(0.3)
        if self.chooses(0.6) or not result.targets:
            result.actions = self.actions(self.random.choice([1, 1, 2, 3]))
        return result

    def eventless(self, state):
        """Returns a transition that rarely closes a loop: most of them lead forward."""
        ahead = self.states[self.states.index(state) + 1:]
        result = Transition(self.condition(1), actions=self.actions(1) if self.chooses(0.5) else [])
        ahead = [other for other in ahead if other not in state.descendants()]
        result.targets = [self.random.choice(ahead if ahead and self.chooses(0.9) else self.states)]
        return result

    # Actions

    def actions(self, count):
        return [self.action(2) for _ in range(count)]

    def action(self, depth):
        kind = self.random.random()
        settable = [field for field in self.fields if field.role != "fixed"]
        if kind < 0.35 and settable:
            targets = self.random.sample(settable, self.random.choice([1, 1, 1, 2]) if len(settable) > 1 else 1)
            return ("set", [(field, self.value(field)) for field in targets])
        if kind < 0.43 and depth > 0 and self.fields:
            otherwise = [self.action(depth - 1)] if self.chooses(0.5) else []
            return ("if", self.condition(1), [self.action(depth - 1)], otherwise)
        if kind < 0.48 and depth == 2 and (self.internal or self.chooses(0.2)):
            return ("raise", self.random.choice(self.internal or self.events))
        return ("call", self.random.choice(self.callbacks))

    def value(self, field):
        """Returns an expression to assign to a field. A number may leave its range, though rarely."""
        if not field.is_number:
            return self.random.choice([("constant", 0), ("constant", 1), ("not", ("field", field)), self.condition(1)])
        kind = self.random.random()
        others = [other for other in self.fields if other.is_number and other.greatest <= field.greatest]
        if kind < 0.5:
            return ("constant", self.random.randint(0, field.greatest))
        if kind < 0.7 and others:
            return ("field", self.random.choice(others))
        if kind < 0.9:
            return ("%", ("+", ("field", field), ("constant", 1)), ("constant", field.greatest + 1))
        return (self.random.choice("+-"), ("field", field), ("constant", 1))

    # Expressions

    def condition(self, depth):
        kind = self.random.random()
        if depth > 0 and kind < 0.3:
            return (self.random.choice(["and", "or"]), self.condition(depth - 1), self.condition(depth - 1))
        if depth > 0 and kind < 0.4:
            return ("not", self.condition(depth - 1))
        if kind < 0.5 or not self.fields:
            return ("in", self.random.choice(self.places_or_states()))
        field = self.random.choice(self.fields)
        if not field.is_number:
            return ("field", field) if self.chooses(0.6) else ("not", ("field", field))
        others = [other for other in self.fields if other.is_number and other is not field]
        right = ("field", self.random.choice(others)) if others and self.chooses(0.3) \
            else ("constant", self.random.randint(0, field.greatest))
        return (self.random.choice(["==", "!=", "<", "<=", ">", ">="]), ("field", field), right)

    def places_or_states(self):
        return [state for state in self.states if state.kind != "history"]

    # Fields

    def make_fields(self):
        fields = []
        for index in range(self.random.randint(0, 4)):
            role = self.random.choice(["fact", "fixed", "private", "private", "private"])
            is_number = self.chooses(0.5)
            greatest = self.random.randint(1, 3) if is_number else 1
            default = self.random.randint(0, greatest)
            fields.append(Field(f"{'n' if is_number else 'b'}{index}", greatest, is_number, role, default))
        return fields

    # Promises

    def add_pairs(self):
        """Adds calls in pairs, most of which keep the promise that the second never comes without the first."""
        for number in range(self.random.choice([0, 1, 1, 2])):
            first, second = f"begin{number}", f"end{number}"
            self.callbacks += [first, second]
            state = self.random.choice(self.places)
            kind = self.random.random()
            if kind < 0.5:
                state.entry = [("call", first), *state.entry]
                state.exit = [*state.exit, ("call", second)]
            else:
                # A private Boolean remembers whether the first call was made.
                memory = Field(f"p{number}", 1, False, "private", 0)
                self.fields.append(memory)
                event = self.random.choice(self.events)
                other = self.random.choice(self.places)
                self.prepend(state, event, Transition(
                    ("not", ("field", memory)), actions=[("call", first), ("set", [(memory, ("constant", 1))])]))
                self.prepend(other, self.random.choice(self.events), Transition(
                    ("field", memory), actions=[("call", second), ("set", [(memory, ("constant", 0))])]))
            if self.chooses(0.35):
                place = self.random.choice(self.places)
                call = ("call", self.random.choice([first, second]))
                place.exit = [*place.exit, ("if", self.condition(1), [call], [])]
            self.promises.append(Promise(second, self.random.choice(["needs", "needs", "needs", "onlyAfter"]), [first]))

    def prepend(self, state, event, transition):
        state.on.setdefault(event, []).insert(0, transition)

    def add_random_promises(self):
        for callback in self.callbacks:
            if self.chooses(0.4):
                others = [other for other in self.callbacks if other != callback]
                key = self.random.choice(["needs", "onlyAfter"])
                if any(promise.callback == callback and promise.key == key for promise in self.promises):
                    continue
                predecessors = self.random.sample(others, self.random.randint(1, min(2, len(others))))
                self.promises.append(Promise(callback, key, sorted(predecessors)))

    def add_what_names_need(self):
        """Lets a state handle each internal event, something raise it, and an action set each private field."""
        for event in self.internal:
            handling = Transition(actions=[("call", self.random.choice(self.callbacks))])
            self.prepend(self.random.choice(self.places), event, handling)
            state = self.random.choice(self.places)
            state.exit = [*state.exit, ("raise", event)]
        for field in self.fields:
            if field.role == "private":
                state = self.random.choice(self.places)
                state.entry = [*state.entry, ("set", [(field, ("constant", self.random.randint(0, field.greatest)))])]
