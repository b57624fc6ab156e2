// The panels of the page. Each shows the session, and tells the page what somebody wants to do.

/** Returns what a moment did, in short words; undefined for an event that isn't handled. */
function outcomeOf(machine, before, moment, failure) {
  if (failure !== undefined) return { target: `fails: ${failure}`, calls: [], facts: [] };
  const { reaction, after } = moment;
  if (reaction.treatment === "ignored") return undefined;
  if (reaction.treatment === "deferred") return { target: "is deferred", calls: [], facts: [] };
  const old = new Set(before.configuration);
  let entered = atomicStates(machine, after).filter((state) => !old.has(state));
  if (entered.length === 0) entered = reaction.entered.filter((state) => after.configuration.includes(state));
  const names = [...new Set(entered)].map((state) => machine.states[state].path);
  const target = names.length === 0 ? "stays" : `→ ${names.join(", ")}`;
  return {
    target: target + (isEnded(machine, after) && !isEnded(machine, before) ? " (the end)" : ""), entered,
    calls: reaction.calls.map(({ callback }) => machine.callbacks[callback].name),
    facts: machine.fields.flatMap(({ name }, index) =>
      areSame(before.fields[index], after.fields[index]) ? [] : [`${name}=${textOfValue(after.fields[index])}`]),
  };
}

const spokenOutcome = ({ target, calls, facts }) =>
  [target.replace("→", "goes to"), calls.length === 0 ? "no calls" : `calls ${inWords(calls)}`,
    facts.length === 0 ? "" : `sets ${inWords(facts)}`].filter((text) => text !== "").join(", ");

/** Returns what a button shows of an outcome. All calls are shown, since they are what people look for. */
const shownOutcome = ({ target, calls, facts }) => [
  ...(calls.length === 0 ? [] : [make("span", { class: "outcome-calls" }, ...calls.flatMap((call, index) =>
    [index === 0 ? "" : " ", make("span", { class: "whole" }, ...breakable(index === calls.length - 1 ? call : `${call},`))]))]),
  make("span", { class: "effect" }, ...breakable(target + (facts.length === 0 ? "" : ` (${facts.join(", ")})`))),
];

/** The events that the host can send, each with what it would do now. */
class EventPanel {
  constructor(page) {
    this.page = page;
    this.machine = page.machine;
    this.rows = new Map();
    this.waitControl = makeValueControl("Wait", { kind: "duration" }, makeValue("duration", 1000n), () => {});
    this.waitControl.control.addEventListener("keydown", (event) => { if (event.key === "Enter") this.#wait(); });
    this.waitButton = make("button", { type: "button", text: "Let time pass", onclick: () => this.#wait() });
  }

  #wait() {
    const value = this.waitControl.read();
    if (value) this.page.perform({ kind: "wait", time: value.content }, "wait");
    else this.page.refuse(`Write ${describeType({ kind: "duration" })}.`);
  }

  /** Shows what can happen, and returns the states that can be entered. */
  update(session) {
    const { after } = session.current;
    const targets = new Set();
    const shown = [];
    const ignored = [];
    for (const event of this.machine.hostEvents) {
      const row = this.#row(event);
      const outcomes = this.#outcomes(event, session);
      if (outcomes.length === 0) {
        ignored.push(this.machine.events[event].name);
        continue;
      }
      for (const { entered } of outcomes) for (const state of entered ?? []) targets.add(state);
      row.update(session);
      shown.push(row);
    }
    shown.forEach((row, index) => row.number(index + 1));
    this.shown = shown;
    find("events").replaceChildren(...shown.map(({ element }) => element));
    this.#updateWaits(session, targets);
    const ended = isEnded(this.machine, after);
    const names = ignored.length > 40 ? [...ignored.slice(0, 40), `… and ${ignored.length - 40} more`] : ignored;
    find("not-handled").textContent = ended ? "The machine has ended, and handles nothing more."
      : [ignored.length === 0 ? "" : `Not handled here: ${names.join(", ")}.`,
        after.deferredEvents.length === 0 ? ""
          : ` Deferred, and sent again later: ${after.deferredEvents.map((id) => this.machine.events[id].name).join(", ")}.`,
      ].join("");
    return targets;
  }

  /** Returns the outcomes of an event, for each list of arguments that is tried. */
  #outcomes(event, session) {
    const outcomes = [];
    const { after } = session.current;
    for (const values of this.page.samples.arguments(event, after)) {
      const moment = session.attempt({ kind: "send", event, values });
      const outcome = outcomeOf(this.machine, after, moment, failureOfMoment(this.machine, moment));
      if (outcome) outcomes.push(outcome);
    }
    return outcomes;
  }

  #row(event) {
    if (!this.rows.has(event)) this.rows.set(event, new EventRow(this.page, event));
    return this.rows.get(event);
  }

  #updateWaits(session, targets) {
    const { after } = session.current;
    const times = [...new Set(after.timers.map(({ remaining }) => remaining))].slice(0, 4);
    const buttons = times.map((time, index) => {
      const stimulus = { kind: "wait", time };
      const moment = session.attempt(stimulus);
      const outcome = outcomeOf(this.machine, after, moment, failureOfMoment(this.machine, moment))
        ?? { target: "stays", calls: [], facts: [] };
      for (const state of outcome.entered ?? []) targets.add(state);
      const title = `wait ${durationText(time)}`;
      return this.page.button({
        key: `wait ${index}`, title, outcome, stimulus, moment, class: "event wait",
      });
    });
    const isEndedNow = isEnded(this.machine, after);
    const hasTimers = this.machine.states.some(({ timers }) => timers.length > 0);
    find("waits").hidden = !hasTimers || isEndedNow;
    if (hasTimers && !isEndedNow) {
      find("waits").replaceChildren(
        ...buttons, make("div", { class: "line-of-controls" }, this.waitControl.element, this.waitButton));
    }
  }
}

