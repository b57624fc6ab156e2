// Playing scenarios. A scenario with `where` has several combinations, each of which is played by itself.

/** Returns the scenario with which a chain of scenarios that follow each other begins. */
function firstOfChain(machine, scenario) {
  let first = scenario;
  while (first.begin[0] === "end") first = machine.scenarios[first.begin[1]];
  return first;
}

const combinationCount = (scenario) =>
  scenario.where.reduce((count, [, values]) => count * values.length, Math.max(1, scenario.added.length));

/** Returns what a combination gives: values of fields, and states. The values of the last field change fastest. */
function combinationAt(scenario, index) {
  const values = [];
  let rest = index;
  for (const [field, options] of scenario.where.slice().reverse()) {
    values.unshift([field, options[rest % options.length]]);
    rest = Math.floor(rest / options.length);
  }
  return { values, states: scenario.added[rest] ?? [] };
}

/** Returns a combination as a spec writes it; an empty text if nothing varies. */
function textOfCombination(machine, scenario, index) {
  const { values, states } = combinationAt(scenario, index);
  const names = states.map((state) => machine.states[state].path);
  const state = names.length === 0 ? [] : [`state: ${names.length === 1 ? names[0] : `[${names.join(", ")}]`}`];
  return [...state, ...values.map(([field, value]) => `${machine.fields[field].name}: ${textOfValue(value)}`)].join(", ");
}

/** The beginning of a scenario and all stimuli of a chain, with the steps that they belong to. */
class ScenarioPlay {
  constructor(machine, scenario, combination) {
    this.machine = machine;
    this.scenario = scenario;
    const first = firstOfChain(machine, scenario);
    const { values, states } = combinationAt(scenario, combination);
    const facts = [...first.fields, ...values];
    const given = first.begin[0] === "states" ? [...first.begin[1], ...states] : [];
    this.beginning = { kind: "begin", states: given, fields: facts };
    const chain = [];
    for (let next = scenario; next; next = next.begin[0] === "end" ? machine.scenarios[next.begin[1]] : undefined) {
      chain.unshift(next);
    }
    this.steps = chain.flatMap((link) => link.steps.map((step, index) => ({
      step, scenario: link, isLast: index === link.steps.length - 1, isOwn: link === scenario,
    })));
    const unstarted = setFields(unstartedSnapshot(machine), facts);
    // For the conditions in patterns, which see the beginning.
    const configuration = states.length > 0
      ? new Set(resumeMachine(machine, unstarted, given).after.configuration) : new Set();
    this.scope = {
      machine: machine.name, fields: unstarted.fields, isActive: (state) => configuration.has(state),
      argument: noArguments,
    };
    this.startsWithStep = given.length === 0 && first.steps[0]?.kind === "start";
  }

  /** Returns the stimulus of a step; undefined for the start, which is the beginning itself. */
  stimulus({ step }) {
    switch (step.kind) {
      case "send":
      case "ignored": return { kind: "send", event: step.event, values: step.with };
      case "wait": return { kind: "wait", time: step.time };
      case "set": return { kind: "set", facts: step.set };
      default: return undefined;
    }
  }

  /** Returns why the beginning doesn't hold; undefined if it does. */
  failureOfBeginning({ reaction }) {
    if (reaction.fault) return reaction.fault;
    if (this.beginning.states.length > 0 || this.startsWithStep) return undefined;
    return this.#failureOfUntaken(reaction) ?? this.#failureOfCalls(["sequence", []], reaction, this.scenario, "starting");
  }

  /** Returns why a step doesn't hold; undefined if it does. */
  failureOfStep({ step, scenario }, { reaction, after }) {
    if (reaction.fault) return reaction.fault;
    const title = this.#title(step);
    return this.#failureOfHandling(step, reaction)
      ?? this.#failureOfUntaken(reaction)
      ?? (step.calls ? this.#failureOfCalls(step.calls, reaction, scenario, title) : undefined)
      ?? this.#failureOfThrough(step, reaction)
      ?? (step.then ? this.failureOfState(step.then, after) : undefined);
  }

  failureOfNever({ scenario }, { reaction }) {
    const call = reaction.calls.find(({ callback }) => scenario.never.has(callback));
    return call && `${this.machine.callbacks[call.callback].name} is called, which never may be`;
  }

  failureOfState(expected, after) {
    const missing = expected.states.find((state) => !after.configuration.includes(state));
    if (missing !== undefined) return `${this.machine.states[missing].path} is not active`;
    const wrong = expected.fields.find(([field, value]) => !areSame(after.fields[field], value));
    return wrong && `${this.machine.fields[wrong[0]].name} is ${textOfValue(after.fields[wrong[0]])} and not `
      + textOfValue(wrong[1]);
  }

  #title(step) {
    switch (step.kind) {
      case "start": return "starting";
      case "wait": return "waiting";
      case "set": return "setting a fact";
      default: return this.machine.events[step.event].name;
    }
  }

