// The life line: what happened, from top to bottom. Each fact has a row: an event, a call, a state that is entered. Bars
// show which states are active, so exit actions stand beside the old bar, those of a transition in the gap, and entry
// actions beside the new bar.

class LifeLine {
  constructor(machine, list) {
    this.machine = machine;
    this.list = list;
    this.resize();
  }

  /** Lays the columns out for the width that there is. Returns whether that changes something, so the steps have to be added again. */
  resize() {
    const { clientWidth } = find("line-frame");
    if (clientWidth === this.width) return false;
    this.width = clientWidth;
    this.layout = chooseLayout(this.machine, clientWidth, this.#widthsOfNames());
    this.list.parentElement.style.setProperty("--bars", `${this.layout.width}px`);
    this.#nameColumns();
    this.clear();
    return true;
  }

  /** Returns the width of each state's name. */
  #widthsOfNames() {
    const context = document.createElement("canvas").getContext("2d");
    const { fontFamily } = getComputedStyle(find("line-columns").parentElement);
    return this.machine.states.map(({ isAtomic, name }) => {
      context.font = `${isAtomic ? "700 12px" : "11px"} ${fontFamily}`;
      return context.measureText(visible(name)).width;
    });
  }

  /** Names the columns of the parts, if there are any. */
  #nameColumns() {
    const { components, name } = this.machine;
    if (components.length < 2) return;
    find("line-columns").classList.add("columns");
    find("line-columns").replaceChildren(...components.map(({ root, part }) => {
      const { left, end } = this.layout.bars[root];
      const label = make("span", { class: "column-name" }, ...breakable(part ?? name));
      label.style.width = `${end - left + 6}px`;
      return label;
    }));
  }

  clear() {
    this.list.replaceChildren();
    this.active = new Set();
    this.lastBars = new Map();
    this.tracker = new PromiseTracker(this.machine);
    this.undos = [];
    this.folding = new Folding();
  }

  /** Adds a step. */
  add(moment) {
    this.#append(moment);
    this.#finish();
  }

  /** Adds many steps. */
  addAll(moments) {
    for (const moment of moments) this.#append(moment);
    this.#finish();
  }

  /** Folds repetitions, and makes room for what is expected, if something is. */
  #finish() {
    this.folding.update();
    const isExpecting = this.list.querySelector(".expected") !== null;
    const isTooNarrow = isExpecting && this.width < this.layout.width + roomBeside + roomExpected;
    this.list.parentElement.classList.toggle("expecting", isExpecting);
    this.list.parentElement.classList.toggle("stacked", isTooNarrow || this.layout.isStacked === true);
  }

  #append(moment) {
    const before = { active: new Set(this.active), lastBars: new Map(this.lastBars), tracker: this.tracker };
    const { stimulus, reaction, after, expectation } = moment;
    this.alignment = expectation?.alignment && { ...expectation.alignment, rows: [...expectation.alignment.rows] };
    this.tracker = this.tracker.clone();
    this.tracker.follow(moment);
    this.ended = [];
    this.rows = [];
    const [title, words] = titleOfStimulus(this.machine, stimulus);
    this.#row({ class: `host ${stimulus.kind === "wait" ? "time" : ""}`, host: title, words, remark: remarkOn(moment) });
    this.#mistakes(reaction.broken);
    if (stimulus.kind === "begin" && stimulus.states.length > 0) {
      for (const state of after.configuration) this.#enter(state);
    }
    for (const item of reaction.items) {
      this.#item(item);
      this.#mistakes(item.broken);
    }
    this.#missing();
    this.#mistakes(expectation?.mistake && [expectation.mistake]);
    if (expectation?.ending) this.#ending(expectation.ending);
    const step = make("li", {}, make("p", { class: "hidden", text: sentenceOfMoment(this.machine, moment) }),
      make("div", { class: "rows", "aria-hidden": "true" }, ...this.rows));
    this.list.append(step);
    this.folding.add(step, keyOfMoment(this.machine, moment));
    const { ended } = this;
    this.undos.push(() => {
      this.folding.removeLast();
      step.remove();
      this.#finish();
      for (const bar of ended) bar.classList.remove("last");
      Object.assign(this, before);
    });
  }

  /** Takes the last step away. */
  removeLast() { this.undos.pop()(); }

  #item(item) {
    switch (item.kind) {
      case "exit":
        this.#end(item.state);
        break;
      case "enter": this.#enter(item.state); break;
      case "call": this.#call(item); break;
      case "send": {
        const { name } = this.machine.events[item.event];
        const part = this.machine.components.find(({ events: [start, end] }) => item.event >= start && item.event < end);
        const remark = item.treatment === "handled" ? "" : item.treatment === "deferred" ? " (deferred)" : " (not taken)";
        this.#row({ class: "sent", words: [`${name.slice(part.part.length + 1)} to ${part.part}${remark}`] });
        break;
      }
      case "raise": this.#row({ class: "sent", words: [`raises ${this.machine.events[item.event].name}`] }); break;
      case "recall":
        this.#row({ class: "host", host: this.machine.events[item.event].name, words: [], remark: "was deferred" });
        break;
      case "restart": {
        const { states: [start, end], part } = this.machine.components[item.component];
        for (const state of [...this.active]) if (state >= start && state < end) this.#end(state);
        this.#row({ class: "sent", words: [`restarts ${part}`] });
        break;
      }
      case "end":
        if (item.component === 0) this.#row({ class: "sent", words: ["the end"] });
    }
  }

  /** Adds a row for each mistake in what happened last. */
  #mistakes(texts = []) {
    for (const text of texts) this.#row({ class: "mistake", call: make("span", { class: "call-text broken", text: `✗ ${text}` }) });
  }

  /** Adds rows for the expected calls that haven't come and should have come before the next one. */
  #missing() {
    while (this.alignment?.rows.length > 0 && this.alignment.rows[0].actual === undefined) {
      const { expected, isDifference } = this.alignment.rows.shift();
      if (isDifference) this.#row({ class: "call", call: make("span", { class: "call-text broken", text: "✗ no call" }), expected: `≠ ${expected}` });
    }
  }

  /** Returns what is expected in place of a call; undefined if the scenario doesn't observe it. */
  #takeExpected({ channel }) {
    if (!this.alignment?.observing.has(channel)) return undefined;
    this.#missing();
    return this.alignment.rows.shift();
  }

  /** Adds the row of what a scenario expects at its end. */
  #ending({ text, holds }) {
    const call = make("span", { class: holds ? "call-text" : "call-text broken", text: `${holds ? "✓" : "✗"} ${text}` });
    this.#row({ class: "host end", host: "then", call });
  }

  #enter(state) {
    if (this.active.has(state)) return;
    this.active.add(state);
    const { parent, isAtomic, name } = this.machine.states[state];
    if (parent === undefined) return;
    this.#row({ class: isAtomic ? "entered" : "entered composite", entered: state, name });
  }

  #end(state) {
    this.active.delete(state);
    const bar = this.lastBars.get(state);
    if (bar) {
      bar.classList.add("last");
      this.ended.push(bar);
    }
    this.lastBars.delete(state);
  }

  #call({ call, number, suppliers, broken }) {
    const { name, parameters, channel, unobserved } = this.machine.callbacks[call.callback];
    const row = this.#takeExpected({ channel });
    const values = call.arguments.map((value, index) => `${parameters[index].name}: ${textOfValue(value)}`);
    const children = [make("span", { class: "number", text: String(number) }), make("span", { class: "callback" }, ...breakable(name))];
    if (values.length > 0) children.push(make("span", { class: "muted", text: ` ${values.join(", ")}` }));
    if (unobserved) children.push(make("span", { class: "muted", text: ` on ${channel}` }));
    if (suppliers.length > 0) {
      children.push(make("span", { class: "supplier", text: ` ←\u00a0${suppliers.join(", ")}`,
        title: `Call ${suppliers.join(" and call ")} allow${suppliers.length === 1 ? "s" : ""} this one` }));
    }
    if (broken.length > 0 || row?.isDifference) children.push(make("span", { class: "broken", text: " ✗" }));
    const expected = row && (row.isDifference ? `≠ ${row.expected ?? "no call"}` : row.expected && `= ${row.expected}`);
    this.#row({ class: "call", call: make("span", { class: "call-text", title: [name, ...values].join(" ") }, ...children), expected });
  }

  #row({ class: kind, host, words = [], remark, entered, name, call, expected }) {
    const bars = make("span", { class: "bars" });
    for (const state of this.active) {
      const place = this.layout.bars[state];
      const isFirst = state === entered;
      if (!place || place.isHidden) {
        if (isFirst && !this.layout.namesAside) bars.append(this.#label(place, name));
        continue;
      }
      const bar = make("span", { class: `bar ${place.isRail ? "rail" : "box"}${isFirst ? " first" : ""}` });
      bar.style.left = `${place.left}px`;
      bar.style.width = `${place.width}px`;
      bars.append(bar);
      this.lastBars.set(state, bar);
      if (isFirst && !this.layout.namesAside) bars.append(this.#label(place, name));
    }
    const isHost = kind.startsWith("host");
    const text = words.join(" ");
    const label = isHost
      ? make("span", { class: "stimulus", title: [host, text, remark ?? ""].filter(Boolean).join(" ") },
        make("b", {}, ...breakable(host)), text === "" ? "" : ` ${text}`, remark ? make("i", { text: ` ${remark}` }) : "")
      : make("span", { class: "stimulus" });
    const right = call ?? this.#aside(entered) ?? make("span", { class: "call-text muted", text: isHost ? "" : text });
    const other = expected === undefined ? ""
      : make("span", { class: expected.startsWith("≠") ? "expected broken" : "expected muted", text: expected });
    this.rows.push(make("div", { class: `row ${kind}` }, label, bars, right, other));
  }

  /** Returns the name of a state that is entered, to stand beside the bars; undefined if it stands in its bar. */
  #aside(state) {
    if (state === undefined || !this.layout.namesAside) return undefined;
    const { name, component } = this.machine.states[state];
    const { part } = this.machine.components[component];
    return make("span", { class: "call-text entered-name" }, part === undefined ? "" : make("span", { class: "muted", text: `${part} ` }),
      ...breakable(name));
  }

  #label({ left, end, isRail }, name) {
    const label = make("span", { class: isRail ? "bar-name rail-name" : "bar-name", text: name, title: name });
    label.style.left = `${left + (isRail ? railWidth : 4)}px`;
    label.style.maxWidth = `${end - left - barMargin}px`;
    return label;
  }
}

