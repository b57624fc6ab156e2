// Compares what the page's script does with what the interpreter did. Runs in the scope of the script, in Node and in
// browsers.

/** Returns the differences between the script and the expected runs of a machine. */
function differencesFromRuns({ machine: document, runs, scenarios, addresses = [], alignments = [], promises = [] }) {
  const machine = new Machine(document);
  const differences = [];
  runs.forEach(({ steps, scenario, owed, broken }, number) => {
    const moments = [];
    const tracker = new PromiseTracker(machine);
    const actualBroken = [];
    let last;
    for (const [form, expected] of steps) {
      const stimulus = decodeStimulus(form);
      last = performStimulus(machine, stimulus, last);
      const actual = textOfMoment(machine, last);
      if (actual !== expected) {
        differences.push(`run ${number}, step ${JSON.stringify(form)}:\n  expected ${expected}\n  actual   ${actual}`);
        return;
      }
      if (failureOfMoment(machine, last) === undefined) {
        moments.push(last);
        tracker.follow(last);
        actualBroken.push(brokenPromises(machine, tracker));
      }
      const line = lineOfStimulus(machine, stimulus);
      const read = readLine(machine, line);
      if (read.mistake || lineOfStimulus(machine, read.stimulus) !== line) {
        differences.push(`the line ${JSON.stringify(line)} isn't read: ${read.mistake}`);
      }
      const event = /^send ((?!(?:start|given|wait|set|send)(?: |$)).*)$/s.exec(line)?.[1];
      if (event && JSON.stringify(readLine(machine, event), withNumbers) !== JSON.stringify(read, withNumbers)) {
        differences.push(`the line ${JSON.stringify(event)} doesn't send the event`);
      }
    }
    if (!scenario) return;
    const yaml = ["scenarios:", ...linesOfScenario(machine, "a run", moments).map((text) => "  " + text)];
    if (yaml.join("\n") !== scenario.join("\n")) {
      differences.push(`run ${number}: expected\n${scenario.join("\n")}\nactual\n${yaml.join("\n")}`);
    }
    if (actualBroken.join("\n") !== broken.join("\n")) {
      differences.push(`run ${number} breaks\n${broken.join("\n")}\nnot\n${actualBroken.join("\n")}`);
    }
    const actualOwed = tracker.owed().map(({ promise, askedAt, isLate }) =>
      `${promise.text} at ${askedAt}${isLate ? ", too late" : ""}`);
    if (actualOwed.join("\n") !== owed.join("\n")) differences.push(`run ${number} owes ${owed}, not ${actualOwed}`);
  });
  scenarios.forEach(({ name, holds }, position) => {
    const scenario = machine.scenarios[position];
    if (combinationCount(scenario) !== holds.length) differences.push(`${name} has other combinations`);
    holds.forEach((expected, combination) => {
      const failure = playScenario(machine, scenario, combination);
      if ((failure === undefined) !== expected) differences.push(`${name} ${combination}: ${failure ?? "it holds"}`);
    });
  });
  for (const [expected, actual, rows] of alignments) differences.push(...differencesFromAlignment(expected, actual, rows));
  for (const address of addresses) differences.push(...differencesFromAddress(machine, address));
  for (const session of promises) differences.push(...differencesFromPromises(machine, session));
  return differences;
}

/** Returns whether calls stand beside other expected ones. `a?` is at most one call, and `a+` one or more. */
function differencesFromAlignment(expected, actual, rows) {
  const text = align(expected, actual.length, (item, start) => {
    let end = start;
    while (actual[end] === expected[item][0]) end += 1;
    const ends = Array.from({ length: end - start + 1 }, (_, index) => start + index);
    return { "?": ends.slice(0, 2), "+": ends.slice(1) }[expected[item][1]] ?? ends.slice(1, 2);
  }).map((row) => `${row.expected ?? ""} ${row.actual ?? -1} ${row.isDifference}`).join(", ");
  return text === rows ? [] : [`${expected} beside ${actual}:\n  expected ${rows}\n  actual   ${text}`];
}

const withNumbers = (_, value) => (typeof value === "bigint" ? String(value) : value);

