// Promises as automata, which follow what happens, one thing after the other.

/** Returns the automaton of a promise. Its state is a number, 0 at the start. */
function makeAutomaton(machine, promise) {
  const [key, first, second] = promise.form;
  const bits = new Map();
  if (key === "needs" || key === "onlyAfter") {
    first.forEach((callback, index) => bits.set(`call ${callback}`, second === "any" ? 1 : 1 << index));
  } else if (key === "between") {
    bits.set(`call ${first}`, 1);
  } else {
    bits.set(promise.subject.join(" "), 1);
  }
  let full = 0;
  for (const bit of bits.values()) full |= bit;
  const restarting = new Set();
  for (let part = promise.part; part; part = machine.components[part].container) restarting.add(part);
  return { promise, key, bits, full, restarting, subject: promise.subject.join(" ") };
}

/** Returns the next state after a letter, and the way in which the letter breaks the promise, if it does. */
function follow(automaton, state, letter) {
  const { key, promise: { form, part } } = automaton;
  if (letter.restart !== undefined) return { state: automaton.restarting.has(letter.restart) ? 0 : state };
  const { happening } = letter;
  if (happening === "end") {
    // The end of the machine isn't the one of a part, whose file promises nothing about it.
    const isOpen = key === "answeredBy" && state !== 0 && part === undefined;
    return { state, breach: isOpen ? "unanswered" : undefined };
  }
  if (key === "answeredBy") {
    let next = isAnswer(automaton, happening) ? 0 : state;
    if (next !== 0 && form[2] && happening === form[2].join(" ")) return { state: next, breach: "overtaken" };
    if (happening === automaton.subject) next = 1;
    return { state: next };
  }
  let next = state;
  if (happening === automaton.subject) {
    if ((state & automaton.full) !== automaton.full) return { state, breach: "early" };
    if (key === "needs") next = 0;
  }
  if (key === "between" && happening === `call ${form[2]}`) next = 0;
  return { state: next | (automaton.bits.get(happening) ?? 0) };
}

const isAnswer = ({ promise: { form } }, happening) => form[1].some((callback) => happening === `call ${callback}`);

/**
 * Returns what happened in a moment, in order and with its time, for automata. Each letter has the item, or the reaction, that
 * gets the promises that it breaks.
 */
function lettersOf(moment) {
  const letters = [];
  const { stimulus, reaction } = moment;
  let time = stimulus.kind === "wait" ? moment.time - stimulus.time : moment.time;
  if (stimulus.kind === "send" && reaction.treatment !== "ignored") {
    letters.push({ happening: `event ${stimulus.event}`, item: reaction, time });
  }
  for (const item of reaction.items) {
    switch (item.kind) {
      case "elapse": time += item.elapsed; break;
      case "call": letters.push({ happening: `call ${item.call.callback}`, item, time }); break;
      case "entered": letters.push({ happening: `entry ${item.state}`, item, time }); break;
      case "restart": letters.push({ restart: item.component, item, time }); break;
      case "end": if (item.component === 0) letters.push({ happening: "end", item, time });
    }
  }
  return letters;
}

/** Returns the name of what a promise is about. */
function nameOfSubject(machine, { subject: [kind, id] }) {
  const subject = { call: machine.callbacks, event: machine.events, entry: machine.states }[kind][id];
  return subject.path ?? subject.name;
}

/** Follows all promises: which calls earlier ones allow, what is owed, and what is broken. */
class PromiseTracker {
  constructor(machine, automata = machine.promises.map((promise) => makeAutomaton(machine, promise))) {
    this.machine = machine;
    this.automata = automata;
    /** For each automaton, its state. */
    this.states = this.automata.map(() => 0);
    /** For each automaton, whether its subject has happened. */
    this.come = this.automata.map(() => false);
    /** For each automaton about calls, the numbers of the calls that it has seen, by callback. */
    this.calls = this.automata.map(() => new Map());
    /** For each automaton, the open question. */
    this.questions = this.automata.map(() => undefined);
    /** What the last moment broke: promises with the way and with words. */
    this.breaches = [];
    this.count = 0;
    this.time = 0n;
    this.knowsPast = true;
  }

  clone() {
    return Object.assign(new PromiseTracker(this.machine, this.automata), this, {
      states: this.states.slice(), come: this.come.slice(), calls: this.calls.map((calls) => new Map(calls)),
      questions: this.questions.slice(),
    });
  }

