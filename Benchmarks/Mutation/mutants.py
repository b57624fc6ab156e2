"""Writes all mutants of a generated machine into one text, in which a number chooses the mutant at run time."""
import collections
import dataclasses
import re

Mutant = collections.namedtuple("Mutant", "number kind line text")

# Members without behaviour that events or time can show: types, names, and entering a state silently.
UNTOUCHED = re.compile(
    r"(enum (State|AnyState|Event|Callback|InternalEvent|LookupResult|Item)\b|typealias AnyState|"
    r"struct (Context|Paths|Reaction|ElapsedTimer|Extent)\b|var context: Context|init\(resumingIn|"
    r"init\(positionedIn|init\(context: Context = Context\(\)\) |func (extent|armed|refuseArming|name|send)\(|"
    r"stateOfDueTimer = |func advance\(by duration: Duration\) )")
BRACES_ON_ONE_LINE = re.compile(r"((?:if|guard|while|for|defer|(?:\w+ )*(?:func|var)) ?.*?) \{ ([^{}]*) \}")
CALL = re.compile(r"call\(\.(`?\w+`?)(?:\((.*)\))?\)")
ASSIGNMENT = re.compile(r"((?:self\.)?[\w.]+) ([-+]?=) (.+)")
PLAIN_STATEMENT = re.compile(r"(?!return\b|case\b|default\b)(?:_ = )?[\w.]+\(.*\)")
COMPARISON = re.compile(r"(.+) (<=|>=|<|>) (.+)")
OTHER_BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
DURATION = "Duration"