/** Returns why a machine can't follow an address, and how the page would write it otherwise. */
function differencesFromAddress(machine, address) {
  const session = new Session(machine);
  for (const line of readAddress(address).lines) {
    const { stimulus, mistake } = readLine(machine, line);
    const failure = mistake ?? session.perform(stimulus);
    if (failure !== undefined) return [`${address}: ${line}: ${failure}`];
    if (session.current.reaction.treatment === "ignored" && stimulus.kind === "send") return [`${address}: ${line} does nothing`];
  }
  const lines = session.run.map(({ stimulus }) => encodeURIComponent(lineOfStimulus(machine, stimulus))).join(";");
  return address.endsWith(`;${lines}`) ? [] : [`${address} would be written as ${lines}`];
}

/**
 * Returns where the page tells something else of promises than expected, after each line of a session. A tracker tells the same when its
 * clones have followed the rest.
 */
function differencesFromPromises(machine, lines) {
  const session = new Session(machine);
  const trackers = [new PromiseTracker(machine)];
  for (const [line] of lines) {
    session.perform(readLine(machine, line).stimulus);
    trackers.push(trackers.at(-1).clone());
    trackers.at(-1).follow(session.current);
  }
  const { moments } = session;
  const textsOf = (followed) => followed.map((tracker, index) => textOfPromises(machine, tracker, moments[index]).join("\n"));
  const told = textsOf(trackers.slice(1));
  const again = textsOf(moments.map((moment, index) => {
    const tracker = trackers[index].clone();
    tracker.follow(moment);
    return tracker;
  }));
  return lines.flatMap(([line, expected], index) => [told[index], again[index]].filter((actual) => actual !== expected)
    .map((actual) => `${line}:\nexpected\n${expected}\nactual\n${actual}`));
}

/** Returns what a tracker tells of its last moment: its calls, each behind those that allow it, and what is broken, owed and allowed. */
function textOfPromises(machine, tracker, { reaction }) {
  const nameOf = (callback, numbers) => machine.callbacks[callback].name + (numbers.length > 0 ? ` \u2190 ${numbers.join(", ")}` : "");
  const lines = reaction.items.filter(({ kind }) => kind === "call")
    .map(({ call, number, suppliers }) => `${number} ${nameOf(call.callback, suppliers)}`);
  for (const { broken } of [reaction, ...reaction.items]) lines.push(...(broken ?? []).map((words) => `broken: ${words}`));
  for (const { promise, askedAt, isBroken, isLate } of tracker.owed()) {
    lines.push(`owed: ${nameOfSubject(machine, promise)} at ${askedAt}${isBroken ? ", broken" : ""}${isLate ? ", too late" : ""}`);
  }
  const allowed = tracker.allowed().map(({ callback, numbers }) => nameOf(callback, numbers));
  return allowed.length > 0 ? [...lines, `may come: ${allowed.join("; ")}`] : lines;
}

/** Returns the own promises that the last moment broke, in the order of the spec. */
function brokenPromises(machine, tracker) {
  const broken = new Set(tracker.breaches.map(({ promise }) => promise));
  return machine.promises.filter((promise) => broken.has(promise))
    .map(({ form, text }) => `${form[0]} ${text}`).join("; ");
}

function decodeStimulus([kind, first, second]) {
  const decode = (facts) => facts.map(([field, value]) => [field, decodeValue(value)]);
  switch (kind) {
    case "begin": return { kind, states: first, fields: decode(second) };
    case "send": return { kind, event: first, values: second.map(decodeValue) };
    case "wait": return { kind, time: BigInt(first) };
    default: return { kind, facts: decode(first) };
  }
}

function textOfMoment(machine, { reaction, after }) {
  if (reaction.fault) return `fault: ${reaction.fault}`;
  return [
    reaction.treatment,
    reaction.calls.map((call) =>
      `${machine.callbacks[call.callback].name}(${call.arguments.map(textOfValue).join(", ")})`).join(" "),
    reaction.entered.join(" "), reaction.taken.map(({ id }) => id).join(" "),
    reaction.untaken.map((event) => textOfUntaken(machine, event)).join("; "), after.configuration.join(" "),
    after.fields.map(textOfValue).join(" "),
    inOrder(after.history.keys()).map((id) => `${id}:${after.history.get(id).join(" ")}`).join(" "),
    after.timers.map(({ state, index, remaining }) => `${state}.${index}:${remaining}`).join(" "),
    after.deferredEvents.join(" "), after.finished.join(" "),
  ].join(" | ");
}
