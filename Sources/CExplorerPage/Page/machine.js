// The machine of the page's JSON, with what running it needs. States are numbered in document order, so the descendants
// of a state are the numbers behind its own, up to its end.

class Machine {
  constructor(document) {
    Object.assign(this, document);
    this.promises ??= [];
    this.scenarios ??= [];
    for (const field of this.fields) {
      field.default = decodeValue(field.default);
      field.bounds = field.bounds?.map(BigInt);
    }
    for (const list of [this.events, this.callbacks]) for (const item of list) item.parameters ??= [];
    this.states.forEach((state, id) => this.#prepare(state, id));
    this.states.forEach((state, id) => { if (state.parent !== undefined) this.states[state.parent].children.push(id); });
    this.components.forEach((component, index) => {
      for (let id = component.ownStates[0]; id < component.ownStates[1]; id += 1) this.states[id].component = index;
    });
    for (const scenario of this.scenarios) prepareScenario(scenario);
  }

  #prepare(state, id) {
    state.id = id;
    state.children = [];
    state.isAtomic = state.kind === "atomic" || state.kind === "final";
    for (const key of ["entry", "exit", "any", "always", "timers", "done", "on", "defer"]) state[key] ??= [];
    if (state.initial) state.initial.do ??= [];
    prepareActions(state.entry);
    prepareActions(state.exit);
    prepareActions(state.initial?.do ?? []);
    const prepareAll = (transitions) => {
      for (const transition of transitions) {
        transition.source = id;
        transition.do ??= [];
        if (transition.if) prepareExpression(transition.if);
        prepareActions(transition.do);
      }
    };
    state.handlers = new Map(state.on);
    for (const [, transitions] of state.on) prepareAll(transitions);
    for (const timer of state.timers) {
      prepareAll(timer.to);
      if (timer.length[0] === "constant") timer.length[1] = BigInt(timer.length[1]);
    }
    for (const list of [state.any, state.always, state.done]) prepareAll(list);
    state.deferred = new Set(state.defer);
  }

  /** The events that the host can send. */
  get hostEvents() {
    const [start, end] = this.components[0].events;
    return Array.from({ length: end - start }, (_, index) => start + index).filter((id) => !this.events[id].internal);
  }

  isDescendant(state, ancestor) { return state > ancestor && state < this.states[ancestor].end; }

  /** Returns the ancestors of a state, its parent first. */
  ancestors(state) {
    const result = [];
    for (let next = this.states[state].parent; next !== undefined; next = this.states[next].parent) result.push(next);
    return result;
  }

  /** Returns an atomic state, followed by its ancestors. */
  lineage(state) { return (this.states[state].lineage ??= [state, ...this.ancestors(state)]); }

  properChildren(state) {
    const children = this.states[state].children;
    return (this.states[state].proper ??= children.filter((child) => this.states[child].kind !== "history"));
  }

  histories(state) {
    const children = this.states[state].children;
    return (this.states[state].histories ??= children.filter((child) => this.states[child].kind === "history"));
  }

  /** Returns the state inside which a transition exits and enters states; undefined if it has no targets. */
  domain(transition) {
    if (transition.to.length === 0) return undefined;
    return (transition.domain ??= this.#findDomain(transition));
  }

  #findDomain(transition) {
    const isDomain = (state) => this.states[state].kind === "compound"
      && transition.to.every((target) => this.isDescendant(target, state));
    if (!transition.reenter && isDomain(transition.source)) return transition.source;
    const ancestors = this.ancestors(transition.source);
    return ancestors.find(isDomain) ?? ancestors.at(-1) ?? transition.source;
  }

  /** The number of the component that makes a callback. */
  componentOfCallback(callback) {
    return this.components.findIndex(({ callbacks: [start, end] }) => callback >= start && callback < end);
  }
}

/** Decodes the values in an expression. */
function prepareExpression(expression) {
  switch (expression[0]) {
    case "literal": expression[1] = decodeValue(expression[1]); break;
    case "not":
    case "negate": prepareExpression(expression[1]); break;
    case "and":
    case "or": expression[1].forEach(prepareExpression); break;
    case "compare":
    case "calculate":
      prepareExpression(expression[2]);
      prepareExpression(expression[3]);
  }
}

function prepareActions(actions) {
  for (const action of actions) {
    switch (action[0]) {
      case "call": action[2].forEach(prepareExpression); break;
      case "open": action[2].forEach(prepareActions); break;
      case "set": for (const [, value] of action[1]) prepareExpression(value); break;
      case "send": for (const [, list] of action[2]) list.forEach(prepareExpression); break;
      case "choose":
        prepareExpression(action[1]);
        prepareActions(action[2]);
        prepareActions(action[3]);
    }
  }
}

const decodeEntries = (entries) => (entries ?? []).map(([field, value]) => [field, decodeValue(value)]);

function prepareScenario(scenario) {
  scenario.fields = decodeEntries(scenario.fields);
  scenario.where = (scenario.where ?? []).map(([field, values]) => [field, values.map(decodeValue)]);
  scenario.added ??= [];
  scenario.never = new Set(scenario.never ?? []);
  scenario.observing = new Set(scenario.observing);
  const prepareState = (expected) => { if (expected) expected.fields = decodeEntries(expected.fields); };
  prepareState(scenario.then);
  for (const step of scenario.steps) {
    if (step.kind === "send" || step.kind === "ignored") step.with = (step.with ?? []).map(decodeValue);
    if (step.set) step.set = decodeEntries(step.set);
    if (step.time) step.time = BigInt(step.time);
    if (step.calls) preparePattern(step.calls);
    prepareState(step.then);
  }
}

function preparePattern(pattern) {
  switch (pattern[0]) {
    case "call": pattern[2] = decodeEntries(pattern[2]); break;
    case "optional":
    case "repeat": preparePattern(pattern[1]); break;
    case "choose":
      prepareExpression(pattern[1]);
      preparePattern(pattern[2]);
      preparePattern(pattern[3]);
      break;
    default: pattern[1].forEach(preparePattern);
  }
}
