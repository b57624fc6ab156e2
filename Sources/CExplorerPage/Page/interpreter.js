// A running machine is a snapshot, which is never changed: each stimulus of the host makes a reaction and a new snapshot.

/** Returns the snapshot of a machine that has not started. */
function unstartedSnapshot(machine, fields = machine.fields.map((field) => field.default)) {
  return {
    configuration: [], fields, history: new Map(), timers: [], deferredEvents: [], finished: [],
  };
}

const startMachine = (machine, snapshot) => react(machine, snapshot, (execution) => execution.start());

const resumeMachine = (machine, snapshot, states) =>
  react(machine, snapshot, (execution) => execution.resume(states));

const sendEvent = (machine, snapshot, event, values) =>
  react(machine, snapshot, (execution) => { execution.reaction.treatment = execution.handle(event, values); });

const advanceTime = (machine, snapshot, milliseconds) =>
  react(machine, snapshot, (execution) => execution.advance(milliseconds));

function setFields(snapshot, facts) {
  const fields = snapshot.fields.slice();
  for (const [field, value] of facts) fields[field] = value;
  return { ...snapshot, fields };
}

/** Runs something. If it ends in a fault, the reaction has the fault's message, and its snapshot has no meaning. */
function react(machine, snapshot, body) {
  const execution = new Execution(machine, snapshot);
  try {
    body(execution);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    execution.reaction.fault = error.message;
  }
  return { reaction: execution.reaction, after: execution.snapshot };
}

/** Returns the active atomic and final states, those of parts included. */
const atomicStates = (machine, snapshot) => snapshot.configuration.filter((state) => machine.states[state].isAtomic);

const isEnded = (machine, snapshot) => snapshot.finished.includes(machine.components[0].root);

/** Returns a text that two snapshots share only if they have the same future. */
function keyOfSnapshot(snapshot) {
  return [
    snapshot.configuration.join(" "), snapshot.fields.map((value) => JSON.stringify(keyOfValue(value))).join(" "),
    inOrder(snapshot.history.keys()).map((id) => `${id}:${snapshot.history.get(id).join("+")}`).join(" "),
    snapshot.timers.map(({ state, index, remaining }) => `${state}.${index}:${remaining}`).join(" "),
    snapshot.deferredEvents.join(" "), snapshot.finished.join(" "),
  ].join("|");
}
