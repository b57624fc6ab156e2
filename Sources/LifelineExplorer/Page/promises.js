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

/** Returns the next state after a letter, and whether the letter breaks the promise. */
function follow(automaton, state, letter) {
  const { key, promise: { form } } = automaton;
  if (letter.restart !== undefined) return { state: automaton.restarting.has(letter.restart) ? 0 : state };
  const { happening } = letter;
  if (key === "answeredBy") {
    let next = form[1].some((callback) => happening === `call ${callback}`) ? 0 : state;
    if (next !== 0 && form[2] && happening === form[2].join(" ")) return { state: next, isBroken: true };
    if (happening === automaton.subject) next = 1;
    return { state: next };
  }
  let next = state;
  if (happening === automaton.subject) {
    if ((state & automaton.full) !== automaton.full) return { state, isBroken: true };
    if (key === "needs") next = 0;
  }
  if (key === "between" && happening === `call ${form[2]}`) next = 0;
  return { state: next | (automaton.bits.get(happening) ?? 0) };
}

/** Returns what happened in a moment, in order, for automata. A machine that is put into states makes nothing happen. */
function lettersOf(moment) {
  const letters = [];
  const { stimulus, reaction } = moment;
  if (stimulus.kind === "begin" && stimulus.states.length > 0) return letters;
  if (stimulus.kind === "send" && reaction.treatment !== "ignored") {
    letters.push({ happening: `event ${stimulus.event}` });
  }
  for (const item of reaction.items) {
    switch (item.kind) {
      case "call": letters.push({ happening: `call ${item.call.callback}`, item }); break;
      case "entered": letters.push({ happening: `entry ${item.state}`, item }); break;
      case "restart": letters.push({ restart: item.component, item });
    }
  }
  return letters;
}

/** Returns the open questions of a run, in the order of the spec, with the times at which they were asked. */
function findOpenAnswers(machine, run) {
  const own = machine.promises.filter((promise) => promise.part === undefined && promise.form[0] === "answeredBy");
  return own.flatMap((promise) => {
    const automaton = makeAutomaton(machine, promise);
    let state = 0;
    let askedAt;
    for (const moment of run) {
      for (const letter of lettersOf(moment)) {
        const { state: next } = follow(automaton, state, letter);
        if (state === 0 && next !== 0) askedAt = moment.time;
        state = next;
      }
    }
    return state === 0 ? [] : [{ promise, askedAt }];
  });
}

/** Follows all promises about calls, to say of each call which earlier ones allow it. */
class PromiseTracker {
  constructor(machine) {
    this.machine = machine;
    const isTold = ({ form }) => form[0] !== "answeredBy";
    this.automata = machine.promises.filter(isTold).map((promise) => makeAutomaton(machine, promise));
    this.states = this.automata.map(() => 0);
    /** For each automaton, the numbers of the calls that it has seen, by callback. */
    this.calls = this.automata.map(() => new Map());
    this.count = 0;
  }

  clone() {
    const copy = Object.create(PromiseTracker.prototype);
    return Object.assign(copy, this, { states: this.states.slice(), calls: this.calls.map((calls) => new Map(calls)) });
  }

  /** Follows a moment. Each call gets its number, the calls that allow it, and the promises that it breaks. */
  follow(moment, knowsPast) {
    for (const letter of lettersOf(moment)) {
      const call = letter.item?.kind === "call" ? letter.item.call : undefined;
      if (call) {
        this.count += 1;
        Object.assign(letter.item, { number: this.count, suppliers: [], broken: [] });
      }
      this.automata.forEach((automaton, index) => {
        const seen = this.calls[index];
        if (call && letter.happening === automaton.subject) {
          letter.item.suppliers.push(...inOrder(seen.values()));
        }
        const { state, isBroken } = follow(automaton, this.states[index], letter);
        if (isBroken && call && knowsPast) letter.item.broken.push(automaton.promise);
        this.states[index] = state;
        if (state === 0) seen.clear();
        if (call && automaton.bits.has(letter.happening)) seen.set(call.callback, this.count);
      });
    }
  }

  /** Returns the callbacks that may come as far as promises are about them, each with the calls that allow it. */
  allowed() {
    const rows = new Map();
    this.automata.forEach((automaton, index) => {
      const { subject, full } = automaton;
      const row = rows.get(subject) ?? { callback: Number(subject.split(" ")[1]), isAllowed: true, numbers: new Set() };
      row.isAllowed &&= (this.states[index] & full) === full;
      for (const number of this.calls[index].values()) row.numbers.add(number);
      rows.set(subject, row);
    });
    return [...rows.values()].filter(({ isAllowed }) => isAllowed)
      .map(({ callback, numbers }) => ({ callback, numbers: inOrder(numbers) }));
  }
}