/** An event: a button, or a button with a control for each parameter. */
class EventRow {
  constructor(page, event) {
    this.page = page;
    this.machine = page.machine;
    this.event = event;
    const { name, parameters, doc } = this.machine.events[event];
    this.outcome = make("span", {});
    this.digit = make("kbd", { "aria-hidden": "true" });
    this.button = make("button", {
      type: "button", class: "event", title: doc, "data-key": `event ${event}`, onclick: () => this.press(),
      onmouseenter: () => this.preview(), onmouseleave: () => page.endPreview(), onfocus: () => this.preview(),
      onblur: () => page.endPreview(),
    }, make("span", { class: "event-name" }, ...breakable(name), " ", this.digit), this.outcome);
    this.controls = parameters.map(({ name: label, type }) => makeValueControl(
      label, type, page.samples.values(type, page.session.current.after)[0], () => this.update(page.session)));
    for (const { control } of this.controls) {
      control.addEventListener("keydown", (key) => { if (key.key === "Enter") this.press(); });
    }
    this.element = parameters.length === 0 ? this.button
      : make("div", { class: "event-with-arguments", role: "group", "aria-label": `${name} with arguments` },
        make("div", { class: "line-of-controls" }, ...this.controls.map(({ element }) => element)), this.button);
  }

  /** The stimulus with the arguments that the controls show; undefined if one isn't a value. */
  get stimulus() {
    const values = this.controls.map(({ read }) => read());
    return values.includes(undefined) ? undefined : { kind: "send", event: this.event, values };
  }

  number(position) { this.digit.textContent = position <= 9 ? String(position) : ""; }

  update(session) {
    const { name, parameters } = this.machine.events[this.event];
    const { stimulus } = this;
    this.controls.forEach(({ control, read }) => {
      control.setAttribute("aria-invalid", String(read() === undefined));
    });
    if (!stimulus) {
      const wrong = this.controls.findIndex(({ read }) => read() === undefined);
      this.#showText(name, `${parameters[wrong].name} is ${describeType(parameters[wrong].type)}`);
      this.moment = undefined;
      return;
    }
    this.moment = session.attempt(stimulus);
    const failure = failureOfMoment(this.machine, this.moment);
    const outcome = outcomeOf(this.machine, session.current.after, this.moment, failure);
    if (outcome) this.#show(name, shownOutcome(outcome), spokenOutcome(outcome));
    else this.#showText(name, "not handled with these arguments");
  }

  #showText(name, text) { this.#show(name, [make("span", { class: "effect", text })], text); }

  #show(name, shown, spoken) {
    this.outcome.replaceChildren(...shown);
    this.button.setAttribute("aria-label", visible(`${name}: ${spoken}`));
  }

  press() {
    const { stimulus } = this;
    if (stimulus) this.page.perform(stimulus, `event ${this.event}`);
    else this.controls.find(({ read }) => read() === undefined).control.focus();
  }

  preview() { if (this.moment) this.page.preview(this.moment); }
}

