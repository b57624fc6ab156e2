// The page: a session, the panels that show it, keys, and the session in the page's address.

const addressLimit = 2000;

class Page {
  constructor(machine, hash) {
    this.machine = machine;
    this.hash = hash;
    this.session = new Session(machine);
    this.samples = new Samples(machine);
    this.boxes = new StateBoxes(machine, find("states"));
    this.line = new LifeLine(machine, find("line"));
    const message = this.#begin();
    this.events = new EventPanel(this);
    this.facts = new FactPanel(this);
    this.begin = new BeginPanel(this);
    this.promises = new PromisePanel(this);
    this.search = new SearchPanel(this);
    this.scenarios = new ScenarioPanel(this);
    this.#listen();
    this.#summarize();
    this.rebuild();
    if (message) this.tell(message);
  }

  /** Begins with the session of the address, or with the start. Returns what there is to tell about it. */
  #begin() {
    const stored = readAddress(location.hash);
    const failure = this.session.perform({ kind: "begin", states: [], fields: [] });
    // A machine that can't start is shown in a state.
    if (failure !== undefined) {
      const first = this.machine.states.find(({ isAtomic }) => isAtomic);
      const begun = this.session.perform({ kind: "begin", states: [first.id], fields: [] });
      if (begun !== undefined) throw new Error(begun);
      return { text: `The machine can't start: ${failure}`, isWrong: true };
    }
    return stored && this.#replay(stored);
  }

  /** Follows the session of an address. If it can't, the address stays until something else is done. */
  #replay(stored) {
    const message = this.#replayLines(stored);
    this.keepsAddress = Boolean(message?.isWrong);
    return message;
  }

  #replayLines({ hash, lines, isUnreadable }) {
    if (isUnreadable) return { text: "This link can't be read. The machine begins without it.", isWrong: true };
    const changed = hash === this.hash ? "" : "The spec has changed since this link was made. ";
    for (const [index, line] of lines.entries()) {
      const { stimulus, mistake } = readLine(this.machine, line);
      const failure = mistake ?? this.session.perform(stimulus);
      if (failure !== undefined) {
        return { text: `${changed}The session of the link stops at step ${index + 1}, ${line}: ${failure}.`, isWrong: true };
      }
    }
    return changed === "" ? undefined : { text: `${changed}The machine follows all its steps.`, isWrong: false };
  }

  #summarize() {
    const { machine } = this;
    const states = machine.states.filter(({ kind, path }) => kind !== "history" && path !== "").length;
    const texts = [counted(states, "state"), counted(machine.hostEvents.length, "event")];
    if (machine.doc) texts.push(machine.doc.trim());
    find("summary").textContent = visible(texts.join(" · "));
  }

  // What somebody does

  /**
   * Does something to the machine, and returns why it can't follow.
   * @param key the button that keeps the focus.
   * @param expect for a step of a scenario, gives the moment what is expected of it.
   */
  perform(stimulus, key, expect) {
    const failure = stimulus ? this.session.perform(stimulus) : undefined;
    if (failure !== undefined) {
      this.refuse(`Nothing was done: ${failure}.`);
      return failure;
    }
    if (!expect) this.scenarios.leave();
    if (!stimulus) return undefined;
    expect?.(this.session.current);
    this.keepsAddress = false;
    if (stimulus.kind === "begin") this.line.clear();
    this.line.add(this.session.current);
    this.update(key);
    return undefined;
  }

  performAll(stimuli) {
    for (const stimulus of stimuli) if (this.perform(stimulus) !== undefined) return;
  }

  undo(isScenario = false) {
    if (!this.session.canUndo) return;
    const { stimulus } = this.session.undo();
    this.keepsAddress = false;
    if (stimulus.kind === "begin") this.#drawLine();
    else this.line.removeLast();
    if (!isScenario) this.scenarios.leave();
    this.update();
  }

  redo() {
    if (this.session.undone.length === 0) return;
    const moment = this.session.redo();
    this.keepsAddress = false;
    if (moment.stimulus.kind === "begin") this.line.clear();
    this.line.add(moment);
    this.update();
  }

  restart() { this.perform(this.session.beginning); }

  /** Says what somebody did wrong, and what to do instead. */
  refuse(text) { this.tell({ text, isWrong: true }); }

  tell({ text, isWrong }) {
    const notice = find("notice");
    notice.hidden = false;
    notice.classList.toggle("wrong", isWrong);
    notice.textContent = visible(text);
  }

  // What is shown

  /** Shows the whole session anew. */
  rebuild() {
    this.line.resize();
    this.#drawLine();
    this.update();
  }

  #fitLine() {
    if (!this.line.resize()) return;
    this.#drawLine();
    this.#showEnd();
  }

  #showEnd() {
    const frame = find("line-frame");
    frame.scrollTop = frame.scrollHeight;
  }

  #drawLine() {
    this.line.clear();
    this.line.addAll(this.session.run);
  }

  /** Shows the last moment. */
  update(key) {
    const { session, machine } = this;
    const focused = key ?? document.activeElement?.dataset?.key;
    find("notice").hidden = true;
    const targets = this.events.update(session);
    this.boxes.update(session.current, targets);
    this.#describeStates();
    this.facts.update(session);
    this.promises.update(session, this.line.tracker);
    find("undo").disabled = !session.canUndo;
    find("redo").disabled = session.undone.length === 0;
    find("status").textContent = visible(sentenceOfMoment(machine, session.current));
    this.#showScenario();
    this.#showEnd();
    this.#storeAddress();
    if (focused) this.#focus(focused);
  }

  #focus(key) {
    if (document.activeElement?.dataset?.key === key) return;
    const buttons = [...document.querySelectorAll("[data-key]")];
    this.isRefocusing = true;
    (buttons.find(({ dataset }) => dataset.key === key) ?? buttons[0] ?? find("undo")).focus({ preventScroll: true });
    this.isRefocusing = false;
  }

  #describeStates() {
    const active = this.session.current.after.configuration.map((id) => this.machine.states[id]).filter(({ doc }) => doc);
    find("state-docs").replaceChildren(...active.slice(0, 8).flatMap(({ path, doc }) =>
      [make("dt", { class: "code", text: path }), make("dd", { text: doc.trim() })]));
  }

  get scenarioText() {
    return linesOfScenario(this.machine, find("scenario-name").value, this.session.run).join("\n");
  }

  // The text is to be copied as it is.
  #showScenario() { find("scenario").textContent = this.scenarioText; }

  /** Makes a button that performs a stimulus and says what that does. */
  button({ key, title, outcome, stimulus, moment, class: kind }) {
    return make("button", {
      type: "button", class: kind, "data-key": key, "aria-label": `${title}: ${spokenOutcome(outcome)}`,
      onclick: () => this.perform(stimulus, key), onmouseenter: () => this.preview(moment),
      onmouseleave: () => this.endPreview(), onfocus: () => this.preview(moment), onblur: () => this.endPreview(),
    }, make("span", { class: "event-name", text: title }), ...shownOutcome(outcome));
  }

  // A button that gets the focus back leaves the arrows of the step that it has just made.
  preview(moment) { if (!this.isRefocusing) this.boxes.drawArrows(arrowsOf(this.machine, moment), true); }

  endPreview() { if (!this.isRefocusing) this.boxes.drawArrows(arrowsOf(this.machine, this.session.current), false); }

  // The address

  get address() {
    const lines = this.session.run.map(({ stimulus }) => lineOfStimulus(this.machine, stimulus));
    return `#s=${this.hash};${lines.map(encodeURIComponent).join(";")}`;
  }

  #storeAddress() {
    if (this.keepsAddress) return;
    const { address } = this;
    const isPlain = this.session.run.length === 1 && this.session.beginning.states.length === 0
      && this.session.beginning.fields.length === 0;
    try {
      history.replaceState(null, "", isPlain || address.length > addressLimit ? location.pathname + location.search : address);
    } catch {
      // Some browsers allow only so many changes in a minute, or none in a file.
    }
  }

  #copyLink() {
    if (this.address.length > addressLimit) {
      return this.refuse("The session is too long for a link. Copy it as a scenario.");
    }
    return copyText(location.href.split("#")[0] + this.address, "The link is copied.", this);
  }

  // Listening

  #listen() {
    find("undo").addEventListener("click", () => this.undo());
    find("redo").addEventListener("click", () => this.redo());
    find("restart").addEventListener("click", () => this.restart());
    find("copy-link").addEventListener("click", () => this.#copyLink());
    find("scenario-name").addEventListener("input", () => this.#showScenario());
    find("copy-scenario").addEventListener("click", () => this.#copyScenario());
    document.addEventListener("keydown", (event) => this.#press(event));
    window.addEventListener("hashchange", () => this.#follow());
    new ResizeObserver(() => this.#fitLine()).observe(find("line-frame"));
  }

  #copyScenario() {
    const text = this.scenarioText.split("\n").map((line) => `  ${line}\n`).join("");
    copyText(text, "The scenario is copied. Paste it under scenarios of the spec.", this);
  }

  #follow() {
    const stored = readAddress(location.hash);
    if (!stored) return;
    this.scenarios.leave();
    const message = this.#replay(stored);
    this.rebuild();
    if (message) this.tell(message);
  }

  #press(event) {
    const isTyping = event.target.closest?.("input:not([type=checkbox]), select, textarea, [contenteditable]");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !find("single-keys").checked) return;
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) : undefined;
    const frame = event.target.closest?.("#line-frame, #scenario, .scenario-steps");
    if (number !== undefined) this.events.shown[number - 1]?.press();
    else if (event.key === "Backspace") this.undo();
    else if (event.key === "r" || event.key === "R") this.restart();
    else if (event.key === "s" || event.key === "S") this.#copyScenario();
    else if (event.key === "ArrowRight" && this.scenarios.isPlaying && !frame) this.scenarios.step();
    else if (event.key === "ArrowLeft" && this.scenarios.isPlaying && !frame) this.scenarios.stepBack();
    else return;
    event.preventDefault();
  }
}

/** Returns the hash and the lines of a session in an address, or that it can't be read; undefined if there is none. */
function readAddress(fragment) {
  if (fragment.length < 2) return undefined;
  const match = /^#s=([0-9a-f]+);(.*)$/s.exec(fragment);
  try {
    return match ? { hash: match[1], lines: match[2].split(";").filter((line) => line !== "").map(decodeURIComponent) }
      : { isUnreadable: true };
  } catch {
    return { isUnreadable: true };
  }
}

/** Copies a text, and says so. */
async function copyText(text, message, page) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Browsers that don't let a file use the clipboard still copy what is selected.
    const area = make("textarea", { class: "hidden", "aria-label": "Text to copy" });
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    if (!isCopied) return page.refuse("The browser doesn't let this page copy. Select the text instead.");
  }
  find("status").textContent = message;
  return undefined;
}

/** Runs the page. Without a document, as in tests, the scripts only declare. */
const explorer = typeof document === "undefined" ? undefined
  : new Page(new Machine(JSON.parse(find("machine").textContent)), find("machine").dataset.hash);
