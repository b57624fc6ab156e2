// Scenarios, to play or to step through.

/** The number of scenarios that fail of which the failure is told. */
const toldScenarios = 3;

/** Returns the failures of plays in words: each scenario once, with its first failure. */
function textOfFailures(failures) {
  const scenarios = [...new Set(failures.map(({ scenario }) => scenario))];
  const texts = scenarios.slice(0, toldScenarios).map((told) => {
    const [{ failure }, ...others] = failures.filter(({ scenario }) => scenario === told);
    return `${told.name}: ${failure}${others.length === 0 ? "" : ` (${counted(others.length, "other combination")} of it, too)`}`;
  });
  const rest = scenarios.length - texts.length;
  return texts.join("; ") + (rest === 0 ? "" : `; and ${counted(rest, "other scenario")}`);
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
    this.steps = make("ol", { class: "scenario-steps", tabindex: "0", "aria-label": "Steps of the scenario" });
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
    find("scenarios-panel").classList.remove("playing");
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

  /** Begins the scenario; returns whether the machine can, and nothing is wrong. */
  #begin() {
    const { scenario } = this;
    const combination = Number(this.combination.value);
    const play = new ScenarioPlay(this.machine, scenario, combination);
    const isWrong = playScenario(this.machine, scenario, combination) !== undefined;
    this.run = { play, outcomes: [], showsExpectations: isWrong || scenario.refuted !== undefined };
    find("scenarios-panel").classList.add("playing");
    // The start may be a step of its own.
    const first = play.startsWithStep ? play.steps[0] : undefined;
    const failure = this.page.perform(play.beginning, undefined, (moment) => this.#expect(first, moment));
    if (failure !== undefined) {
      this.run = undefined;
      return false;
    }
    this.run.failure = play.failureOfBeginning(this.page.session.current);
    if (first) this.run.outcomes.push(this.#judge(first, this.page.session.current));
    this.#tell();
    return this.run.failure === undefined && (this.run.outcomes[0] ?? "") === "";
  }

  #judge(entry, moment) {
    const { play } = this.run;
    return play.failureOfStep(entry, moment) ?? play.failureOfNever(entry, moment) ?? "";
  }

  /** Gives a moment what a step expects of it, if something of the scenario isn't as expected. */
  #expect(entry, moment) {
    const { play, showsExpectations } = this.run;
    if (!showsExpectations) return;
    const outcome = entry ? this.#judge(entry, moment) : play.failureOfBeginning(moment) ?? "";
    const alignment = entry ? play.alignment(entry, moment) : play.alignmentOfBeginning(moment);
    const isAboutCalls = alignment?.rows.some(({ isDifference }) => isDifference);
    moment.expectation = {
      alignment, outcome, mistake: outcome === "" || isAboutCalls ? undefined : outcome,
      ending: entry === play.steps.at(-1) ? this.#ending(moment.after) : undefined,
    };
  }

  /** Returns what the scenario expects at its end, and whether that holds; undefined if it expects nothing. */
  #ending(after) {
    const { play } = this.run;
    const { then } = play.scenario;
    if (!then) return undefined;
    const failure = play.failureOfEnd(after);
    return { text: failure ?? textOfExpectedState(this.machine, then), holds: failure === undefined };
  }

  /** Takes the next step; returns whether there was one, and nothing is wrong. */
  step() {
    if (!this.run) return this.#begin();
    const { play, outcomes } = this.run;
    const entry = play.steps[outcomes.length];
    if (!entry) return false;
    const failure = this.page.perform(play.stimulus(entry), undefined, (moment) => this.#expect(entry, moment));
    const outcome = failure ?? this.#judge(entry, this.page.session.current);
    outcomes.push(outcome);
    this.#tell();
    return outcome === "" || (failure === undefined && play.scenario.refuted !== undefined);
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
        if (failure !== undefined) failures.push({ scenario, failure });
      }
    }
    const total = counted(this.machine.scenarios.length, "scenario");
    this.verdict.textContent = visible(failures.length === 0 ? `✓ ${total} hold, in ${counted(count, "play")}.`
      : `✗ ${failures.length} of ${counted(count, "play")} fail. ${textOfFailures(failures)}`);
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
    const row = (mark, title, text, outcome, isNext) => make("li",
      { class: isNext ? "next" : outcome ? "failed" : "", "aria-current": isNext ? "step" : undefined },
      make("span", { class: "mark", text: mark }), make("span", { class: "code" }, make("b", { text: title }), text),
      outcome ? make("span", { class: "broken", text: ` ${outcome}` }) : "");
    const rows = play.steps.map((entry, index) => {
      const stimulus = play.stimulus(entry);
      const [title, words] = stimulus ? titleOfStimulus(machine, stimulus) : ["start", []];
      const outcome = outcomes?.[index];
      const isNext = outcomes && index === outcomes.length;
      const mark = outcome === undefined ? "" : outcome === "" ? "✓" : "✗";
      const { calls, then, kind } = entry.step;
      const expected = [
        kind === "ignored" ? "is ignored" : calls ? textOfPattern(machine, calls) : "",
        then ? `then ${textOfExpectedState(machine, then)}` : "",
      ].filter((text) => text !== "").join(", ");
      return row(mark, title, `${words.map((word) => ` ${word}`).join("")}${expected === "" ? "" : `: ${expected}`}`, outcome, isNext);
    });
    const { then } = play.scenario;
    if (then) {
      const isOver = outcomes?.length === play.steps.length;
      const end = isOver ? this.#ending(this.page.session.current.after) : undefined;
      const mark = !end ? "" : end.holds ? "✓" : "✗";
      rows.push(row(mark, "then", ` ${textOfExpectedState(machine, then)}`, end && !end.holds ? end.text : "", false));
    }
    this.steps.replaceChildren(make("li", { class: "beginning" }, make("span", { class: "mark" }),
      make("span", { class: "code", text: given })), ...rows);
    const shown = this.steps.querySelector(".next") ?? this.steps.querySelector(".failed") ?? this.steps.lastElementChild;
    this.steps.scrollTop = shown.offsetTop - this.steps.clientHeight / 2;
  }
}