/** The facts. Those that the host may change have a control. */
class FactPanel {
  constructor(page) {
    this.page = page;
    this.machine = page.machine;
    find("facts-panel").hidden = this.machine.fields.length === 0;
    this.rows = this.machine.fields.map((field, index) => this.#row(field, index));
    find("facts").replaceChildren(...this.rows.map(({ element }) => element));
  }

  #row(field, index) {
    const remark = [field.private ? "private" : field.fixed ? "fixed" : "", field.range ?? ""].filter(Boolean).join(", ");
    if (field.private || field.fixed) {
      const value = make("span", { class: "code" });
      const note = make("span", { class: "muted small", text: remark });
      return {
        element: make("div", { class: "fact", title: field.doc }, make("span", { class: "code fact-name", text: field.name }),
          value, note),
        show: (shown) => { value.textContent = visible(textOfValue(shown)); },
      };
    }
    const control = makeValueControl(field.name, field.type, field.default, () => {});
    control.control.addEventListener("change", () => this.#change(field, index, control));
    return {
      element: make("div", { class: "fact", title: field.doc }, control.element,
        make("span", { class: "muted small", text: remark })),
      show: (value) => { if (document.activeElement !== control.control || control.read()) control.write(value); },
    };
  }

  #change(field, index, { control, text }) {
    const value = readFieldValue(field, text());
    if (value) this.page.perform({ kind: "set", facts: [[index, value]] });
    else {
      const bounds = field.range ? `, within ${field.range}` : "";
      this.page.refuse(`${field.name} is ${describeType(field.type)}${bounds}. ${control.value} isn't.`);
    }
  }

  update({ current: { after } }) { this.rows.forEach(({ show }, index) => show(after.fields[index])); }
}

