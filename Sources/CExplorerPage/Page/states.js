// The states as boxes in boxes, in the order of the spec. The browser lays them out; the only arrows are those of the last
// step, and of the button that has the focus.

const collapseLimit = 60;

class StateBoxes {
  constructor(machine, container) {
    this.machine = machine;
    this.container = container;
    this.boxes = [];
    this.active = new Set();
    this.left = new Set();
    this.targets = new Set();
    this.isCollapsible = machine.states.length > collapseLimit;
    container.replaceChildren(...machine.components.map((component) => this.#component(component)));
    this.arrows = makeShape("svg", { class: "arrows", "aria-hidden": "true" });
    container.append(this.arrows);
    window.addEventListener("resize", () => this.drawArrows([]));
  }

  #component({ part, root, machine: name }) {
    const { kind } = this.machine.states[root];
    const list = this.#children(root, kind === "parallel");
    if (part === undefined) return make("div", { class: "component" }, list);
    return make("div", { class: "component part" },
      make("p", { class: "part-name" }, make("b", { text: part }), ` · ${name}`), list);
  }

  #children(state, areRegions) {
    const children = this.machine.states[state].children.map((child) => this.#box(child));
    return make("ul", { class: areRegions ? "states regions" : "states" }, ...children);
  }

  #box(id) {
    const state = this.machine.states[id];
    const tag = make("span", { class: "tag" });
    const mark = make("span", { class: "mark", "aria-hidden": "true" });
    const name = make("span", { class: "state-name" }, ...breakable(state.name), mark);
    const isComposite = state.kind === "compound" || state.kind === "parallel";
    const item = make("li", { class: `state ${state.kind}` });
    if (state.doc) item.title = visible(state.doc);
    const head = make("span", { class: "head" }, name, tag);
    const box = { item, tag, mark, details: undefined, still: { final: "final", history: "history" }[state.kind] ?? "" };
    if (isComposite) {
      const list = this.#children(id, state.kind === "parallel");
      if (this.isCollapsible) {
        const count = state.end - id - 1;
        box.details = make("details", {}, make("summary", {}, head, make("span", { class: "tag", text: counted(count, "state") })),
          list);
        item.append(box.details);
      } else {
        item.append(head, list);
      }
    } else {
      item.append(head);
    }
    tag.textContent = box.still;
    this.boxes[id] = box;
    return item;
  }

  /** Shows which states are active, which were left in the last step, and which can be entered next. */
  update(moment, targets) {
    const active = new Set(moment.after.configuration);
    const left = new Set(moment.reaction.items.filter(({ kind, state }) => kind === "exit" && !active.has(state))
      .map(({ state }) => state));
    for (const id of new Set([...this.active, ...active, ...this.left, ...left])) {
      const box = this.boxes[id];
      if (!box) continue;
      const isActive = active.has(id);
      box.item.classList.toggle("active", isActive);
      box.item.classList.toggle("left", left.has(id));
      const isAtomic = this.machine.states[id].isAtomic;
      if (isActive && isAtomic) box.item.setAttribute("aria-current", "true");
      else box.item.removeAttribute("aria-current");
      box.tag.textContent = [box.still, isActive && isAtomic ? "active" : isAtomic && left.has(id) ? "left in the last step" : ""]
        .filter((text) => text !== "").join(" · ");
      if (box.details) box.details.open = isActive;
    }
    this.active = active;
    this.left = left;
    this.#showTargets(targets);
    this.drawArrows(arrowsOf(this.machine, moment), false);
  }

  #showTargets(targets) {
    for (const id of new Set([...this.targets, ...targets])) {
      const box = this.boxes[id];
      if (!box) continue;
      const isTarget = targets.has(id) && !this.active.has(id);
      box.item.classList.toggle("target", isTarget);
      box.mark.textContent = isTarget ? " ↵" : "";
    }
    this.targets = targets;
  }

  /** Draws arrows from states to states. */
  drawArrows(arrows, isPreview) {
    this.arrows.replaceChildren();
    const origin = this.container.getBoundingClientRect();
    for (const [from, to] of arrows.slice(0, 8)) {
      const [start, end] = [from, to].map((id) => this.#visibleBox(id)?.getBoundingClientRect());
      if (!start || !end || start.width === 0 || end.width === 0) continue;
      const path = pathBetween(start, end, origin);
      this.arrows.append(
        makeShape("path", { d: path.line, class: isPreview ? "arrow preview" : "arrow" }),
        makeShape("path", { d: path.head, class: "arrow-head" }));
    }
  }

  /** Returns the box of a state, or of the nearest state around it that is shown. */
  #visibleBox(id) {
    for (let next = id; next !== undefined; next = this.machine.states[next].parent) {
      const box = this.boxes[next];
      if (box && box.item.offsetParent !== null) return box.item.querySelector(".head");
    }
    return undefined;
  }
}

/** Returns pairs of a state that a moment left and one that it entered: for each, the left one that is nearest in the tree. */
function arrowsOf(machine, { reaction, after }) {
  const arrows = [];
  let exited = [];
  const nearness = (left, right) => machine.lineage(left).filter((state) => machine.lineage(right).includes(state)).length;
  for (const item of reaction.items) {
    const isAtomic = item.state !== undefined && machine.states[item.state].isAtomic;
    if (item.kind === "exit" && isAtomic) exited.push(item.state);
    if (item.kind !== "enter" || !isAtomic) continue;
    const { component } = machine.states[item.state];
    const [source] = exited.filter((state) => machine.states[state].component === component)
      .sort((left, right) => nearness(right, item.state) - nearness(left, item.state));
    exited = exited.filter((state) => state !== source);
    if (source !== undefined && source !== item.state) arrows.push([source, item.state]);
  }
  return arrows.filter(([, target]) => after.configuration.includes(target));
}

/** Returns the line and the head of an arrow between two boxes: beside each other, or below each other. */
function pathBetween(start, end, origin) {
  const x = (value) => Math.round(value - origin.left);
  const y = (value) => Math.round(value - origin.top);
  const isBeside = Math.abs(start.top - end.top) < 20;
  if (isBeside) {
    const isRight = end.left > start.left;
    const [x1, x2] = isRight ? [x(start.right), x(end.left) - 6] : [x(start.left), x(end.right) + 6];
    const [y1, y2] = [y(start.top + start.height / 2), y(end.top + end.height / 2)];
    const middle = (x1 + x2) / 2;
    const side = isRight ? -7 : 7;
    return {
      line: `M${x1},${y1}C${middle},${y1 - 14} ${middle},${y2 - 14} ${x2},${y2}`,
      head: `M${isRight ? x2 + 6 : x2 - 6},${y2}l${side},-4v8z`,
    };
  }
  const isBelow = end.top > start.top;
  const [x1, x2] = [x(start.left + start.width / 2), x(end.left + Math.min(end.width / 2, 40))];
  const [y1, y2] = isBelow ? [y(start.bottom), y(end.top) - 6] : [y(start.top), y(end.bottom) + 6];
  const bend = Math.max(18, Math.abs(y2 - y1) / 2) * (isBelow ? 1 : -1);
  return {
    line: `M${x1},${y1}C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`,
    head: isBelow ? `M${x2},${y2 + 6}l-4,-7h8z` : `M${x2},${y2 - 6}l-4,7h8z`,
  };
}