/** Returns the name of a stimulus and the words behind it. */
function titleOfStimulus(machine, stimulus) {
  const [first, ...words] = splitWordsOfLine(lineOfStimulus(machine, stimulus));
  return first === "send" ? [words[0], words.slice(1)] : [first, words];
}

/** Returns the words of a line, with quotes around those that have them. */
const splitWordsOfLine = (line) => line.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/gu) ?? [line];

function remarkOn({ stimulus, reaction }) {
  if (stimulus.kind !== "send") return undefined;
  return { ignored: "not handled", deferred: "deferred", handled: undefined }[reaction.treatment];
}

/** Returns what happened in a moment as a sentence. */
function sentenceOfMoment(machine, moment) {
  const { stimulus, reaction, after } = moment;
  const [title, words] = titleOfStimulus(machine, stimulus);
  const head = [title, ...words].join(" ");
  const remark = remarkOn(moment);
  const wrong = moment.expectation?.outcome ? ` Not as expected: ${moment.expectation.outcome}.` : "";
  const broken = [reaction, ...reaction.items].flatMap((item) => item.broken ?? []).map((text) => ` Broken: ${text}.`).join("");
  if (remark) return `${head}: ${remark}.${broken}${wrong}`;
  const calls = reaction.calls.map(({ callback }) => machine.callbacks[callback].name);
  const states = atomicStates(machine, after).map((state) => machine.states[state].path);
  const done = stimulus.kind === "set" ? "changed" : calls.length === 0 ? "no calls" : calls.join(", ");
  return `${head}: ${done}. Now in ${inWords(states)}.${isEnded(machine, after) ? " The machine has ended." : ""}${broken}${wrong}`;
}
