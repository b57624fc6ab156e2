// Stimuli as lines, as people type them into `lifeline simulate`. A session in the page's address consists of them.

/** Returns a text as a word: as it is, or in quotes. */
const wordOfText = (text) => (/^[^\s"=\\\p{Cc}\p{Cf}]+$/u.test(text) ? text : quoted(text));

/** Returns a value as the content of a word. */
const wordOfValue = (value) => (value.kind === "string" ? wordOfText(value.content) : textOfValue(value));

/** Returns the words that a user types for a stimulus, on one line. */
function lineOfStimulus(machine, stimulus) {
  const fact = ([field, value]) => `${machine.fields[field].name}=${wordOfValue(value)}`;
  switch (stimulus.kind) {
    case "begin": {
      const words = [...stimulus.states.map((state) => machine.states[state].path), ...stimulus.fields.map(fact)];
      return words.length === 0 ? "start" : ["given", ...words].join(" ");
    }
    case "send": {
      const { name, parameters } = machine.events[stimulus.event];
      return ["send", name, ...parameters.map((parameter, index) =>
        `${parameter.name}=${wordOfValue(stimulus.values[index])}`)].join(" ");
    }
    case "wait": return `wait ${durationText(stimulus.time)}`;
    default: return ["set", ...stimulus.facts.map(fact)].join(" ");
  }
}

/** Splits a line into words, each of which may have a key; undefined if a quote isn't closed. */
function splitWords(line) {
  const words = [];
  const pattern = /\s*(?:([^\s"=]+)=)?(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|([^\s"]*))/uy;
  while (pattern.lastIndex < line.trimEnd().length) {
    const match = pattern.exec(line);
    if (!match || match[0].length === 0) return undefined;
    words.push({ key: match[1], text: match[2] === undefined ? match[3] : unquoted(match[2]) });
  }
  return words;
}

const unescapes = new Map([["n", "\n"], ["t", "\t"]]);

const unquoted = (text) => text.replace(/\\(?:u([0-9a-fA-F]{4})|U00([0-9a-fA-F]{6})|(.))/gsu, (whole, short, long, character) => {
  const code = parseInt(short ?? long, 16);
  if (character !== undefined) return unescapes.get(character) ?? character;
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
});

/** Returns the stimulus that a line writes, or why it writes none. */
function readLine(machine, line) {
  const words = splitWords(line);
  if (!words || words.length === 0) return { mistake: `${line} can't be read` };
  const [first, ...others] = words;
  switch (first.text) {
    case "start": return { stimulus: { kind: "begin", states: [], fields: [] } };
    case "given": return readBeginning(machine, others);
    case "wait": {
      const time = others.length === 1 ? readValue(others[0].text, { kind: "duration" }) : undefined;
      return time ? { stimulus: { kind: "wait", time: time.content } } : { mistake: `${line} isn't a time` };
    }
    case "set": {
      const facts = readFacts(machine, others);
      return facts ? { stimulus: { kind: "set", facts } } : { mistake: `${line} sets no fact` };
    }
    case "send": return readEvent(machine, others);
    default: return readEvent(machine, words);
  }
}

function readFacts(machine, words) {
  const facts = words.map(({ key, text }) => {
    const field = machine.fields.findIndex(({ name }) => name === key);
    return [field, field < 0 ? undefined : readFieldValue(machine.fields[field], text)];
  });
  return facts.length > 0 && facts.every(([, value]) => value) ? facts : undefined;
}

/** Returns the value of a field that a text writes; undefined if it writes none, or one outside of the field's range. */
function readFieldValue({ type, bounds }, text) {
  const value = readValue(text, type);
  const number = value && numberOf(value);
  const isOutside = bounds && number !== undefined && (number < bounds[0] || number > bounds[1]);
  return isOutside ? undefined : value;
}

function readBeginning(machine, words) {
  const states = words.filter(({ key }) => key === undefined)
    .map(({ text }) => machine.states.findIndex(({ path, kind }) => path === text && kind !== "history"));
  const given = words.filter(({ key }) => key !== undefined);
  const fields = given.length === 0 ? [] : readFacts(machine, given);
  if (states.includes(-1) || !fields) return { mistake: "this beginning isn't one of the machine" };
  return { stimulus: { kind: "begin", states, fields } };
}

function readEvent(machine, [first, ...words]) {
  const event = machine.hostEvents.find((id) => machine.events[id].name === first?.text);
  if (event === undefined) return { mistake: `there is no event ${first?.text ?? ""}` };
  const { name, parameters } = machine.events[event];
  const values = parameters.map((parameter) => {
    const word = words.find(({ key }) => key === parameter.name);
    return word && readValue(word.text, parameter.type);
  });
  if (values.includes(undefined) || words.length !== parameters.length) {
    return { mistake: `${name} needs other arguments` };
  }
  return { stimulus: { kind: "send", event, values } };
}
