// A reaction in progress: the algorithm of SCXML 1.0, appendix D, as the language's reference describes it in "What a
// machine does with an event". Functions have the names of the interpreter's in Swift, which this one is held to.

const microstepLimit = 1000;
const elapsedTimerLimit = 100000;

class Execution extends Situation {
  constructor(machine, snapshot) {
    super(machine, snapshot);
    this.queue = [];
    this.microstepCount = 0;
    this.reaction = { treatment: "ignored", calls: [], entered: [], taken: [], untaken: [], open: [], items: [] };
  }

  note(item) { this.reaction.items.push(item); }

  fault(text) { return new Fault(`${this.component.machine} ${text}`); }

  // Beginnings

  start() {
    if (this.configuration.size > 0) return;
    this.reaction.treatment = "handled";
    this.enterInitialStates();
  }

  enterInitialStates() {
    for (const part of this.component.parts) this.run(part, () => this.enterInitialStates());
    const entry = new EntrySet(this.machine, new Map());
    entry.addDescendantStatesToEnter(this.component.root);
    this.enterStates(entry, noArguments);
    this.completeMacrostep();
  }

  /** Assumes the configuration that contains the targets, without running anything. */
  resume(targets) {
    const innermost = targets.filter((state) => !targets.some((other) => this.machine.isDescendant(other, state)));
    this.history = new Map();
    const entries = this.machine.components.map((component, index) => {
      const entry = new EntrySet(this.machine, this.history);
      const own = innermost.filter((state) => this.states[state].component === index);
      if (own.length === 0) entry.addDescendantStatesToEnter(component.root);
      else entry.addRoot(component.root, own);
      return inOrder(entry.statesToEnter);
    });
    this.configuration = new Set(entries.flat());
    this.timers = [];
    this.deferredEvents = [];
    this.finished = new Set();
    if (!this.isLegalConfiguration()) {
      throw new Fault(`${this.machine.name} cannot be in these states together (see Scenarios)`);
    }
    entries.forEach((entry, index) => {
      this.current = index;
      if (this.isInFinalState(this.component.root)) this.finished.add(this.component.root);
      if (!this.isStopped(index)) for (const state of entry) this.armTimers(state);
    });
    this.current = 0;
  }

  // Events

  /** Lets the component that runs handle one of its events, to its rest. */
  handle(event, values) {
    const [start, end] = this.component.events;
    if (event < start || event >= end || this.isFinished) return "ignored";
    const names = this.machine.events[event].parameters.map(({ name }) => name);
    const args = (name) => values[names.indexOf(name)] ?? makeValue("opaque", name);
    const selection = this.selectTransitions(event, args, true);
    if (selection === "deferred") this.deferEvent(event);
    if (!Array.isArray(selection)) return selection;
    // An event counts as handled even if a fault interrupts it.
    if (this.current === 0) this.reaction.treatment = "handled";
    this.microstep(selection, args);
    this.completeMacrostep();
    this.recallDeferredEvents();
    return "handled";
  }

  /** Keeps an event behind those of the same component. */
  deferEvent(event) {
    if (this.deferredEvents.includes(event)) return;
    const end = this.deferredEvents.findIndex((other) => other >= this.component.events[1]);
    this.deferredEvents.splice(end < 0 ? this.deferredEvents.length : end, 0, event);
  }

  completeMacrostep() {
    while (!this.isFinished) {
      const eventless = this.selectEventlessTransitions();
      if (eventless.length > 0) {
        this.microstep(eventless, noArguments);
        continue;
      }
      const next = this.queue.shift();
      if (!next) return;
      if (next.raised !== undefined) {
        const selection = this.selectTransitions(next.raised, noArguments, false);
        if (Array.isArray(selection)) this.microstep(selection, noArguments);
      } else if (this.configuration.has(next.done)) {
        const transition = this.firstEnabled(this.states[next.done].done, noArguments);
        if (transition) this.microstep([transition], noArguments);
      }
    }
  }

  recallDeferredEvents() {
    const [start, end] = this.component.events;
    const firstPosition = () => {
      const first = this.deferredEvents.findIndex((event) => event >= start);
      return first < 0 ? this.deferredEvents.length : first;
    };
    let position = firstPosition();
    while (position < this.deferredEvents.length && this.deferredEvents[position] < end) {
      const event = this.deferredEvents[position];
      const selection = this.selectTransitions(event, noArguments, true);
      if (selection === "deferred") {
        position += 1;
        continue;
      }
      this.deferredEvents.splice(position, 1);
      if (selection === "ignored") continue;
      this.note({ kind: "recall", event });
      this.microstep(selection, noArguments);
      this.completeMacrostep();
      // The macrostep may have ended the deferral of earlier events.
      position = firstPosition();
    }
  }

