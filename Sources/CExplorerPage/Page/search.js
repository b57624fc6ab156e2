// Values that are worth trying, and the shortest run to a state or a call.

const searchLimit = 20000;
const sampleLimit = 32;

/** Returns values to try for a type: those that the spec compares and their neighbors, and those of the fields now. */
class Samples {
  constructor(machine) {
    this.machine = machine;
    this.literals = new Map();
    const add = (value) => {
      if (!this.literals.has(value.kind)) this.literals.set(value.kind, new Map());
      this.literals.get(value.kind).set(keyOfValue(value), value);
    };
    forEachExpression(machine, (expression) => { if (expression[0] === "literal") add(expression[1]); });
  }

  /** Returns the values, the likeliest first. */
  values(type, snapshot) {
    if (type.kind === "bool") return [makeValue("bool", true), makeValue("bool", false)];
    if (type.kind === "named") return type.cases.map((name) => makeValue("named", name));
    if (type.kind === "opaque") return [makeValue("opaque", "one"), makeValue("opaque", "other")];
    const found = [
      ...(this.literals.get(type.kind)?.values() ?? []), ...snapshot.fields.filter(({ kind }) => kind === type.kind),
    ];
    const values = new Map();
    const add = (content) => {
      const value = makeValue(type.kind, content);
      values.set(keyOfValue(value), value);
    };
    switch (type.kind) {
      case "int": add(1n); add(0n); break;
      case "duration": add(1000n); break;
      case "double": add(1); add(0); break;
      default: add("text");
    }
    for (const { content } of found) {
      if (type.kind === "string") add(content);
      else if (type.kind === "double") for (const other of [content, content + 0.5, content - 0.5]) add(other);
      else for (const other of [content, content + 1n, content - 1n]) if (isPossible(other, type)) add(other);
    }
    return [...values.values()].slice(0, sampleLimit);
  }

  /** Returns lists of arguments to try for an event. */
  arguments(event, snapshot) {
    let lists = [[]];
    for (const { type } of this.machine.events[event].parameters) {
      const values = this.values(type, snapshot);
      lists = lists.flatMap((list) => values.map((value) => [...list, value])).slice(0, sampleLimit);
    }
    return lists;
  }
}

const isPossible = (number, { kind }) =>
  number >= leastNumber && number <= greatestNumber && (kind === "int" || number > 0n);

/** Calls a function with each expression of a machine, and with the operands in it. */
function forEachExpression(machine, body) {
  const visit = (expression) => {
    body(expression);
    switch (expression[0]) {
      case "not":
      case "negate": visit(expression[1]); break;
      case "and":
      case "or": expression[1].forEach(visit); break;
      case "compare":
      case "calculate":
        visit(expression[2]);
        visit(expression[3]);
    }
  };
  const visitActions = (actions) => {
    for (const action of actions) {
      switch (action[0]) {
        case "call": action[2].forEach(visit); break;
        case "open": action[2].forEach(visitActions); break;
        case "set": for (const [, value] of action[1]) visit(value); break;
        case "send": for (const [, list] of action[2]) list.forEach(visit); break;
        case "choose":
          visit(action[1]);
          visitActions(action[2]);
          visitActions(action[3]);
      }
    }
  };
  for (const state of machine.states) {
    const lists = [...state.handlers.values(), state.any, state.always, state.done, ...state.timers.map(({ to }) => to)];
    for (const transition of lists.flat()) {
      if (transition.if) visit(transition.if);
      visitActions(transition.do);
    }
    visitActions([...state.entry, ...state.exit, ...(state.initial?.do ?? [])]);
  }
}

/** Searches the shortest run from a moment to a goal, breadth first: the fewest steps. */
class Search {
  /** @param isGoal tells whether a moment reaches the goal. */
  constructor(machine, samples, beginning, isGoal) {
    this.machine = machine;
    this.samples = samples;
    this.isGoal = isGoal;
    this.open = [{ moment: beginning, steps: undefined }];
    this.next = 0;
    this.seen = new Set([keyOfSnapshot(beginning.after)]);
    this.isLimited = false;
  }

  /** Goes on for some milliseconds. Returns the result, or undefined if the search isn't over. */
  advance(milliseconds) {
    const end = Date.now() + milliseconds;
    while (this.next < this.open.length) {
      const entry = this.open[this.next];
      // Nothing needs what was searched, apart from its steps.
      this.open[this.next] = undefined;
      this.next += 1;
      for (const stimulus of this.stimuli(entry.moment.after)) {
        const moment = performStimulus(this.machine, stimulus, { ...entry.moment, time: 0n });
        if (failureOfMoment(this.machine, moment) !== undefined) continue;
        const steps = { stimulus, before: entry.steps };
        if (this.isGoal(moment)) return { steps: listOfSteps(steps) };
        const key = keyOfSnapshot(moment.after);
        if (this.seen.has(key)) continue;
        if (this.seen.size >= searchLimit) {
          this.isLimited = true;
          continue;
        }
        this.seen.add(key);
        this.open.push({ moment, steps });
      }
      if (Date.now() > end) return undefined;
    }
    return { steps: undefined, isLimited: this.isLimited, count: this.seen.size };
  }

  /** Returns what the host can do in a situation. */
  stimuli(snapshot) {
    if (isEnded(this.machine, snapshot)) return [];
    const stimuli = this.machine.hostEvents.flatMap((event) =>
      this.samples.arguments(event, snapshot).map((values) => ({ kind: "send", event, values })));
    if (snapshot.timers.length > 0) stimuli.push({ kind: "wait", time: snapshot.timers[0].remaining });
    this.machine.fields.forEach((field, index) => {
      if (field.fixed || field.private) return;
      const values = this.samples.values(field.type, snapshot).slice(0, 8);
      for (const value of values) {
        const number = numberOf(value);
        const isOutside = field.bounds && (number < field.bounds[0] || number > field.bounds[1]);
        if (!isOutside && !areSame(value, snapshot.fields[index])) stimuli.push({ kind: "set", facts: [[index, value]] });
      }
    });
    return stimuli;
  }
}

function listOfSteps(last) {
  const steps = [];
  for (let step = last; step; step = step.before) steps.unshift(step.stimulus);
  return steps;
}