def parts(text, separators):
    """Returns the parts of a text between separators outside of brackets, and the separators."""
    pieces, joints, depth, start = [], [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        joint = next((joint for joint in separators if text.startswith(joint, index)), None)
        if joint and depth == 0:
            pieces.append(text[start:index])
            joints.append(joint)
            start = index + len(joint)
    return pieces + [text[start:]], joints


def indentation(line):
    return len(line) - len(line.lstrip())


def cases(text, head):
    """Returns the cases of the enumeration that begins with `head`, with their parameters."""
    if head not in text:
        return {}
    body = text.split(head, 1)[1]
    indent = re.search(r"\n( +)case ", body)[1]
    body = body.split("\n" + indent[2:] + "}", 1)[0]
    lines = re.findall(rf"^{indent}case (.+)$", body, re.M)
    found = [re.fullmatch(r"(`?\w+`?)(?:\((.*)\))?", case).groups() for line in lines for case in parts(line, [", "])[0]]
    return {name: [tuple(p.split(": ")) for p in parts(given, [", "])[0]] if given else [] for name, given in found}


@dataclasses.dataclass
class Switch:
    """A `switch` that is being written."""

    indent: str
    is_choice: bool
    has_default: bool = False


class Machine:
    """The types in the text of a generated machine."""

    def __init__(self, text):
        self.text = text
        self.name = re.search(r"^(?:public )?nonisolated struct (`?\w+`?):", text, re.M)[1]
        self.states = cases(text, "enum State:")
        self.context = "storedContext" if "var storedContext:" in text else "context"
        self.events = cases(text, "enum Event:")
        self.callbacks = cases(text, "enum Callback:")
        self.internal_events = cases(text, "enum InternalEvent:")
        self.deferred = cases(text, "enum Item:")
        self.fields, self.open_fields = {}, set()
        if "  struct Context:" in text:
            context = text.split("  struct Context:", 1)[1].split("\n  }", 1)[0]
            found = re.findall(r"^    (?:public )?(fileprivate\(set\) )?var (`?\w+`?): ([\w.]+)$", context, re.M)
            self.fields = {name: kind for _, name, kind in found}
            self.open_fields = {name for protection, name, _ in found if not protection}
        kinds = set(self.fields.values())
        self.choices = {kind: cases(text, f"enum {kind}:") for kind in kinds if "." not in kind}
        self.has_timers = "var timeUntilNextTimer:" in text
        self.queues = "var raised: [" in text


def members(text):
    """Yields the lines with their numbers, and whether each belongs to a member that has behaviour."""
    lines = text.split("\n")
    first = next(n for n, line in enumerate(lines) if re.match(r"(public )?nonisolated struct ", line))
    last = next(n for n in range(first, len(lines)) if lines[n] == "}")
    touched = [False] * len(lines)
    depth_of_untouched = None
    # Only a machine around this one calls it, unless the machine itself has an end.
    is_unused = text.count("dropPending()") == 1
    for number in range(first + 1, last):
        line = lines[number]
        is_untouched = UNTOUCHED.search(line) or is_unused and "func dropPending()" in line
        if depth_of_untouched is None and is_untouched and line.rstrip().endswith("{"):
            depth_of_untouched = indentation(line)
            continue
        if depth_of_untouched is not None:
            if line == " " * depth_of_untouched + "}":
                depth_of_untouched = None
            continue
        touched[number] = not UNTOUCHED.search(line)
    for number, line in enumerate(lines):
        yield from ((number + 1, touched[number], piece) for piece in (spread(line) if touched[number] else [line]))


def spread(line):
    """Returns a line with braces around a statement as several lines."""
    indent, body = line[: indentation(line)], line.strip()
    braces = BRACES_ON_ONE_LINE.fullmatch(body)
    if braces:
        return [f"{indent}{braces[1]} {{", f"{indent}  {braces[2]}", indent + "}"]
    case = re.fullmatch(r"(case [^:\"]*): (.+)", body)
    if case and (ASSIGNMENT.fullmatch(case[2]) or PLAIN_STATEMENT.fullmatch(case[2]) or re.match(r"(return|if) ", case[2])):
        return [f"{indent}{case[1]}:"] + spread(f"{indent}  {case[2]}")
    return [line]


class Writer:
    """Writes a machine with all its mutants."""

    def __init__(self, text):
        self.machine = Machine(text)
        self.mutants = []
        self.output = []
        self.lines = list(members(text))
        self.head = ""
        self.switches = []
        index = 0
        while index < len(self.lines):
            index += self.write(index)

    @property
    def swift(self):
        return "\n".join(self.output)

    def new(self, index, *kinds):
        """Returns the number of the first of `count` new mutants."""
        number, _, text = self.lines[index]
        first = len(self.mutants) + 1
        for kind in kinds:
            self.mutants.append(Mutant(len(self.mutants) + 1, kind, number, text.strip()))
        return first

    def write(self, index):
        """Writes a line, or the statements from there on, and returns the number of lines."""
        _, touched, line = self.lines[index]
        body, indent = line.strip(), line[: indentation(line)]
        if not touched:
            self.output.append(line)
            return 1
        if re.match(r"((private|fileprivate|public|mutating|static|@\w+) )*(func|var|init|subscript)\b.*\{$", body):
            self.head = body
        statements = self.run(index)
        if statements:
            self.write_run(index, statements, indent)
            return statements
        self.output.append(indent + self.rewritten(index, body, indent))
        return 1

    # MARK: Statements

    def is_statement(self, body):
        return bool(ASSIGNMENT.fullmatch(body) or PLAIN_STATEMENT.fullmatch(body)) and not re.match(
            r"(let|var|fatalError|self\.\w+ =|self\.init)\b", body)

    def run(self, index):
        """Returns how many statements follow each other from a line on."""
        if self.head.startswith(("init", "public init")):
            return 0
        count = 0
        while index + count < len(self.lines) and self.lines[index + count][1] \
                and self.is_statement(self.lines[index + count][2].strip()):
            count += 1
        return count

    def write_run(self, index, count, indent):
        bodies = [self.lines[index + step][2].strip() for step in range(count)]
        doubled = [n for n, body in enumerate(bodies) if self.can_double(body)]
        swapped = [n for n in range(count - 1) if self.can_swap(bodies[n], bodies[n + 1])]
        first = len(self.mutants) + 1
        for step, body in enumerate(bodies):
            self.new(index + step, f"{self.noun(body)} dropped")
        for step in doubled:
            self.new(index + step, f"{self.noun(bodies[step])} doubled")
        for step in swapped:
            self.new(index + step, f"{self.noun(bodies[step])} swapped with the next statement")
        self.output.append(
            f"{indent}for step in Mutation.order({first}, of: {count}, doubled: {doubled}, swapped: {swapped}) {{")
        self.output.append(f"{indent}  switch step {{")
        for step, body in enumerate(bodies):
            label = f"case {step}" if step < count - 1 else "default"
            self.output.append(f"{indent}  {label}: {self.with_other_values(index + step, body)}")
        self.output += [f"{indent}  }}", f"{indent}}}"]

    def noun(self, body):
        if body.startswith("call("):
            return "call"
        if body.startswith("macrostep.raise("):
            return "raise"
        if body.startswith("deferredEvents."):
            return "deferred event"
        if body.startswith("state = "):
            return "state"
        if body.startswith(self.machine.context + "."):
            return "assignment of a field"
        if re.match(r"timerOf\w+ = ", body):
            return "timer"
        return "other statement"

    def can_double(self, body):
        return body.startswith("call(") or self.machine.queues and body.startswith("macrostep.raise(")

    def can_swap(self, body, following):
        """Returns whether the order of two statements can matter."""
        if body == following:
            return False
        if body.startswith("call(") and following.startswith("call("):
            return True
        for one, other in ((body, following), (following, body)):
            assigned = ASSIGNMENT.fullmatch(one)
            if assigned and re.search(rf"(?<![\w.]){re.escape(assigned[1])}\b", other):
                return True
        helpers = [not re.match(r"(call|macrostep|deferredEvents)\b", text) and PLAIN_STATEMENT.fullmatch(text) is not None
                   for text in (body, following)]
        return any(helpers)

    def with_other_values(self, index, body):
        """Returns a statement with the mutants of its assignment, call or raised event."""
        call = CALL.fullmatch(body)
        if call:
            return self.other_call(index, call)
        raised = re.fullmatch(r"macrostep\.raise\((\.\w+)\)", body)
        if raised and len(self.machine.internal_events) > 1:
            return f"macrostep.raise({self.other_case(index, 'raise', raised[1], self.machine.internal_events)})"
        deferred = re.fullmatch(r"deferredEvents\.insert\((\.\w+)\)", body)
        if deferred and len(self.machine.deferred) > 1:
            return f"deferredEvents.insert({self.other_case(index, 'deferred event', deferred[1], self.machine.deferred)})"
        assignment = ASSIGNMENT.fullmatch(body)
        if not assignment or assignment[2] != "=":
            return body
        target, value = assignment[1], assignment[3]
        if target == "state" and value.startswith("."):
            value = self.other_case(index, "state", value, self.machine.states)
        elif target.startswith(self.machine.context + "."):
            field = target.removeprefix(self.machine.context + ".")
            value = self.other_value(index, "field", value, self.machine.fields.get(field, ""))
        elif re.fullmatch(r"timerOf\w+", target) and value != "nil":
            value = self.other_value(index, "timer", value, DURATION)
        return f"{target} = {value}"

    def other_call(self, index, call):
        arguments = []
        for (label, kind), given in zip(self.machine.callbacks.get(call[1], []), parts(call[2] or "", [", "])[0]):
            value = given.removeprefix(f"{label}: ")
            arguments.append(f"{label}: {self.other_value(index, 'argument', value, kind)}")
        callback = f".{call[1]}" + (f"({', '.join(arguments)})" if arguments else "")
        plain = [name for name, parameters in self.machine.callbacks.items() if not parameters]
        after = plain.index(call[1]) + 1 if call[1] in plain else 0
        others = [name for name in plain[after:] + plain[:after] if name != call[1]]
        if not others:
            return f"call({callback})"
        return f"call(Mutation.either({callback}, or: .{others[0]}, {self.new(index, 'other call')}))"

    def other_case(self, index, noun, value, all_cases):
        """Returns an expression for a case, or for each other one of its enumeration."""
        if len(all_cases) < 2:
            return value
        first = self.new(index, *[f"other {noun}"] * (len(all_cases) - 1))
        return f"Mutation.another({value}, of: {len(all_cases)}, {first})"

    def other_value(self, index, noun, value, kind):
        if kind == "Bool":
            return f"Mutation.condition({value}, {self.new(index, *[f'other {noun}'])}, 1)"
        if kind == "Int":
            return f"Mutation.near({value}, {self.new(index, *[f'other {noun}'] * 2)})"
        if kind == DURATION:
            return f"Mutation.near({value}, {self.new(index, *[f'other {noun}'] * 2)})"
        choices = self.machine.choices.get(kind, {})
        return self.other_case(index, noun, value, choices) if value.lstrip(".") in choices else value

    # MARK: Other lines

    def rewritten(self, index, body, indent):
        """Returns a line that isn't among consecutive statements, with its mutants."""
        initial = re.fullmatch(r"state = (\.`?\w+`?)", body)
        if initial:
            return f"state = {self.other_case(index, 'state', initial[1], self.machine.states)}"
        condition = re.fullmatch(r"((?:\} else )?if|while) (.*)( )\{", body) or re.fullmatch(
            r"(guard) (.*)( else )\{", body)
        if condition and condition[2] != "true":
            return f"{condition[1]} {self.clauses(index, condition[2])}{condition[3]}{{"
        if body.startswith("return "):
            return "return " + self.answer(index, body.removeprefix("return "))
        if self.lines[index - 1][2].strip() == self.head and self.lines[index + 1][2].strip() == "}":
            return self.only_expression(index, body)
        return self.part_of_switch(index, body, indent)

    def part_of_switch(self, index, body, indent):
        """Writes a line of a `switch`. Mutants leave out cases that look up a transition."""
        if body.startswith("switch "):
            self.switches.append(Switch(indent, self.is_choice(body)))
        if not self.switches or not self.switches[-1].is_choice:
            if body == "}" and self.switches and self.switches[-1].indent == indent:
                self.switches.pop()
            return body
        if body.startswith("default:"):
            self.switches[-1].has_default = True
        elif body.startswith("case "):
            patterns = parts(body.removeprefix("case ").removesuffix(":"), [", "])[0]
            return "case " + ", ".join(
                f"{pattern} where Mutation.stays({self.new(index, 'case dropped')})" for pattern in patterns) + ":"
        elif body == "}" and self.switches[-1].indent == indent:
            if self.switches.pop().has_default:
                return "}"
            is_last = self.lines[index + 1][2] == indent[2:] + "}"
            answer = f"\n{indent}return {self.no_transition()}" if is_last and self.no_transition() else ""
            return f"default: break\n{indent}}}{answer}"
        return body

    def no_transition(self):
        """Returns what a function returns that finds no transition; `None` if it is no such function."""
        return "false" if "-> Bool" in self.head else ".ignored" if "-> LookupResult" in self.head else None

    def is_choice(self, subject):
        """Returns whether a `switch` looks up a transition."""
        return bool(re.search(r"func take", self.head)) and bool(
            re.fullmatch(r"switch (state|event|trigger) \{", subject))

    def clauses(self, index, text):
        clauses, _ = parts(text, [", "])
        return ", ".join(c if re.match(r"(let|var|case) ", c) else self.condition(index, c) for c in clauses)

    def condition(self, index, text):
        """Returns a condition with mutants: each part negated, always true, never true, or with another bound."""
        atoms, joints = parts(text, [" || ", " && "])
        result = ""
        for atom, joint in zip(atoms, [""] + joints):
            comparison = COMPARISON.fullmatch(atom)
            if comparison:
                other = f"{comparison[1]} {OTHER_BOUND[comparison[2]]} {comparison[3]}"
                atom = f"Mutation.either({atom}, or: {other}, {self.new(index, 'other bound')})"
            first = self.new(index, "condition negated", "condition always true", "condition never true")
            result += f"{joint}Mutation.condition({atom}, {first}, 3)"
        return result

    def answer(self, index, value):
        answers = [".ignored", ".deferred", ".taken"]
        if value in answers:
            first = self.new(index, "other answer", "other answer")
            others = ", ".join(a for a in answers if a != value)
            return f"Mutation.either(LookupResult{value}, or: [{others}], {first})"
        if value in ("true", "false"):
            return f"Mutation.condition({value}, {self.new(index, 'other answer')}, 1)"
        if value.startswith("take") and self.no_transition():
            return f"Mutation.stays({self.new(index, 'outer state not asked')}) ? {value} : {self.no_transition()}"
        return self.condition(index, value) if "-> Bool" in self.head else value

    def only_expression(self, index, body):
        if self.head.endswith("Bool {"):
            return self.condition(index, body)
        if self.head.endswith("Duration? {"):
            return f"Mutation.stays({self.new(index, 'no deadline')}) ? {body} : nil"
        return body