  /** Follows a moment. What happened gets the promises that it breaks, in words, and each call its number and suppliers. */
  follow(moment) {
    this.breaches = [];
    this.time = moment.time;
    if (moment.stimulus.kind === "begin") this.knowsPast = moment.stimulus.states.length === 0;
    for (const letter of lettersOf(moment)) {
      letter.item.broken = [];
      if (letter.item.kind === "call") {
        this.count += 1;
        Object.assign(letter.item, { number: this.count, suppliers: [] });
      }
      this.automata.forEach((_, index) => this.#follow(letter, index));
      // Several promises may need the same call.
      if (letter.item.kind === "call") letter.item.suppliers = inOrder(new Set(letter.item.suppliers));
    }
  }

  #follow(letter, index) {
    const automaton = this.automata[index];
    const before = this.states[index];
    const { state, breach } = follow(automaton, before, letter);
    this.states[index] = state;
    if (breach) this.#break(letter, index, breach);
    if (automaton.key === "answeredBy") this.#followQuestion(letter, index, before);
    else if (!breach) this.#followCalls(letter, index);
    if (letter.happening === automaton.subject) this.come[index] = true;
    if (letter.restart !== undefined && automaton.restarting.has(letter.restart)) this.come[index] = false;
  }

  #followQuestion(letter, index, before) {
    const automaton = this.automata[index];
    const isAnswered = before !== 0 && letter.happening !== undefined && isAnswer(automaton, letter.happening);
    if (isAnswered && this.#isLate(index, letter.time)) this.#break(letter, index, "late");
    if (this.states[index] === 0) this.questions[index] = undefined;
    if (this.states[index] !== 0) this.questions[index] ??= { askedAt: letter.time, isBroken: false };
  }

  #isLate(index, time) {
    const limit = this.automata[index].promise.form[3];
    const question = this.questions[index];
    return Boolean(limit && question) && time - question.askedAt > BigInt(limit);
  }

  #followCalls(letter, index) {
    const seen = this.calls[index];
    const automaton = this.automata[index];
    const call = letter.item.kind === "call" ? letter.item.call : undefined;
    if (call && letter.happening === automaton.subject) letter.item.suppliers.push(...seen.values());
    if (this.states[index] === 0) seen.clear();
    if (call && automaton.bits.has(letter.happening)) seen.set(call.callback, this.count);
  }

  #break(letter, index, breach) {
    const { promise, key } = this.automata[index];
    // A machine that was put into a state may have made the call before.
    if (!this.knowsPast && key !== "answeredBy") return;
    const words = this.#describe(breach, index, letter);
    this.questions[index] &&= { ...this.questions[index], isBroken: true };
    letter.item.broken.push(words);
    this.breaches.push({ promise, breach, words });
  }

  #describe(breach, index, { time }) {
    const { promise, key } = this.automata[index];
    const name = nameOfSubject(this.machine, promise);
    const words = `${key} ${promise.text}`;
    switch (breach) {
      case "overtaken": return `${name} is still to be ${words}`;
      case "unanswered": return `the machine ends, and ${name} is not ${words}`;
      case "late": return `too late: ${durationText(time - this.questions[index].askedAt)} after ${name}`;
      default:
        if (key === "between") return `${words}: none is open`;
        return `${words}: ${key === "needs" && this.come[index] ? `not since the last ${name}` : "not yet"}`;
    }
  }

  /** Returns the open questions, in the order of the spec. */
  owed() {
    return this.automata.flatMap(({ promise }, index) => {
      const question = this.questions[index];
      if (!question) return [];
      return [{ promise, ...question, isLate: this.#isLate(index, this.time) }];
    });
  }

  /** Returns the callbacks that may come as far as promises are about them, each with the calls that allow it. */
  allowed() {
    const rows = new Map();
    this.automata.forEach((automaton, index) => {
      const { key, subject, full } = automaton;
      if (key === "answeredBy") return;
      const row = rows.get(subject) ?? { callback: Number(subject.split(" ")[1]), isAllowed: true, numbers: new Set() };
      row.isAllowed &&= (this.states[index] & full) === full;
      for (const number of this.calls[index].values()) row.numbers.add(number);
      rows.set(subject, row);
    });
    return [...rows.values()].filter(({ isAllowed }) => isAllowed)
      .map(({ callback, numbers }) => ({ callback, numbers: inOrder(numbers) }));
  }
}
