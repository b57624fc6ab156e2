// The columns of the life line: the room that bars, events and calls get in the width that there is.

const railWidth = 7;
const deepestRail = 3;
/** The room that a name leaves in its bar. */
const barMargin = 8;
/** The widths that a part's or a region's column may have if the names of states stand beside the bars. */
const [narrowestColumn, narrowColumn, wideColumn] = [18, 36, 56];
/** The room that the bars leave: to events and calls beside them, to both in one column, and to what is expected. */
const [roomBeside, roomStacked, roomExpected] = [316, 138, 120];

/** Returns the number of columns that a state needs. */
function columnCount(machine, id) {
  const counts = machine.properChildren(id).map((child) => columnCount(machine, child));
  if (counts.length === 0) return 1;
  return machine.states[id].kind === "parallel" ? counts.reduce((sum, count) => sum + count) : Math.max(...counts);
}

/** Returns the place of each state's bar in a row, and the width of all of them. */
function layOutBars(machine, column) {
  const columns = (id) => columnCount(machine, id);
  const rails = Math.max(0, Math.min(deepestRail, Math.floor((column - 12) / railWidth)));
  const bars = [];
  const place = (id, left, end, depth) => {
    const { kind, parent } = machine.states[id];
    const isRail = parent !== undefined && kind !== "atomic" && kind !== "final" && depth <= rails;
    const isComposite = kind === "compound" || kind === "parallel";
    bars[id] = { left, end, width: isRail ? 4 : end - left, isRail: isComposite, isHidden: isComposite && !isRail };
    let start = left + (isRail ? railWidth : 0);
    const share = (end - start + 4) / columns(id);
    for (const child of machine.properChildren(id)) {
      const childEnd = kind === "parallel" ? Math.floor(start + columns(child) * share - 4) : end;
      place(child, start, childEnd, depth + (parent === undefined ? 0 : 1));
      if (kind === "parallel") start = childEnd + 4;
    }
  };
  let left = 0;
  for (const { root } of machine.components) {
    const end = left + columns(root) * column;
    place(root, left, end - 6, 1);
    left = end;
  }
  return { bars, width: left };
}

/** Returns whether every name of a state fits in its bar. */
const doNamesFit = (machine, { bars }, widthsOfNames) => machine.states.every(({ parent, kind }, id) =>
  parent === undefined || kind === "history" || widthsOfNames[id] <= bars[id].end - bars[id].left - barMargin);

/**
 * Returns the layout for a width: events and calls beside the bars if there is room, else in one column, and the names of states
 * in their bars if all of them fit, else beside them.
 */
function chooseLayout(machine, width, widthsOfNames) {
  const total = machine.components.reduce((sum, { root }) => sum + columnCount(machine, root), 0);
  const withNames = (least, room) => {
    for (let column = Math.ceil(least / total); column * total <= room; column += 4) {
      const layout = layOutBars(machine, column);
      if (doNamesFit(machine, layout, widthsOfNames)) return layout;
    }
    return undefined;
  };
  const withoutNames = (column) => ({ ...layOutBars(machine, Math.floor(column)), namesAside: true });
  const beside = Math.min(width - roomBeside, width * 0.45);
  const named = withNames(168, beside);
  if (named) return named;
  if (narrowColumn * total <= beside) return withoutNames(Math.min(wideColumn, beside / total));
  const stacked = width * 0.4;
  const column = Math.max(narrowestColumn, Math.min(narrowColumn, (width - roomStacked) / total), Math.min(wideColumn, stacked / total));
  return { ...withNames(96, stacked) ?? withoutNames(column), isStacked: true };
}
