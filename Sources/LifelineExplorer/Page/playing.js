// Scenarios, to play or to step through.

/** Returns a pattern of calls as a spec writes it, roughly: for people. */
function textOfPattern(machine, pattern) {
  const list = (parts) => `[${parts.map((part) => textOfPattern(machine, part)).join(", ")}]`;
  const [kind, content] = pattern;
  switch (kind) {
    case "call": {
      const { name, parameters } = machine.callbacks[content];
      const values = pattern[2].map(([index, value]) => `${parameters[index].name}: ${textOfValue(value)}`);
      return values.length === 0 ? name : `${name}(${values.join(", ")})`;
    }
    case "sequence": return content.length === 1 ? textOfPattern(machine, content[0]) : list(content);
    case "interleaved": return `interleaved: ${list(content)}`;
    case "optional":
    case "repeat": return `${kind}: ${textOfPattern(machine, content)}`;
    case "choose": return `${textOfPattern(machine, pattern[2])} or ${textOfPattern(machine, pattern[3])}`;
    default: return `${kind}: ${list(content)}`;
  }
}

class ScenarioPanel {
  constructor(page) {
    this.page = page;
    this.machine = page.machine;
    find("scenarios-panel").hidden = this.machine.scenarios.length === 0;
    this.choice = make("select", { id: "scenario-choice", onchange: () => this.#choose() },
      ...this.machine.scenarios.map(({ name }, index) => make("option", { value: String(index), text: shortened(name, 90) })));
    this.combination = make("select", { id: "combination-choice", onchange: () => this.#reset() });
    this.combinationControl = make("span", { class: "control" },
      make("label", { for: "combination-choice", text: "where" }), this.combination);
    this.back = make("button", { type: "button", text: "←", "aria-label": "Back", onclick: () => this.stepBack() });
    this.forth = make("button", { type: "button", text: "Step →", onclick: () => this.step() });
    this.verdict = make("p", { class: "verdict", role: "status" });
    this.doc = make("p", { class: "muted small" });
    this.steps = make("ol", { class: "scenario-steps" });
    find("scenarios").append(
      make("div", { class: "line-of-controls" },
        make("span", { class: "control wide" }, make("label", { for: "scenario-choice", text: "Scenario" }), this.choice),
        this.combinationControl),
      make("div", { class: "line-of-controls" },
        make("button", { type: "button", text: "Play", onclick: () => this.play() }), this.back, this.forth,
        make("button", { type: "button", text: "Play all", onclick: () => this.playAll() })),
      this.verdict, this.doc, this.steps);
    this.#choose();
  }

  get scenario() { return this.machine.scenarios[Number(this.choice.value)]; }

  #choose() {
    if (this.machine.scenarios.length === 0) return;
    const { scenario } = this;
    const count = combinationCount(scenario);
    this.combinationControl.hidden = count < 2;
    this.combination.replaceChildren(...Array.from({ length: count }, (_, index) =>
      make("option", { value: String(index), text: shortened(textOfCombination(this.machine, scenario, index), 90) })));
    this.doc.textContent = visible([scenario.doc, scenario.refuted && `Refuted: ${scenario.refuted}`].filter(Boolean).join(" "));
    this.#reset();
  }

  #reset() {
    this.run = undefined;
    this.verdict.textContent = "";
    this.#show(new ScenarioPlay(this.machine, this.scenario, Number(this.combination.value)));
  }

  /** Whether a scenario is being played. */
  get isPlaying() { return this.run !== undefined; }

  /** Something else was done than what the scenario does. */
  leave() {
    if (!this.run) return;
    this.run = undefined;
    this.#reset();
  }

  /** Begins the scenario; returns whether the machine can. */
  #begin() {
    const play = new ScenarioPlay(this.machine, this.scenario, Number(this.combination.value));
    this.run = { play, outcomes: [] };
    if (this.page.perform(play.beginning, undefined, true) !== undefined) {
      this.run = undefined;
      return false;
    }
    this.run.failure = play.failureOfBeginning(this.page.session.current);
    // The start is a step of its own.
    if (play.startsWithStep) this.run.outcomes.push(this.#judge(play.steps[0]));
    this.#tell();
    return true;
  }

  #judge(entry) {
    const { play } = this.run;
    const { current } = this.page.session;
    return play.failureOfStep(entry, current) ?? play.failureOfNever(entry, current) ?? "";
  }

