// Matching calls with a pattern, which works like a regular expression: a pattern reaches some ends from a start.

/** Returns whether calls match a pattern. The scope is for the conditions in it. */
const matchesCalls = (pattern, calls, scope) => {
  const matcher = new CallMatcher(calls);
  return matcher.endsOfSequence(inline([pattern], scope), 0).includes(calls.length);
};

/** Returns patterns with the parts of sequences and of chosen branches in line. */
function inline(patterns, scope) {
  return patterns.flatMap((pattern) => {
    switch (pattern[0]) {
      case "sequence": return inline(pattern[1], scope);
      case "choose": return inline([isTruth(pattern[1], scope) ? pattern[2] : pattern[3]], scope);
      case "call": return [pattern];
      case "optional":
      case "repeat": return [[pattern[0], inlineOne(pattern[1], scope)]];
      default: return [[pattern[0], pattern[1].map((part) => inlineOne(part, scope))]];
    }
  });
}

function inlineOne(pattern, scope) {
  const parts = inline([pattern], scope);
  return parts.length === 1 ? parts[0] : ["sequence", parts];
}

class CallMatcher {
  constructor(calls) {
    this.calls = calls;
    this.known = new Map();
  }

  /** Returns the ends of the ranges of calls that a pattern matches from a start on. */
  ends(pattern, start) {
    if (pattern[0] === "call") {
      return start < this.calls.length && accepts(pattern, this.calls[start]) ? [start + 1] : [];
    }
    if (!this.known.has(pattern)) this.known.set(pattern, new Map());
    const ends = this.known.get(pattern);
    if (!ends.has(start)) ends.set(start, inOrder(new Set(this.findEnds(pattern, start))));
    return ends.get(start);
  }

  findEnds([kind, content], start) {
    switch (kind) {
      case "sequence": return this.endsOfSequence(content, start);
      case "anyOrder":
        return content.every(([part]) => part === "call")
          ? this.isPermutation(content, start) ? [start + content.length] : [] : this.endsOfAnyOrder(content, start);
      case "interleaved": return this.endsOfInterleaved(content, start);
      case "optional": return [start, ...this.ends(content, start)];
      case "repeat": return this.endsOfRepeated(content, start);
      default: return content.flatMap((part) => this.ends(part, start));
    }
  }

  endsOfSequence(parts, start) {
    return parts.reduce(
      (starts, part) => inOrder(new Set(starts.flatMap((position) => this.ends(part, position)))), [start]);
  }

  endsOfRepeated(part, start) {
    const reached = new Set(this.ends(part, start));
    for (const end of reached) for (const next of this.ends(part, end)) reached.add(next);
    return [...reached];
  }

  /** Computes for each set of parts, which the bits of a number stand for, the ends that they reach in any order. */
  endsOfAnyOrder(parts, start) {
    const reached = Array.from({ length: 1 << parts.length }, () => new Set());
    reached[0].add(start);
    reached.forEach((ends, used) => parts.forEach((part, bit) => {
      if (used & (1 << bit)) return;
      for (const position of ends) for (const end of this.ends(part, position)) reached[used | (1 << bit)].add(end);
    }));
    return [...reached.at(-1)];
  }

  /** Returns the ends up to which the calls of each part, without those of the others between them, match it. */
  endsOfInterleaved(parts, start) {
    const callbacks = parts.map(callbacksOf);
    const owner = (call) => callbacks.findIndex((set) => set.has(call.callback));
    let last = start;
    while (last < this.calls.length && owner(this.calls[last]) >= 0) last += 1;
    const window = this.calls.slice(start, last);
    const counts = parts.map((part, index) =>
      new Set(new CallMatcher(window.filter((call) => callbacks[index].has(call.callback))).ends(part, 0)));
    const made = parts.map(() => 0);
    const result = [];
    for (let end = 0; end <= window.length; end += 1) {
      if (end > 0) made[owner(window[end - 1])] += 1;
      if (counts.every((set, index) => set.has(made[index]))) result.push(start + end);
    }
    return result;
  }

  /** Returns whether the next calls are these in some order: a perfect matching, by augmenting paths. */
  isPermutation(parts, start) {
    const window = this.calls.slice(start, start + parts.length);
    if (window.length < parts.length) return false;
    const owners = window.map(() => -1);
    const assign = (part, tried) => window.some((call, position) => {
      if (tried.has(position) || !accepts(parts[part], call)) return false;
      tried.add(position);
      if (owners[position] >= 0 && !assign(owners[position], tried)) return false;
      owners[position] = part;
      return true;
    });
    return parts.every((_, part) => assign(part, new Set()));
  }
}

const accepts = ([, callback, expected], call) =>
  call.callback === callback
  && expected.every(([parameter, value]) => parameter < call.arguments.length && areSame(call.arguments[parameter], value));

function callbacksOf([kind, content]) {
  if (kind === "call") return new Set([content]);
  const parts = kind === "optional" || kind === "repeat" ? [content] : content;
  return new Set(parts.flatMap((part) => [...callbacksOf(part)]));
}

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
