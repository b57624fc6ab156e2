// The life line: what happened, from top to bottom. Each fact has a row: an event, a call, a state that is entered. Bars
// show which states are active, so exit actions stand beside the old bar, those of a transition in the gap, and entry
// actions beside the new bar.

const railWidth = 7;
const deepestRail = 3;

/** Returns the place of each state's bar in a row, and the width of all of them. */
function layOutBars(machine, width) {
  const columns = (id) => {
    const { kind } = machine.states[id];
    const counts = machine.properChildren(id).map(columns);
    if (counts.length === 0) return 1;
    return kind === "parallel" ? counts.reduce((sum, count) => sum + count) : Math.max(...counts);
  };
  const total = machine.components.reduce((sum, { root }) => sum + columns(root), 0);
  const column = Math.max(Math.floor(width / total), 84);
  const bars = [];
  const place = (id, left, end, depth) => {
    const { kind, parent } = machine.states[id];
    const isRail = parent !== undefined && kind !== "atomic" && kind !== "final" && depth <= deepestRail;
    const isComposite = kind === "compound" || kind === "parallel";
    bars[id] = { left, end, width: isRail ? 4 : end - left, isRail: isComposite, isHidden: isComposite && !isRail };
    let start = left + (isRail ? railWidth : 0);
    for (const child of machine.properChildren(id)) {
      const childEnd = kind === "parallel" ? start + columns(child) * column - (isRail ? 4 : 0) : end;
      place(child, start, Math.min(childEnd, end), depth + (parent === undefined ? 0 : 1));
      if (kind === "parallel") start = Math.min(childEnd, end) + 4;
    }
  };
  let left = 0;
  for (const { root } of machine.components) {
    const end = left + columns(root) * column;
    place(root, left, end - 6, 1);
    left = end;
  }
  return { bars, width: left };
}

class LifeLine {
  constructor(machine, list) {
    this.machine = machine;
    this.list = list;
    this.resize();
  }

  /** Makes room for the width of the page. */
  resize() {
    this.isNarrow = window.innerWidth <= 760;
    this.layout = layOutBars(this.machine, this.isNarrow ? 96 : 168);
    this.list.parentElement.style.setProperty("--bars", `${this.layout.width}px`);
    this.#nameColumns();
    this.clear();
  }

  /** Names the columns of the parts, if there are any. */
  #nameColumns() {
    const { components, name } = this.machine;
    if (components.length < 2) return;
    find("line-columns").replaceChildren(...components.map(({ root, part }) => {
      const { left, end } = this.layout.bars[root];
      const label = make("span", { class: "column-name", text: part ?? name, title: part ?? name });
      label.style.left = `${left}px`;
      label.style.maxWidth = `${end - left}px`;
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
    this.folding.update();
  }

  /** Adds many steps. */
  addAll(moments) {
    for (const moment of moments) this.#append(moment);
    this.folding.update();
  }

  #append(moment) {
    const before = { active: new Set(this.active), lastBars: new Map(this.lastBars), tracker: this.tracker };
    const { stimulus, reaction, after } = moment;
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
    const step = make("li", {}, make("p", { class: "hidden", text: sentenceOfMoment(this.machine, moment) }),
      make("div", { class: "rows", "aria-hidden": "true" }, ...this.rows));
    this.list.append(step);
    this.folding.add(step, keyOfMoment(this.machine, moment));
    const { ended } = this;
    this.undos.push(() => {
      this.folding.removeLast();
      this.folding.update();
      step.remove();
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
    const values = call.arguments.map((value, index) => `${parameters[index].name}: ${textOfValue(value)}`);
    const children = [make("span", { class: "number", text: String(number) }), make("span", { class: "callback" }, ...breakable(name))];
    if (values.length > 0) children.push(make("span", { class: "muted", text: ` ${values.join(", ")}` }));
    if (unobserved) children.push(make("span", { class: "muted", text: ` on ${channel}` }));
    if (suppliers.length > 0) {
      children.push(make("span", { class: "supplier", text: ` ←\u00a0${suppliers.join(", ")}`,
        title: `It may come since call ${suppliers.join(" and call ")}` }));
    }
    if (broken.length > 0) children.push(make("span", { class: "broken", text: " ✗" }));
    this.#row({ class: "call", call: make("span", { class: "call-text", title: [name, ...values].join(" ") }, ...children) });
  }

  #row({ class: kind, host, words = [], remark, entered, name, call }) {
    const bars = make("span", { class: "bars" });
    for (const state of this.active) {
      const place = this.layout.bars[state];
      if (!place || place.isHidden) {
        if (state === entered) bars.append(this.#label(place, name));
        continue;
      }
      const isFirst = state === entered;
      const bar = make("span", { class: `bar ${place.isRail ? "rail" : "box"}${isFirst ? " first" : ""}` });
      bar.style.left = `${place.left}px`;
      bar.style.width = `${place.width}px`;
      bars.append(bar);
      this.lastBars.set(state, bar);
      if (isFirst) bars.append(this.#label(place, name));
    }
    const isHost = kind.startsWith("host");
    const text = words.join(" ");
    const label = isHost
      ? make("span", { class: "stimulus", title: [host, text, remark ?? ""].filter(Boolean).join(" ") },
        make("b", {}, ...breakable(host)), text === "" ? "" : ` ${text}`, remark ? make("i", { text: ` ${remark}` }) : "")
      : make("span", { class: "stimulus" });
    const right = call ?? make("span", { class: "call-text muted", text: isHost ? "" : text });
    this.rows.push(make("div", { class: `row ${kind}` }, label, bars, right));
  }

  #label({ left, end, isRail }, name) {
    const label = make("span", { class: isRail ? "bar-name rail-name" : "bar-name", text: name, title: name });
    label.style.left = `${left + (isRail ? railWidth : 4)}px`;
    label.style.maxWidth = `${end - left - 8}px`;
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
  const broken = [reaction, ...reaction.items].flatMap((item) => item.broken ?? []).map((text) => ` Broken: ${text}.`).join("");
  if (remark) return `${head}: ${remark}.${broken}`;
  const calls = reaction.calls.map(({ callback }) => machine.callbacks[callback].name);
  const states = atomicStates(machine, after).map((state) => machine.states[state].path);
  const done = stimulus.kind === "set" ? "changed" : calls.length === 0 ? "no calls" : calls.join(", ");
  return `${head}: ${done}. Now in ${inWords(states)}.${isEnded(machine, after) ? " The machine has ended." : ""}${broken}`;
}
