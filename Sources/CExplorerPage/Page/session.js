// A session: a machine with everything that was done to it. A stimulus that the machine can't follow changes nothing.

/**
 * Returns what a stimulus makes of a moment: the stimulus, the reaction, the machine afterwards, and the time since the
 * beginning.
 */
function performStimulus(machine, stimulus, before) {
  switch (stimulus.kind) {
    case "begin": {
      const unstarted = setFields(unstartedSnapshot(machine), stimulus.fields);
      const begun = stimulus.states.length === 0
        ? startMachine(machine, unstarted) : resumeMachine(machine, unstarted, stimulus.states);
      return { stimulus, ...begun, time: 0n };
    }
    case "send":
      return { stimulus, ...sendEvent(machine, before.after, stimulus.event, stimulus.values), time: before.time };
    case "wait":
      return { stimulus, ...advanceTime(machine, before.after, stimulus.time), time: before.time + stimulus.time };
    default: {
      const after = setFields(before.after, stimulus.facts);
      return { stimulus, reaction: new Execution(machine, before.after).reaction, after, time: before.time };
    }
  }
}

/** Returns why a machine can't follow a stimulus; undefined if it can. */
const failureOfMoment = (machine, { reaction }) =>
  reaction.fault ?? (reaction.untaken.length > 0 ? textOfUntaken(machine, reaction.untaken[0]) : undefined);

const sessionLimit = 10000;

class Session {
  constructor(machine) {
    this.machine = machine;
    this.moments = [];
    this.undone = [];
  }

  get current() { return this.moments.at(-1); }

  /** The position of the last beginning. */
  get start() { return this.moments.findLastIndex(({ stimulus }) => stimulus.kind === "begin"); }

  /** The moments from the last beginning on. */
  get run() { return this.moments.slice(this.start); }

  get beginning() { return this.moments[this.start]?.stimulus ?? { kind: "begin", states: [], fields: [] }; }

  /** Returns what would happen. */
  attempt(stimulus) { return performStimulus(this.machine, stimulus, this.current); }

  /** Does something to the machine, and returns why it can't follow; undefined if it can. */
  perform(stimulus) {
    const moment = this.attempt(stimulus);
    const failure = failureOfMoment(this.machine, moment);
    if (failure !== undefined) return failure;
    if (this.moments.length >= sessionLimit) {
      if (stimulus.kind !== "begin") return "a session has at most 10,000 steps; copy it as a scenario, or restart";
      // A new beginning forgets what was before, and can't be taken back here.
      this.moments = [];
    }
    this.moments.push(moment);
    this.undone = [];
    return undefined;
  }

  get canUndo() { return this.moments.length > 1; }

  /** Takes back the last step, and returns it. */
  undo() {
    const moment = this.moments.pop();
    this.undone.push(moment);
    return moment;
  }

  /** Does again what was taken back last, and returns it. */
  redo() {
    const moment = this.undone.pop();
    this.moments.push(moment);
    return moment;
  }
}
