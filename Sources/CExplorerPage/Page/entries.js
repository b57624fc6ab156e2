// The states that a microstep enters: `computeEntrySet` of SCXML 1.0, appendix D.

/** The states that a microstep enters, and the actions that entering them runs besides their entry actions. */
class EntrySet {
  constructor(machine, history) {
    this.machine = machine;
    this.history = history;
    this.statesToEnter = new Set();
    this.statesForDefaultEntry = new Set();
    this.defaultHistoryContent = new Map();
    this.enteredHistories = new Set();
  }

  addRoot(root, targets) {
    this.statesToEnter.add(root);
    this.addInside(root, targets);
  }

  addInside(domain, targets) {
    this.addBelow(domain, targets);
    // SCXML's document is never parallel. The root may be, and a transition may exit all its regions.
    const { parent, kind } = this.machine.states[domain];
    if (parent === undefined && kind === "parallel") this.addMissingRegions(domain);
  }

  addBelow(ancestor, targets) {
    for (const target of targets) this.addDescendantStatesToEnter(target);
    for (const target of targets) this.addAncestorStatesToEnter(target, ancestor);
  }

  addDescendantStatesToEnter(id) {
    const state = this.machine.states[id];
    switch (state.kind) {
      case "compound":
        this.statesToEnter.add(id);
        if (insert(this.statesForDefaultEntry, id)) this.addBelow(id, state.initial.to);
        break;
      case "parallel":
        if (insert(this.statesToEnter, id)) this.addMissingRegions(id);
        break;
      case "history": {
        if (!insert(this.enteredHistories, id)) return;
        const remembered = this.history.get(id);
        if (!remembered) this.defaultHistoryContent.set(state.parent, state.initial.do);
        this.addBelow(state.parent, remembered ?? state.initial.to);
        break;
      }
      default: this.statesToEnter.add(id);
    }
  }

  addAncestorStatesToEnter(id, limit) {
    for (const ancestor of this.machine.ancestors(id)) {
      if (ancestor === limit) return;
      const isNew = insert(this.statesToEnter, ancestor);
      if (isNew && this.machine.states[ancestor].kind === "parallel") this.addMissingRegions(ancestor);
    }
  }

  /** Adds the regions of a parallel state in which no state has been added yet. */
  addMissingRegions(id) {
    for (const region of this.machine.properChildren(id)) {
      const hasState = [...this.statesToEnter].some((state) => this.machine.isDescendant(state, region));
      if (!hasState) this.addDescendantStatesToEnter(region);
    }
  }
}

/** Adds an item to a set, and returns whether it is new. */
function insert(set, item) {
  if (set.has(item)) return false;
  set.add(item);
  return true;
}