  // Microsteps

  microstep(transitions, args) {
    if (transitions.length === 0) return;
    this.microstepCount += 1;
    if (this.microstepCount > microstepLimit) {
      throw this.fault("takes more than 1,000 microsteps before control returns to the host (rule 4)");
    }
    this.reaction.taken.push(...transitions);
    this.exitStates(transitions, args);
    for (const transition of transitions) {
      this.note({ kind: "take", transition });
      this.execute(transition.do, args);
    }
    this.enterStates(this.computeEntrySet(transitions), args);
  }

  exitStates(transitions, args) {
    const statesToExit = this.computeExitSet(transitions);
    for (const state of statesToExit) {
      for (const history of this.machine.histories(state)) {
        const active = this.activeDescendants(state);
        const isDeep = this.states[history].history === "deep";
        this.history.set(history, active.filter((other) =>
          isDeep ? this.states[other].isAtomic : this.states[other].parent === state));
      }
    }
    for (const state of statesToExit.reverse()) {
      this.execute(this.states[state].exit, args);
      this.configuration.delete(state);
      this.timers = this.timers.filter((timer) => timer.state !== state);
      this.note({ kind: "exit", state });
    }
  }

  enterStates(entry, args) {
    for (const id of inOrder(entry.statesToEnter)) {
      const state = this.states[id];
      this.configuration.add(id);
      this.note({ kind: "enter", state: id });
      if (this.current === 0 && state.isAtomic) this.reaction.entered.push(id);
      this.execute(state.entry, args);
      this.note({ kind: "entered", state: id });
      // The entry actions may have set the field with the length of a timer.
      this.armTimers(id);
      if (entry.statesForDefaultEntry.has(id) && state.kind === "compound") this.execute(state.initial.do, args);
      const content = entry.defaultHistoryContent.get(id);
      if (content) this.execute(content, args);
      if (state.kind === "final") this.completeAncestors(id);
    }
    if (this.isFinished) this.exitInterpreter();
  }

  execute(actions, args) {
    for (const action of actions) {
      switch (action[0]) {
        case "call": {
          const scope = this.scope(args);
          const call = { callback: action[1], arguments: action[2].map((argument) => evaluate(argument, scope)) };
          this.note({ kind: "call", call, component: this.current });
          this.reaction.calls.push(call);
          break;
        }
        case "set": this.assign(action[1], args); break;
        case "raise":
          this.queue.push({ raised: action[1] });
          this.note({ kind: "raise", event: action[1] });
          break;
        case "send":
          for (const [event, expressions, isOptional] of action[2]) {
            this.send(action[1], event, expressions, isOptional, args);
          }
          break;
        case "restart": this.restart(action[1] + 1); break;
        case "open": this.makeOpen(action[1], action[2], args); break;
        case "choose": {
          const holds = isTruth(action[1], this.scope(args));
          this.execute(holds ? action[2] : action[3], args);
        }
      }
    }
  }

  /** Makes the calls of an action that leaves something open, as generated code does, and notes what else is possible. */
  makeOpen(form, items, args) {
    const start = this.reaction.calls.length;
    this.execute(form === "oneOf" ? items[0] : items.flat(), args);
    const scope = this.scope(args);
    const evaluated = ([, callback, values]) => ({ callback, arguments: values.map((value) => evaluate(value, scope)) });
    try {
      this.reaction.open.push({ form, start, end: this.reaction.calls.length, items: items.map((item) => item.map(evaluated)) });
    } catch {
      // An argument of another alternative may have no value. Then nobody can say what else is possible.
    }
  }

  /** Assigns to fields. Every right side sees the fields as they are before the first assignment. */
  assign(assignments, args) {
    const scope = { ...this.scope(args), fields: this.fields.slice() };
    for (const [field, expression] of assignments) {
      const value = evaluate(expression, scope);
      const { bounds, name, range } = this.machine.fields[field];
      const number = numberOf(value);
      if (bounds && number !== undefined && (number < bounds[0] || number > bounds[1])) {
        // In the file of a part, the field has no path.
        const own = this.component.part === undefined ? name : name.slice(this.component.part.length + 1);
        throw this.fault(`sets \`${own}\` to ${textOfValue(value)}, outside of ${range} (see Context)`);
      }
      this.fields[field] = value;
    }
  }

  // Parts