  /** Takes the next step; returns whether there was one. */
  step() {
    if (!this.run) return this.#begin();
    const { play, outcomes } = this.run;
    const entry = play.steps[outcomes.length];
    if (!entry) return false;
    const failure = this.page.perform(play.stimulus(entry), undefined, true);
    outcomes.push(failure ?? this.#judge(entry));
    this.#tell();
    return failure === undefined;
  }

  stepBack() {
    if (!this.run || this.page.session.start === this.page.session.moments.length - 1) return;
    this.run.outcomes.pop();
    this.page.undo(true);
    this.#tell();
  }

  play() {
    if (!this.#begin()) return;
    while (this.step());
  }

  /** Plays every scenario for every combination, apart from the session. */
  playAll() {
    this.leave();
    let count = 0;
    const failures = [];
    for (const scenario of this.machine.scenarios) {
      for (let index = 0; index < combinationCount(scenario); index += 1) {
        count += 1;
        const failure = playScenario(this.machine, scenario, index);
        if (failure !== undefined) failures.push(`${scenario.name}: ${failure}`);
      }
    }
    const total = counted(this.machine.scenarios.length, "scenario");
    this.verdict.textContent = visible(failures.length === 0 ? `✓ ${total} hold, in ${counted(count, "play")}.`
      : `✗ ${failures.length} of ${counted(count, "play")} fail. ${failures.slice(0, 3).join("; ")}`);
  }

  #tell() {
    const { play, outcomes, failure } = this.run;
    const isOver = outcomes.length === play.steps.length;
    const wrong = failure ?? outcomes.find((outcome) => outcome !== "");
    const { refuted } = play.scenario;
    if (isOver) {
      const end = playScenario(this.machine, play.scenario, Number(this.combination.value));
      this.verdict.textContent = visible(end !== undefined ? `✗ ${end}`
        : refuted ? "✓ The claim is refuted: the machine does something else." : "✓ The scenario holds.");
    } else {
      this.verdict.textContent = visible(wrong && !refuted ? `✗ ${wrong}` : `step ${outcomes.length} of ${play.steps.length}`);
    }
    this.#show(play, outcomes);
  }

  #show(play, outcomes) {
    const { machine } = this;
    const given = lineOfStimulus(machine, play.beginning);
    const rows = play.steps.map((entry, index) => {
      const stimulus = play.stimulus(entry);
      const [title, words] = stimulus ? titleOfStimulus(machine, stimulus) : ["start", []];
      const outcome = outcomes?.[index];
      const isNext = outcomes && index === outcomes.length;
      const mark = outcome === undefined ? "" : outcome === "" ? "✓" : "✗";
      const expected = entry.step.kind === "ignored" ? "is ignored" : entry.step.calls
        ? textOfPattern(machine, entry.step.calls) : "";
      return make("li", { class: isNext ? "next" : outcome ? "failed" : "", "aria-current": isNext ? "step" : undefined },
        make("span", { class: "mark", text: mark }), make("span", { class: "code" },
          make("b", { text: title }), words.length === 0 ? "" : ` ${words.join(" ")}`, expected === "" ? "" : `: ${expected}`),
        outcome ? make("span", { class: "broken", text: ` ${outcome}` }) : "");
    });
    this.steps.replaceChildren(make("li", { class: "beginning" }, make("span", { class: "mark" }),
      make("span", { class: "code", text: given })), ...rows);
  }
}
