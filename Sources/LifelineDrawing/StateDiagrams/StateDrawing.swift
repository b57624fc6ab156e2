import LifelineModel

/// Returns the picture of a machine's states and transitions. Each part has a box of its own.
package func drawStates(of machine: Machine) -> StateDiagram {
  var drawing = StateDrawing(of: machine, behind: nil)
  drawing.drawMachine(title: machine.name)
  for part in machine.parts {
    drawing.add(part)
  }
  return drawing.diagram
}

/// The drawing of one machine, which stands alone or is a part of another.
private struct StateDrawing {
  private let machine: Machine
  /// The machine with short names of its states, for texts.
  private let worded: Machine
  /// The name of the part; `nil` if the machine isn't one.
  private let part: String?
  private(set) var diagram: StateDiagram
  /// The indices of arrows by their ends.
  private var arrows: [[StateDiagram.Place]: Int] = [:]

  init(of machine: Machine, behind part: String?) {
    self.machine = machine
    worded = machine.withShortPaths
    self.part = part
    diagram = StateDiagram(title: machine.name, roots: [], forks: [], arrows: [])
  }

  mutating func drawMachine(title: String) {
    var root = box(of: machine[Machine.root])
    root.title = title
    diagram.roots.append(root)
    for state in machine.declared.states { drawArrows(of: state) }
  }

  /// Adds the picture of a part's own machine. Its names are those that its file has.
  mutating func add(_ part: Part) {
    var drawing = StateDrawing(of: part.machine, behind: part.name)
    drawing.diagram.forks = diagram.forks
    drawing.drawMachine(title: "\(part.name): \(part.machine.name)")
    diagram.roots += drawing.diagram.roots
    diagram.forks = drawing.diagram.forks
    diagram.arrows += drawing.diagram.arrows
  }

  // MARK: Boxes

  private func path(_ id: ID<State>) -> String {
    guard let part else { return machine[id].path }
    return machine[id].path.isEmpty ? part : "\(part).\(machine[id].path)"
  }

  private func box(of state: State) -> StateDiagram.Box {
    StateDiagram.Box(
      path: path(state.id), kind: kind(of: state), title: state.name, items: items(of: state),
      children: state.children.map { box(of: machine[$0]) })
  }

  private func kind(of state: State) -> StateDiagram.Box.Kind {
    switch state.kind {
    case .atomic: .atomic
    case .final: .final
    case .compound: .compound
    case .parallel: .parallel
    case .history(let history, _): .history(history)
    }
  }

  private func items(of state: State) -> [[String]] {
    var items = [
      PictureText.lines(of: worded.texts(of: state.entry), behind: "entry / "),
      PictureText.lines(of: worded.texts(of: state.exit), behind: "exit / "),
    ]
    for (transition, label) in labels(of: state) {
      if transition.targets.isEmpty {
        items.append(label.linesInside)
      } else if let target = transition.targets.first, !isDrawable(transition) {
        var lines = label.linesInside
        lines[lines.count - 1] += " → \(worded[target].path)"
        items.append(lines)
      }
    }
    items.append(PictureText.lines(of: state.deferred.map { machine[$0.event].name }, behind: "defer "))
    return items.filter { !$0.isEmpty }
  }

  // MARK: Arrows

  /// Returns whether an arrow can show a transition. No layout draws one from a box, or from something in it, to the border of the
  /// same box.
  private func isDrawable(_ transition: Transition) -> Bool {
    guard transition.targets.count == 1, let target = transition.targets.first else { return true }
    if target == transition.source { return machine[target].isAtomic }
    return !machine.isDescendant(transition.source, of: target)
  }

  private mutating func drawArrows(of state: State) {
    switch state.kind {
    case .compound(let initial):
      let label = TransitionLabel(triggers: [], actions: worded.texts(of: initial.actions))
      for target in initial.targets { draw(from: .beginning(of: path(state.id)), to: .state(path(target)), label) }
    case .history(_, let entrance):
      let label = TransitionLabel(triggers: ["default"], actions: worded.texts(of: entrance.actions))
      for target in entrance.targets { draw(from: .state(path(state.id)), to: .state(path(target)), label) }
    case .atomic, .final, .parallel: break
    }
    for (transition, label) in labels(of: state) where !transition.targets.isEmpty && isDrawable(transition) {
      let enters = transition.targets.contains { machine.isDescendant($0, of: state.id) }
      let source = enters ? StateDiagram.Place.inside(path(state.id)) : .state(path(state.id))
      guard transition.targets.count > 1 else {
        draw(from: source, to: .state(path(transition.targets[0])), label)
        continue
      }
      let fork = StateDiagram.Place.fork(addFork(to: transition))
      draw(from: source, to: fork, label)
      for target in transition.targets { draw(from: fork, to: .state(path(target)), nil) }
    }
  }

  /// Adds the bar at which a transition to several regions parts. It lies around the regions, or around the source as well.
  private mutating func addFork(to transition: Transition) -> Int {
    let common = machine.leastCommonAncestor(transition.targets + [transition.source])
    let container =
      ([common] + machine.ancestors(of: common)).first { id in
        if case .compound = machine[id].kind { true } else { false }
      }
    let number = diagram.forks.count
    diagram.forks.append(StateDiagram.Fork(number: number, container: container.map(path)))
    return number
  }

  private mutating func draw(
    from source: StateDiagram.Place, to target: StateDiagram.Place, _ label: TransitionLabel?
  ) {
    let labels = label.map { [$0] } ?? []
    guard let index = arrows[[source, target]] else {
      arrows[[source, target]] = diagram.arrows.count
      diagram.arrows.append(StateDiagram.Arrow(source: source, target: target, labels: labels))
      return
    }
    for label in labels {
      if let same = diagram.arrows[index].labels.firstIndex(where: { $0.canJoin(label) }) {
        diagram.arrows[index].labels[same].triggers += label.triggers
      } else {
        diagram.arrows[index].labels.append(label)
      }
    }
  }

  // MARK: Texts

  /// Returns the transitions of a state with their texts. Those for one event are tried in order, which the conditions say.
  private func labels(of state: State) -> [(transition: Transition, label: TransitionLabel)] {
    let earlier = Set(state.transitionLists.flatMap { $0.dropFirst() }.map(\.id))
    return state.triggeredTransitions.map { triggered in
      let transition = triggered.transition
      var condition = transition.condition.map { worded.text(of: $0) }
      if earlier.contains(transition.id) { condition = condition.map { "else if \($0)" } ?? "else" }
      return (
        transition,
        TransitionLabel(
          triggers: [worded.text(of: triggered.trigger, in: state)], condition: condition,
          actions: worded.texts(of: transition.actions), reenters: reenters(transition))
      )
    }
  }

  /// Returns whether `reenter` makes a difference to the transition.
  private func reenters(_ transition: Transition) -> Bool {
    transition.reenter && !transition.targets.isEmpty
      && transition.targets.allSatisfy { machine.isDescendant($0, of: transition.source) }
  }
}

extension Machine {
  /// The machine with paths of its own states that are as short as possible.
  fileprivate var withShortPaths: Machine {
    let ends = shortestEnds(of: declared.states.map(\.path))
    var machine = self
    for index in declared.states.indices { machine.states[index].path = ends[states[index].path] ?? states[index].path }
    return machine
  }
}