/** A new beginning: in which state, and with which facts. */
class BeginPanel {
  constructor(page) {
    this.page = page;
    const { machine } = page;
    const states = machine.states.slice(...machine.components[0].ownStates).filter(({ isAtomic }) => isAtomic);
    this.state = make("select", { id: "begin-state" }, make("option", { value: "", text: "the start" }),
      ...states.map(({ id, path }) => make("option", { value: String(id), text: path })));
    this.fields = machine.fields.map((field) => {
      const control = makeValueControl(field.name, field.type, field.default, () => {});
      return { field, control };
    });
    const list = make("div", { class: "line-of-controls" }, ...this.fields.map(({ control }) => control.element));
    find("begin").append(
      make("div", { class: "line-of-controls" },
        make("span", { class: "control" }, make("label", { for: "begin-state", text: "In" }), this.state),
        make("button", { type: "button", text: "Begin", onclick: () => this.#begin() })),
      ...(this.fields.length === 0 ? [] : [make("details", {}, make("summary", { text: "with other facts" }), list)]));
  }

  #begin() {
    const states = this.state.value === "" ? [] : [Number(this.state.value)];
    const fields = [];
    for (const [index, { field, control }] of this.fields.entries()) {
      const value = readFieldValue(field, control.text());
      if (!value) {
        control.control.focus();
        return this.page.refuse(`${field.name} is ${describeType(field.type)}.`);
      }
      if (areSame(value, field.default)) continue;
      if (field.private && states.length === 0) {
        return this.page.refuse(`${field.name} is private: the machine starts with its default. Choose a state.`);
      }
      fields.push([index, value]);
    }
    return this.page.perform({ kind: "begin", states, fields });
  }
}

/** What is broken and owed, and which calls promises allow now. */
class PromisePanel {
  constructor(page) {
    this.machine = page.machine;
    find("promises-panel").hidden = this.machine.promises.length === 0;
  }

  update(session, tracker) {
    const { machine } = this;
    const hasEnded = isEnded(machine, session.current.after);
    const open = tracker.owed();
    // A question that was broken and is open is told as that.
    const broken = tracker.breaches.filter(({ promise }) => !open.some((question) => question.isBroken && question.promise === promise));
    const owed = [...broken.map(({ words }) => this.#row("Broken: ", words)), ...open.map((question) => this.#owed(question, session))];
    find("owed").replaceChildren(...owed);
    const rows = tracker.knowsPast && !hasEnded ? tracker.allowed().filter(({ numbers }) => numbers.length > 0) : [];
    const groups = new Map();
    for (const { callback, numbers } of rows) {
      const key = numbers.join(", ");
      groups.set(key, [...(groups.get(key) ?? []), machine.callbacks[callback].name]);
    }
    const allowed = [...groups].map(([numbers, names]) => make("li", {},
      make("span", { class: "code", text: inWords(names) }), " may come: ",
      make("span", { class: "muted", text: `call ${numbers.replaceAll(", ", " and call ")} allow${numbers.includes(",") ? "" : "s"} this` })));
    find("allowed").replaceChildren(...allowed);
    if (owed.length + allowed.length > 0) return;
    const needsOthers = machine.promises.some(({ form }) => form[0] !== "answeredBy");
    const text = hasEnded ? "Nothing is owed at the end."
      : !tracker.knowsPast ? "The machine began in a state: what happened before isn't known."
      : `No answer is owed.${needsOthers ? " Calls that need others can't come yet." : ""}`;
    find("allowed").replaceChildren(make("li", { class: "plain muted", text }));
  }

  #row(title, text, remark = "") {
    return make("li", { class: title.startsWith("Broken") ? "wrong" : "" }, make("b", { text: title }),
      make("span", { class: "code", text }), make("span", { class: "muted", text: remark }));
  }

  /** Returns the row of an open question. */
  #owed({ promise, askedAt, isBroken, isLate }, { current: { time } }) {
    const age = time - askedAt;
    const asked = age === 0n ? "" : `, asked ${durationText(age)} ago`;
    return this.#row(isBroken ? "Broken, and still owed: " : "Owed: ", promise.text,
      `, for ${nameOfSubject(this.machine, promise)}${asked}${isLate ? ": too late" : ""}`);
  }
}

/** The search for the shortest run. */
class SearchPanel {
  constructor(page) {
    this.page = page;
    const { machine } = page;
    const group = (label, list, kind, nameOf) => make("optgroup", { label }, ...list.map(([id, item]) =>
      make("option", { value: `${kind} ${id}`, text: nameOf(item) })));
    const states = [...machine.states.entries()].filter(([, { kind, path }]) => kind !== "history" && path !== "");
    this.goal = make("select", { id: "search-goal" }, group("States", states, "state", ({ path }) => path),
      group("Calls", [...machine.callbacks.entries()], "call", ({ name }) => name));
    this.origin = make("select", { id: "search-origin" }, make("option", { value: "here", text: "from here" }),
      make("option", { value: "start", text: "from the start" }));
    this.button = make("button", { type: "button", text: "Find", onclick: () => this.#toggle() });
    this.result = make("div", { "aria-live": "polite" });
    find("search").append(make("div", { class: "line-of-controls" },
      make("span", { class: "control" }, make("label", { for: "search-goal", text: "To" }), this.goal),
      make("span", { class: "control" }, make("label", { for: "search-origin", class: "hidden", text: "Origin" }), this.origin),
      this.button), this.result);
  }

  #toggle() {
    if (this.search) return this.#end("The search was stopped.");
    const { machine, session } = this.page;
    const [kind, id] = this.goal.value.split(" ");
    const number = Number(id);
    const isGoal = kind === "state"
      ? ({ reaction }) => reaction.items.some((item) => item.kind === "enter" && item.state === number)
      : ({ reaction }) => reaction.calls.some(({ callback }) => callback === number);
    const isFromStart = this.origin.value === "start";
    const { beginning } = session;
    const start = isFromStart ? { ...beginning, states: [] } : beginning;
    if (isFromStart) start.fields = start.fields.filter(([field]) => !machine.fields[field].private);
    const moment = isFromStart ? performStimulus(machine, start, undefined) : session.current;
    this.prefix = isFromStart ? [start] : [];
    if (isFromStart && failureOfMoment(machine, moment) !== undefined) return this.#end("The machine can't start.");
    if (kind === "state" ? moment.after.configuration.includes(number) : isFromStart && isGoal(moment)) {
      return this.#end(isFromStart ? "The start is enough." : "The machine is there already.");
    }
    this.search = new Search(machine, this.page.samples, moment, isGoal);
    this.button.textContent = "Stop";
    this.result.replaceChildren(make("p", { class: "muted small", text: "Searching …" }));
    const { search } = this;
    const goOn = () => {
      if (this.search !== search) return;
      const found = search.advance(25);
      if (found) this.#show(found);
      else setTimeout(goOn, 0);
    };
    return goOn();
  }

  #end(text) {
    this.search = undefined;
    this.button.textContent = "Find";
    this.result.replaceChildren(make("p", { class: "small", text }));
  }

  #show({ steps, isLimited, count }) {
    if (!steps) {
      return this.#end(isLimited
        ? `Not found among the first ${searchLimit.toLocaleString("en")} situations. A longer run, or other arguments, may lead there.`
        : `Not found: ${counted(count, "situation")} can be reached with the arguments and facts that were tried, and none is it. `
          + "lifeline check tells whether any run leads there.");
    }
    const { machine } = this.page;
    this.#end(`${counted(steps.length, "step")}, and no run of fewer leads there with the arguments that were tried:`);
    this.result.append(
      make("ol", { class: "steps code" }, ...steps.map((step) => {
        const [title, words] = titleOfStimulus(machine, step);
        return make("li", { text: [title, ...words].join(" ") });
      })),
      make("button", {
        type: "button", text: "Take these steps",
        onclick: () => this.page.performAll([...this.prefix, ...steps]),
      }));
    return undefined;
  }
}
