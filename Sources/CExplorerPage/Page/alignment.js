// Expected calls beside those that were made, as messages of `lifeline check` and its pictures show them.

/** The greatest product of two lists' lengths for which the best alignment is searched. */
const alignmentLimit = 250000;
const alignmentCosts = { missing: 2, unexpected: 2, replaced: 3 };

/**
 * Returns rows of an expected item, the number of an actual one, or both, with the fewest differences.
 * @param expected the texts of what is expected, in order.
 * @param count the number of actual items.
 * @param ends returns the ends of the ranges of actual items that an expected one matches from a start on.
 */
function align(expected, count, ends) {
  const rows = [];
  let start = 0;
  // Equal beginnings need no search.
  while (start < expected.length && ends(start, start).join() === String(start + 1)) {
    rows.push({ expected: expected[start], actual: start, isDifference: false });
    start += 1;
  }
  const [left, right] = [expected.length - start, count - start];
  if (left * right <= alignmentLimit) return [...rows, ...cheapestRows(expected, start, count, ends)];
  for (let index = start; index < start + Math.max(left, right); index += 1) {
    const hasBoth = index < expected.length && index < count;
    rows.push({
      expected: expected[index], actual: index < count ? index : undefined,
      isDifference: !(hasBoth && ends(index, index).join() === String(index + 1)),
    });
  }
  return rows;
}

/** Returns the rows of the items from a start on. The costs of all rests are computed from the ends of both lists. */
function cheapestRows(expected, start, count, ends) {
  const { missing, unexpected, replaced } = alignmentCosts;
  const costs = [];
  const known = [];
  for (let item = expected.length; item >= start; item -= 1) {
    costs[item] = [];
    known[item] = [];
    for (let place = count; place >= start; place -= 1) {
      if (item === expected.length) {
        costs[item][place] = (count - place) * unexpected;
        continue;
      }
      known[item][place] = ends(item, place);
      let best = costs[item + 1][place] + missing;
      for (const end of known[item][place]) best = Math.min(best, costs[item + 1][end]);
      if (place < count) best = Math.min(best, costs[item][place + 1] + unexpected, costs[item + 1][place + 1] + replaced);
      costs[item][place] = best;
    }
  }
  const rows = [];
  for (let [item, place] = [start, start]; item < expected.length || place < count;) {
    const text = expected[item];
    const cost = costs[item][place];
    const end = known[item][place]?.findLast((other) => costs[item + 1][other] === cost);
    if (end !== undefined) {
      rows.push({ expected: text, actual: end > place ? place : undefined, isDifference: false });
      for (place += 1; place < end; place += 1) rows.push({ expected: undefined, actual: place, isDifference: false });
      place = end;
      item += 1;
    } else if (item < expected.length && place < count && cost === costs[item + 1][place + 1] + replaced) {
      rows.push({ expected: text, actual: place, isDifference: true });
      item += 1;
      place += 1;
    } else if (item < expected.length && cost === costs[item + 1][place] + missing) {
      rows.push({ expected: text, actual: undefined, isDifference: true });
      item += 1;
    } else {
      rows.push({ expected: undefined, actual: place, isDifference: true });
      place += 1;
    }
  }
  return rows;
}

/** Returns the expected calls of a pattern beside calls. */
function alignCalls(machine, pattern, calls, scope) {
  const items = inline([pattern], scope);
  const matcher = new CallMatcher(calls);
  return align(items.map((item) => textOfPattern(machine, item)), calls.length, (item, start) => matcher.ends(items[item], start));
}

/** Returns the differences between expected and made calls in words. */
function textOfDifferences(machine, rows, calls) {
  const nameOf = (number) => machine.callbacks[calls[number].callback].name;
  const texts = rows.filter(({ isDifference }) => isDifference).map(({ expected, actual }) =>
    actual === undefined ? `${expected} is missing`
      : expected === undefined ? `${nameOf(actual)} isn't expected` : `${nameOf(actual)} comes in place of ${expected}`);
  return texts.length > 3 ? `${texts.slice(0, 3).join(", ")} …` : texts.join(", ");
}
