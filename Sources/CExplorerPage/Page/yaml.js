// A run as a scenario of the spec, in the words that `save` of `lifeline simulate` writes.

/** Returns the lines of a scenario that expects what happened in a run, the first of which has its name. */
function linesOfScenario(machine, name, run) {
  const text = new ScenarioText(machine);
  const [{ stimulus: beginning, reaction }] = run;
  const lines = [`${text.key(name)}:`];
  if (beginning.states.length > 0 || beginning.fields.length > 0) {
    lines.push(`  given: ${text.situation(beginning.states, beginning.fields)}`);
  }
  const start = text.observed(reaction);
  const steps = [
    ...(start.calls.length === 0 && start.open.length === 0 ? [] : [[`start: ${text.expectation(start)}`]]), ...run.slice(1).map((moment) => text.step(moment)),
  ];
  if (steps.length > 0) lines.push("  when:");
  for (const entries of steps) entries.forEach((entry, index) => lines.push((index === 0 ? "    - " : "      ") + entry));
  const { after } = run.at(-1);
  return [...lines, `  then: ${text.situation(atomicStates(machine, after), text.changedFields(run))}`];
}

/** Whether a scenario can contain a value. */
const canBeWritten = ({ kind, content }) =>
  kind === "duration" ? content > 0n : kind === "double" ? Number.isFinite(content) : true;

const listText = (items) => `[${items.join(", ")}]`;

class ScenarioText {
  constructor(machine) {
    this.machine = machine;
    /** For each component, the number of states that an end of a path may mean. */
    this.meanings = machine.components.map(({ ownStates: [start, end], part }) => {
      const counts = new Map();
      for (const { path } of machine.states.slice(start, end)) {
        for (const name of endsOfPath(ownPath(path, part))) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    });
  }

  /** Returns a name as a key, in quotes unless it consists of words. */
  key(name) {
    const isPlain = /^\p{Alphabetic}[\p{Alphabetic}0-9 \-_]*$/u.test(name) && !name.endsWith(" ");
    const others = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    return isPlain && !others.includes(name.toLowerCase()) ? name : quoted(name);
  }

  /** Returns the shortest name that means a state in a scenario. */
  reference(state) {
    const { path, component } = this.machine.states[state];
    const { part } = this.machine.components[component];
    const name = endsOfPath(ownPath(path, part)).find((end) => this.meanings[component].get(end) === 1);
    if (name === undefined) return path;
    return part === undefined ? name : `${part}.${name}`;
  }

  /** Returns states alone, or `{state: …, field: value}`. */
  situation(states, fields) {
    const names = states.map((state) => this.reference(state));
    const list = names.length === 1 ? names[0] : listText(names);
    if (fields.length === 0) return list;
    return this.mapping([...(states.length === 0 ? [] : [["state", list]]), ...this.entries(fields)]);
  }

  entries(fields) { return fields.map(([field, value]) => [this.machine.fields[field].name, textOfValue(value)]); }

  mapping(entries) { return `{${entries.map(([name, text]) => `${name}: ${text}`).join(", ")}}`; }

  /** Returns the keys of a step with their values. */
  step({ stimulus, reaction }) {
    const calls = () => this.expectation(this.observed(reaction));
    switch (stimulus.kind) {
      case "send": {
        const { name, parameters } = this.machine.events[stimulus.event];
        const values = parameters.map((parameter, index) => [parameter.name, textOfValue(stimulus.values[index])]);
        const first = reaction.treatment === "ignored" ? `ignored: ${name}` : `${name}: ${calls()}`;
        return [first, ...(values.length === 0 ? [] : [`with: ${this.mapping(values)}`])];
      }
      case "wait": return [`wait: ${durationText(stimulus.time)}`, `expect: ${calls()}`];
      default: return [`set: ${this.mapping(this.entries(stimulus.facts))}`];
    }
  }

  /** Returns the calls that scenarios observe, and the stretches that still leave something open with them. */
  observed({ calls, open }) {
    const isObserved = ({ callback }) => !this.machine.callbacks[callback].unobserved;
    const stretches = [];
    for (const { form, start: first, end, items: all } of open) {
      const start = calls.slice(0, first).filter(isObserved).length;
      const shown = all.map((item) => item.filter(isObserved));
      const items = form === "anyOrder" ? shown.filter((item) => item.length > 0) : shown;
      if (form === "anyOrder" ? items.length < 2 : items.every((item) => item.length === 0)) continue;
      stretches.push({ form, start, end: start + calls.slice(first, end).filter(isObserved).length, items });
    }
    return { calls: calls.filter(isObserved), open: stretches };
  }

  /** Returns the text of calls, some stretches of which stay open. */
  expectation({ calls, open }) {
    const items = [];
    let next = 0;
    for (const { form, start, end, items: parts } of open) {
      items.push(...this.calls(calls.slice(next, start)));
      const texts = parts.map((part) => (part.length === 1 ? this.call(part[0]) : listText(part.map((call) => this.call(call)))));
      items.push(`{${form}: ${form === "optional" ? texts[0] : listText(texts)}}`);
      next = end;
    }
    items.push(...this.calls(calls.slice(next)));
    return items.length === 1 ? items[0] : listText(items);
  }

  /** Returns the texts of calls. Calls of one part that follow each other are one item. */
  calls(calls) {
    const items = [];
    for (let start = 0; start < calls.length;) {
      const component = this.machine.componentOfCallback(calls[start].callback);
      let end = start;
      while (end < calls.length && this.machine.componentOfCallback(calls[end].callback) === component) end += 1;
      const group = calls.slice(start, end);
      start = end;
      const { part } = this.machine.components[component];
      if (part === undefined || group.length === 1) {
        items.push(...group.map((call) => this.call(call)));
        continue;
      }
      const names = part.split(".");
      const texts = group.map((call) => this.call(call, `${part}.`));
      items.push(names.map((name) => `{${name}: `).join("") + listText(texts) + "}".repeat(names.length));
    }
    return items;
  }

  call(call, prefix = "") {
    const { name, parameters } = this.machine.callbacks[call.callback];
    const own = name.slice(prefix.length);
    const values = call.arguments.map((value, index) => [parameters[index].name, value])
      .filter(([, value]) => canBeWritten(value)).map(([parameter, value]) => [parameter, textOfValue(value)]);
    return values.length === 0 ? own : `{${own}: ${this.mapping(values)}}`;
  }

  /** Returns the fields that the machine has changed, with their values at the end. */
  changedFields(run) {
    const values = this.machine.fields.map((field) => field.default);
    for (const { stimulus } of run) {
      for (const [field, value] of stimulus.fields ?? stimulus.facts ?? []) values[field] = value;
    }
    return run.at(-1).after.fields.map((value, field) => [field, value])
      .filter(([field, value]) => !areSame(value, values[field]) && canBeWritten(value));
  }
}

/** Returns a path without the name of the part that it begins with. */
const ownPath = (path, part) => (part === undefined ? path : path.slice(part.length + 1));

/** Returns the ends of a path, the shortest first. */
function endsOfPath(path) {
  const names = path.split(".");
  return names.map((_, index) => names.slice(names.length - 1 - index).join("."));
}
