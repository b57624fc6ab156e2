// Folding: steps that come several times in a row are shown once, with a button that shows the others.

const longestRepetition = 12;
/** The number of repetitions, besides the first time, from which they are folded. */
const fewestRepetitions = 3;

/** Returns the repetitions in a list of keys, in order: where each begins, its number of steps, and how often it comes again. */
function findRepetitions(keys) {
  const found = [];
  const isRepeated = (index, length) => keys[index] !== undefined && keys[index] === keys[index - length];
  let start = 0;
  while (start < keys.length) {
    let best;
    for (let length = 1; length <= longestRepetition; length += 1) {
      let index = start + length;
      while (index < keys.length && isRepeated(index, length)) index += 1;
      const count = Math.floor((index - start) / length) - 1;
      const end = start + length * (count + 1);
      if (count >= fewestRepetitions && (!best || end > best.end)) best = { start, length, count, end };
    }
    if (best) found.push(best);
    start = best ? best.end : start + 1;
  }
  return found;
}

/** Returns a text that two steps share if the same happens in them; nothing for a step that isn't folded. */
function keyOfMoment(machine, { stimulus, reaction, expectation }) {
  if (stimulus.kind === "begin" || expectation?.outcome || [reaction, ...reaction.items].some(({ broken }) => broken?.length > 0)) return undefined;
  const items = reaction.items.map(({ number, suppliers, call, ...item }) =>
    [item, call && [call.callback, call.arguments.map(textOfValue)]]);
  return JSON.stringify([lineOfStimulus(machine, stimulus), reaction.treatment, items],
    (key, value) => typeof value === "bigint" ? String(value) : value);
}

/** The folded parts of a list of steps. After changes, `update` shows and hides them. */
class Folding {
  constructor() {
    this.steps = [];
    this.notes = [];
    /** The beginnings of the repetitions that somebody wants to see. */
    this.shown = new Set();
  }

  add(element, key) {
    this.steps.push({ element, key });
  }

  removeLast() {
    this.steps.pop();
  }

  /** Hides what is repeated. The last step stays visible. */
  update() {
    for (const note of this.notes) note.remove();
    this.notes = [];
    const hidden = new Set();
    for (const { start, length, count, end } of findRepetitions(this.steps.slice(0, -1).map(({ key }) => key))) {
      if (this.shown.has(start)) continue;
      const folded = this.steps.slice(start + length, end).map(({ element }) => element);
      for (const element of folded) hidden.add(element);
      const steps = length === 1 ? "this step" : `these ${length} steps`;
      const show = () => {
        this.shown.add(start);
        this.update();
        folded[0].setAttribute("tabindex", "-1");
        folded[0].focus();
      };
      const note = make("li", { class: "fold" },
        make("button", { type: "button", class: "quiet", text: `${steps} ${count} more times`, onclick: show }));
      folded[0].before(note);
      this.notes.push(note);
    }
    for (const { element } of this.steps) element.hidden = hidden.has(element);
  }
}