  #failureOfHandling(step, { treatment }) {
    if (step.kind === "send" && treatment === "ignored") return `${this.#title(step)} is not handled`;
    if (step.kind === "ignored" && treatment !== "ignored") return `${this.#title(step)} is ${treatment}, not ignored`;
    return undefined;
  }

  #failureOfUntaken({ untaken }) {
    return untaken.length > 0 ? textOfUntaken(this.machine, untaken[0]) : undefined;
  }

  #failureOfCalls(pattern, reaction, scenario, title) {
    const observed = this.#observed(reaction, scenario);
    if (matchesCalls(pattern, observed, this.scope)) return undefined;
    const rows = alignCalls(this.machine, pattern, observed, this.scope);
    return `${title} makes other calls than expected: ${textOfDifferences(this.machine, rows, observed)}`;
  }

  #observed({ calls }, scenario) {
    return calls.filter(({ callback }) => scenario.observing.has(this.machine.callbacks[callback].channel));
  }

  /** Returns the calls that a step expects beside those that were made and are observed; undefined if it expects none. */
  alignment({ step, scenario }, { reaction }) {
    const rows = step.calls && alignCalls(this.machine, step.calls, this.#observed(reaction, scenario), this.scope);
    return rows && { rows, observing: scenario.observing };
  }

  /** Returns the calls of a start that isn't a step, which expects none. */
  alignmentOfBeginning({ reaction }) {
    return this.alignment({ step: { calls: ["sequence", []] }, scenario: this.scenario }, { reaction });
  }

  /** Returns why the end doesn't hold; undefined if it does. */
  failureOfEnd(after) { return this.scenario.then && this.failureOfState(this.scenario.then, after); }

  #failureOfThrough({ through }, { entered }) {
    if (!through || through.join(" ") === entered.join(" ")) return undefined;
    return `it enters ${entered.map((state) => this.machine.states[state].path).join(", ")}, not `
      + through.map((state) => this.machine.states[state].path).join(", ");
  }
}

/** Returns states and values that are expected, as a spec writes them. */
const textOfExpectedState = (machine, { states, fields }) => [
  ...states.map((state) => machine.states[state].path),
  ...fields.map(([field, value]) => `${machine.fields[field].name}: ${textOfValue(value)}`),
].join(", ");

/** Returns a sentence about an event that a part doesn't take. */
function textOfUntaken(machine, { event, part, states }) {
  const names = states.map((state) => `\`${machine.states[state].path}\``);
  const place = names.length === 0 ? "" : ` in ${names.join(", ")}`;
  return `\`${machine.events[event].name}\` is sent, but \`${part}\` doesn't take it${place}`;
}

/** Plays a scenario for one combination, and returns why it fails; undefined if it holds. */
function playScenario(machine, scenario, combination) {
  const play = new ScenarioPlay(machine, scenario, combination);
  let moment = performStimulus(machine, play.beginning, undefined);
  let failure = play.failureOfBeginning(moment);
  let contradiction;
  for (const entry of play.steps) {
    if (failure) return failure;
    const stimulus = play.stimulus(entry);
    if (stimulus) moment = performStimulus(machine, stimulus, moment);
    if (moment.reaction.fault) return moment.reaction.fault;
    const stepFailure = play.failureOfStep(entry, moment);
    const forbidden = play.failureOfNever(entry, moment);
    if (scenario.refuted && entry.isOwn) {
      contradiction ??= forbidden;
      if (entry.isLast) contradiction ??= stepFailure;
      else failure = stepFailure;
    } else {
      failure = stepFailure ?? forbidden;
    }
  }
  if (failure) return failure;
  const end = play.failureOfEnd(moment.after);
  if (!scenario.refuted) return end;
  return contradiction ?? end ? undefined : "this is refuted, but the machine behaves like that";
}