  /** Runs a component with an empty queue. */
  run(component, body) {
    if (component === this.current) return body();
    const outer = [this.current, this.queue];
    this.current = component;
    this.queue = [];
    const result = body();
    [this.current, this.queue] = outer;
    return result;
  }

  send(part, event, expressions, isOptional, args) {
    const scope = this.scope(args);
    const values = expressions.map((expression) => evaluate(expression, scope));
    const sent = { kind: "send", event, values, treatment: "ignored" };
    this.note(sent);
    this.run(part + 1, () => {
      sent.treatment = this.handle(event, values);
      if (sent.treatment !== "ignored" || isOptional) return;
      this.reaction.untaken.push({ event, part: this.component.part, states: this.activeAtomicStates });
    });
  }

  /** Makes a part new, and starts it. Its fields stay, except private ones. */
  restart(index) {
    const { states: [start, end], allEvents, privateFields } = this.machine.components[index];
    const isInside = (state) => state >= start && state < end;
    this.note({ kind: "restart", component: index });
    for (const state of inOrder(this.configuration).filter(isInside)) {
      this.configuration.delete(state);
      this.finished.delete(state);
    }
    for (const history of [...this.history.keys()].filter(isInside)) this.history.delete(history);
    this.timers = this.timers.filter((timer) => !isInside(timer.state));
    this.deferredEvents = this.deferredEvents.filter((event) => event < allEvents[0] || event >= allEvents[1]);
    for (const field of privateFields) this.fields[field] = this.machine.fields[field].default;
    this.run(index, () => this.enterInitialStates());
  }

  // Completion

  completeAncestors(state) {
    let completed = this.states[state].parent;
    while (completed !== undefined) {
      if (this.states[completed].kind === "parallel" && !this.isInFinalState(completed)) return;
      const parent = this.states[completed].parent;
      if (parent === undefined) this.finished.add(completed);
      else this.queue.push({ done: completed });
      completed = parent;
      if (parent !== undefined && this.states[parent].kind !== "parallel") return;
    }
  }

  /** Ends the component that runs: raised and deferred events and timers are dropped, also those of its parts. */
  exitInterpreter() {
    const { root, allEvents, states } = this.component;
    this.finished.add(root);
    this.deferredEvents = this.deferredEvents.filter((event) => event < allEvents[0] || event >= allEvents[1]);
    this.timers = this.timers.filter((timer) => timer.state < states[0] || timer.state >= states[1]);
    this.queue = [];
    this.note({ kind: "end", component: this.current });
  }

  // Timers

  armTimers(state) {
    const { timers } = this.states[state];
    if (timers.length === 0) return;
    timers.forEach((timer, index) => {
      const remaining = timer.length[0] === "constant"
        ? timer.length[1] : numberOf(this.fields[timer.length[1]]) ?? 0n;
      if (remaining <= 0n) {
        throw this.fault(`arms a timer with ${durationText(remaining)}, which is not above zero (rule 7)`);
      }
      this.timers.push({ state, index, remaining });
    });
    const rank = (timer) => this.machine.components[this.states[timer.state].component].rank;
    this.timers.sort((left, right) => {
      if (left.remaining !== right.remaining) return left.remaining < right.remaining ? -1 : 1;
      return rank(left) - rank(right) || left.state - right.state || left.index - right.index;
    });
  }

  advance(milliseconds) {
    let left = milliseconds < 0n ? 0n : milliseconds;
    let elapsedCount = 0;
    while (this.timers.length > 0 && this.timers[0].remaining <= left) {
      elapsedCount += 1;
      if (elapsedCount > elapsedTimerLimit) {
        throw new Fault(
          `more than 100,000 timers of ${this.component.machine} elapse in one wait (rule 7); wait for less time`);
      }
      const armed = this.timers.shift();
      left -= armed.remaining;
      this.pass(armed.remaining);
      this.microstepCount = 0;
      this.note({ kind: "elapse", state: armed.state, elapsed: armed.remaining });
      this.elapse(this.states[armed.state].timers[armed.index], this.states[armed.state].component);
    }
    this.pass(left);
  }

  elapse(timer, component) {
    this.run(component, () => {
      const transition = this.firstEnabled(timer.to, noArguments);
      if (!transition) return;
      this.reaction.treatment = "handled";
      this.microstep([transition], noArguments);
      for (let next = component; next !== undefined; next = this.machine.components[next].container) {
        this.run(next, () => {
          this.completeMacrostep();
          this.recallDeferredEvents();
        });
      }
    });
  }

  pass(milliseconds) {
    this.timers = this.timers.map((timer) => ({ ...timer, remaining: timer.remaining - milliseconds }));
  }
}
