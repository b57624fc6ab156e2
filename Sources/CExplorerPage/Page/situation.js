// What a reaction finds before it changes anything: which states are active, and which transitions an event selects. Functions have
// the names of the interpreter's in Swift, which these are held to.

/** A snapshot in motion. `current` is the component that runs. */
class Situation {
  constructor(machine, snapshot) {
    this.machine = machine;
    this.states = machine.states;
    this.configuration = new Set(snapshot.configuration);
    this.fields = snapshot.fields.slice();
    this.history = new Map(snapshot.history);
    this.timers = snapshot.timers.slice();
    this.deferredEvents = snapshot.deferredEvents.slice();
    this.finished = new Set(snapshot.finished);
    this.current = 0;
  }

  get component() { return this.machine.components[this.current]; }
  get isFinished() { return this.finished.has(this.component.root); }

  /** The snapshot that the execution has reached. */
  get snapshot() {
    return {
      configuration: inOrder(this.configuration), fields: this.fields, history: this.history, timers: this.timers,
      deferredEvents: this.deferredEvents, finished: inOrder(this.finished),
    };
  }

  activeDescendants(state) {
    const end = this.states[state].end;
    return inOrder(this.configuration).filter((other) => other > state && other < end);
  }

  activeChildren(state) {
    return this.activeDescendants(state).filter((other) => this.states[other].parent === state);
  }

  isInFinalState(state) {
    switch (this.states[state].kind) {
      case "final": return this.configuration.has(state);
      case "compound": return this.activeChildren(state).some((child) => this.states[child].kind === "final");
      case "parallel": return this.machine.properChildren(state).every((child) => this.isInFinalState(child));
      default: return false;
    }
  }

  isStopped(index) {
    const { root, container } = this.machine.components[index];
    return this.finished.has(root) || (container !== undefined && this.isStopped(container));
  }

  isLegalConfiguration() {
    return [...this.configuration].every((state) => {
      switch (this.states[state].kind) {
        case "compound": return this.activeChildren(state).length === 1;
        case "parallel": return this.machine.properChildren(state).every((child) => this.configuration.has(child));
        default: return true;
      }
    });
  }

  // Selection

  get activeAtomicStates() {
    const [start, end] = this.component.ownStates;
    return inOrder(this.configuration).filter((state) =>
      state >= start && state < end && this.states[state].isAtomic);
  }

  /** Returns the transitions that an event selects, or "deferred", or "ignored". */
  selectTransitions(event, args, isFromHost) {
    let isDeferred = false;
    const enabled = [];
    for (const atomicState of this.activeAtomicStates) {
      for (const id of this.machine.lineage(atomicState)) {
        const state = this.states[id];
        const own = this.firstEnabled(state.handlers.get(event) ?? [], args);
        if (own) {
          enabled.push(own);
          break;
        }
        if (isFromHost && state.deferred.has(event)) {
          isDeferred = true;
          break;
        }
        const any = this.firstEnabled(state.any, args);
        if (any) {
          enabled.push(any);
          break;
        }
      }
    }
    if (enabled.length === 0) return isDeferred ? "deferred" : "ignored";
    return this.removeConflictingTransitions(enabled);
  }

  selectEventlessTransitions() {
    const enabled = [];
    for (const atomicState of this.activeAtomicStates) {
      for (const state of this.machine.lineage(atomicState)) {
        const transition = this.firstEnabled(this.states[state].always, noArguments);
        if (transition) {
          enabled.push(transition);
          break;
        }
      }
    }
    return this.removeConflictingTransitions(enabled);
  }

  firstEnabled(transitions, args) {
    return transitions.find((transition) => !transition.if || isTruth(transition.if, this.scope(args)));
  }

  scope(args) {
    return {
      machine: this.component.machine, fields: this.fields, isActive: (state) => this.configuration.has(state),
      argument: args,
    };
  }

  removeConflictingTransitions(enabled) {
    if (enabled.length < 2) return enabled;
    let filtered = [];
    for (const first of new Set(enabled)) {
      const exitSet = new Set(this.computeExitSet([first]));
      const conflicting = filtered.filter((second) => second.exitSet.some((state) => exitSet.has(state)));
      if (!conflicting.every((second) => this.machine.isDescendant(first.source, second.transition.source))) continue;
      filtered = filtered.filter((second) => !conflicting.includes(second));
      filtered.push({ transition: first, exitSet: [...exitSet] });
    }
    return filtered.map(({ transition }) => transition);
  }

  computeExitSet(transitions) {
    const result = new Set();
    for (const transition of transitions) {
      const domain = this.machine.domain(transition);
      if (domain !== undefined) for (const state of this.activeDescendants(domain)) result.add(state);
    }
    return inOrder(result);
  }

  computeEntrySet(transitions) {
    const entry = new EntrySet(this.machine, this.history);
    for (const transition of transitions) {
      const domain = this.machine.domain(transition);
      if (domain !== undefined) entry.addInside(domain, transition.to);
    }
    return entry;
  }
}

const noArguments = (name) => makeValue("opaque", name);
const inOrder = (numbers) => [...numbers].sort((left, right) => left - right);
