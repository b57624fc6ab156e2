import LifelineModel

/// Writes how the transition to take is found: in each region a switch over where it is, in that a switch over the
/// event, and behind both the states around it, each with a function of its own.
struct DispatchWriter {
  /// What transitions are looked for.
  enum Purpose {
    /// An event from the host.
    case event
    /// A raised event.
    case trigger
    /// No event.
    case always
  }

  /// In a machine with more transitions than this, states without children have functions of their own as well: what
  /// the compiler needs for one function grows faster than the function.
  private static let greatestInlineCount = 400

  let context: MachineContext
  let concurrency: Concurrency
  private let raised: IDSet<Event>
  private(set) var microsteps: MicrostepWriter
  /// The functions of states with children.
  private(set) var functions: [HandlerFunctionView] = []
  /// The functions of regions.
  private(set) var regionFunctions: [RegionFunctionView] = []

  private var machine: Machine { context.machine }
  private var layout: StateLayout { context.layout }

  init(_ context: MachineContext) {
    self.context = context
    concurrency = Concurrency(context.machine)
    raised = context.triggers.events
    microsteps = MicrostepWriter(context)
  }

  /// What a state without children has itself, and around it.
  private struct Leaf {
    var state: ID<State>
    var handlers: HandlersView
  }

  /// How transitions are looked for in a machine without regions.
  mutating func dispatch(_ purpose: Purpose) -> DispatchView {
    let words = Words(purpose, context, selects: false)
    return view(of: leaves(purpose, words).first ?? [], in: 0, words)
  }

  /// How transitions are looked for in a machine with regions: in each that is active, in document order.
  mutating func search(_ purpose: Purpose) -> SearchView {
    let words = Words(purpose, context, selects: selects(purpose))
    var leaves = leaves(purpose, words)
    // By region: the call of the function that looks there; empty if there is nothing to look for.
    var calls = [String](repeating: "", count: layout.regions.count)
    var functions: [RegionFunctionView] = []
    for region in layout.regions.indices.reversed() {
      // Where a region is in a parallel state, the regions of that are asked.
      var searches = IDMap<State, SearchView>()
      for place in layout.regions[region].places where machine[place].isParallel {
        let inner = self.calls(inside: place, calls)
        if !inner.isEmpty { searches[place] = SearchView(calls: inner, words) }
      }
      let dispatch = view(of: leaves[region], searches: searches, in: region, words)
      leaves[region] = []
      guard !dispatch.cases.isEmpty else { continue }
      let suffix = context.names.functionSuffixes[layout.regions[region].root.index]
      let name = "\(purpose.verb)Region\(suffix)"
      calls[region] = "\(name)(\(words.arguments))"
      functions.append(
        RegionFunctionView(
          doc: "\(purpose.doc) in \(microsteps.title(layout.regions[region].root)).", name: name,
          parameters: words.parameters, result: words.result, dispatch: dispatch))
    }
    regionFunctions += functions.reversed()
    let isWhole = !machine[Machine.root].isParallel
    let outermost = isWhole ? [calls[0]].filter { !$0.isEmpty } : self.calls(inside: Machine.root, calls)
    var view = SearchView(calls: outermost, words, isWhole: true)
    if purpose == .event, !isWhole { divide(&view, calls) }
    return view
  }

  /// Lets only those regions of the root be asked for an event that have something for it.
  private func divide(_ view: inout SearchView, _ calls: [String]) {
    let events = RegionEvents(machine)
    var groups: [RegionCallsView] = []
    var places: [[String]: Int] = [:]
    for event in context.hostEvents {
      let asked = machine.properChildren(of: Machine.root).compactMap { region in
        events.mayTake(event, in: region) ? layout.regionIndices[region.index].map { calls[$0] } : nil
      }.filter { !$0.isEmpty }
      let pattern = ".\(SwiftText.identifier(machine[event].name))"
      if asked.isEmpty {
        view.needsDefault = true
      } else if let place = places[asked] {
        groups[place].pattern += ", \(pattern)"
      } else {
        places[asked] = groups.count
        groups.append(RegionCallsView(pattern: pattern, calls: asked))
      }
    }
    guard groups.count > 1 || (groups.count == 1 && view.needsDefault) else { return view.needsDefault = false }
    view.groups = groups
    view.calls = []
  }

  /// The calls for the regions of a parallel state.
  private func calls(inside parallel: ID<State>, _ calls: [String]) -> [String] {
    machine.properChildren(of: parallel).compactMap { region in
      layout.regionIndices[region.index].map { calls[$0] }
    }.filter { !$0.isEmpty }
  }

  /// Whether something must be selected before it is taken.
  func selects(_ purpose: Purpose) -> Bool {
    guard layout.hasRegions else { return false }
    return machine.states.contains { state in
      func isShared(_ list: [Transition], _ cause: Concurrency.Cause) -> Bool {
        !list.isEmpty && concurrency.isShared(list, for: cause, in: state.id)
      }
      if purpose == .always { return isShared(state.always, .always) }
      return isShared(state.onAny, .any)
        || state.on.contains { handler in
          (purpose == .trigger ? raised.contains(handler.event) : !machine[handler.event].isInternal)
            && isShared(handler.transitions, .event(handler.event))
        }
    }
  }

  /// By region: what its states without children have.
  private mutating func leaves(_ purpose: Purpose, _ words: Words) -> [[Leaf]] {
    var result = [[Leaf]](repeating: [], count: layout.regions.count)
    // By state: what is returned where the states outside of it are to be asked; empty if these have nothing.
    var fallbacks = [String](repeating: "", count: machine.states.count)
    let isSplit = machine.transitionCount > Self.greatestInlineCount
    func add(_ leaf: ID<State>, _ handlers: HandlersView) {
      guard let region = layout.regionIndices[leaf.index] else { return }
      result[region].append(Leaf(state: leaf, handlers: handlers))
    }
    for state in machine.states where !state.isHistory {
      let outside = state.parent.map { fallbacks[$0.index] } ?? ""
      let isEnd = state.parent == Machine.root && state.isFinal
      guard !isEnd else { continue }
      var handlers = handlers(of: state, for: purpose, words)
      handlers.fallback = outside
      let hasFunction = !state.isAtomic || isSplit
      if state.isAtomic, !hasFunction || handlers.isEmpty {
        if !handlers.isEmpty || !outside.isEmpty { add(state.id, handlers) }
      } else if handlers.isEmpty {
        fallbacks[state.id.index] = outside
      } else {
        let name = "\(purpose.verb)In\(context.names.functionSuffixes[state.id.index])"
        fallbacks[state.id.index] = "\(name)(\(words.arguments))"
        if outside.isEmpty { handlers.fallback = words.ignored }
        functions.append(function(name, of: state, for: purpose, handlers, words))
        if state.isAtomic { add(state.id, .nothing(fallback: fallbacks[state.id.index])) }
      }
    }
    return result
  }

  /// The switch over where a region is.
  private func view(
    of leaves: [Leaf], searches: IDMap<State, SearchView> = IDMap(), in region: Int, _ words: Words
  ) -> DispatchView {
    var cases: [StateCaseView] = []
    var covered = 0
    var searches = searches.sorted[...]
    func addSearches(before state: ID<State>?) {
      while let (place, search) = searches.first, state.map({ place < $0 }) ?? true {
        cases.append(StateCaseView(states: [context.names.places.placeCase(place)], search: search))
        searches.removeFirst()
      }
    }
    for leaf in leaves {
      addSearches(before: leaf.state)
      covered += 1
      let name = context.names.places.placeCase(leaf.state)
      let fallback = leaf.handlers.fallback
      // Neighbours that have nothing themselves share a case.
      if leaf.handlers.isEmpty, let last = cases.last?.handlers, last.isEmpty, last.fallback == fallback {
        cases[cases.count - 1].states.append(name)
      } else {
        cases.append(StateCaseView(states: [name], handlers: leaf.handlers))
      }
    }
    addSearches(before: nil)
    return DispatchView(
      subject: context.names.places.properties[region], cases: cases,
      needsDefault: layout.hasRegions || covered < layout.leaves.count, ignored: words.ignored)
  }

  /// The bodies of the function that fires what is armed in a slot: one for each region in which something can be.
  mutating func timers(in slot: Int) -> [DispatchView] {
    var cases: [Int: [StateCaseView]] = [:]
    var covered = 0
    for id in layout.statesBySlot[slot] {
      let timer = machine[id].timers[slot - layout.slots(of: id).lowerBound]
      var none = Parameters()
      let transitions = microsteps.transitions(timer.transitions, taken: "true", parameters: &none)
      guard !transitions.isEmpty, let region = layout.regionIndices[id.index] else { continue }
      let places = layout.restingPlaces(of: id)
      covered += places.count
      var handlers = HandlersView.nothing(fallback: "")
      handlers.transitions = transitions
      cases[region, default: []].append(
        StateCaseView(states: places.map(context.names.places.placeCase), handlers: handlers))
    }
    var views = cases.sorted { $0.key < $1.key }.map { region, cases in
      DispatchView(
        subject: context.names.places.properties[region], cases: cases,
        needsDefault: layout.hasRegions || covered < layout.leaves.count, ignored: "false", isLast: false)
    }
    if views.isEmpty { views.append(DispatchView(subject: "", cases: [], needsDefault: true, ignored: "false")) }
    views[views.count - 1].isLast = true
    return views
  }

  /// What is done when states are completed.
  mutating func dones() -> [DoneCaseView] {
    context.triggers.dones.map { state in
      var none = Parameters()
      let transitions = microsteps.transitions(machine[state].done, taken: "true", parameters: &none)
      return DoneCaseView(
        trigger: context.triggers.names[.done(state)] ?? "", state: context.names.anyStateCase(state),
        transitions: transitions)
    }
  }

  /// What is done when the machine starts.
  mutating func start() -> [Statement] {
    var none = Parameters()
    return microsteps.start(parameters: &none)
  }

  /// How what was selected is taken.
  mutating func selection() -> SelectionView? { microsteps.selection() }

  // MARK: - Handlers

  private func function(
    _ name: String, of state: State, for purpose: Purpose, _ handlers: HandlersView, _ words: Words
  ) -> HandlerFunctionView {
    let path = state.parent == nil ? "every state" : "`\(state.path)`"
    return HandlerFunctionView(
      doc: "\(purpose.doc) that stand in \(path) itself.", name: name, parameters: words.parameters,
      result: words.result, handlers: handlers)
  }

  private mutating func handlers(of state: State, for purpose: Purpose, _ words: Words) -> HandlersView {
    var view = HandlersView.nothing(fallback: "")
    view.subject = "event"
    var none = Parameters()
    switch purpose {
    case .always:
      view.transitions = transitions(state.always, of: state, for: .always, words, parameters: &none)
    case .trigger:
      view.subject = "trigger"
      for handler in state.on where raised.contains(handler.event) {
        let cause = Concurrency.Cause.event(handler.event)
        let transitions = transitions(handler.transitions, of: state, for: cause, words, parameters: &none)
        guard !transitions.isEmpty else { continue }
        let name = context.triggers.names[.event(handler.event)] ?? ""
        view.events.append(EventCaseView(patterns: [".\(name)"], transitions: transitions, deferral: ""))
      }
      view.needsDefault = view.events.count < context.triggers.all.count
    case .event:
      let deferred = IDSet(state.deferred.map(\.event))
      for handler in state.on where !machine[handler.event].isInternal {
        let isDeferred = deferred.contains(handler.event)
        view.events += eventCase(handler.event, handler.transitions, of: state, words, isDeferred: isDeferred)
      }
      let named = IDSet(state.on.map(\.event))
      for deferral in state.deferred where !named.contains(deferral.event) {
        view.events += eventCase(deferral.event, [], of: state, words, isDeferred: true)
      }
      view.needsDefault = view.events.count < context.hostEvents.count
    }
    view.events = EventCaseView.merging(view.events)
    // What stands behind cases that always take the event is never reached.
    if purpose != .always, view.fallsThrough {
      view.transitions = transitions(state.onAny, of: state, for: .any, words, parameters: &none)
    }
    return view
  }

  private mutating func eventCase(
    _ id: ID<Event>, _ list: [Transition], of state: State, _ words: Words, isDeferred: Bool
  ) -> [EventCaseView] {
    let event = machine[id]
    var parameters = Parameters(event.parameters)
    let transitions = transitions(list, of: state, for: .event(id), words, parameters: &parameters)
    let name = SwiftText.identifier(event.name)
    let isTaken = transitions.last?.condition.isEmpty == true
    let deferral = isDeferred && !isTaken ? name : ""
    if transitions.isEmpty, deferral.isEmpty { return [] }
    let pattern = ".\(name)\(parameters.bindings(of: event))"
    return [EventCaseView(patterns: [pattern], transitions: transitions, deferral: deferral)]
  }

  /// The transitions of a list: taken at once, or only selected where others may be taken with them.
  private mutating func transitions(
    _ list: [Transition], of state: State, for cause: Concurrency.Cause, _ words: Words,
    parameters: inout Parameters
  ) -> [TransitionView] {
    guard layout.hasRegions, !list.isEmpty, concurrency.isShared(list, for: cause, in: state.id) else {
      return microsteps.transitions(list, taken: words.taken, parameters: &parameters)
    }
    let isDivided = concurrency.isDivided(cause, in: state.id)
    return microsteps.selections(
      list, for: cause, isDivided: isDivided, selected: words.ignored, parameters: &parameters)
  }
}

/// What the functions that look for transitions have in common.
struct Words {
  /// What is returned where something was taken, and where nothing was.
  var taken = "true"
  var ignored = "false"
  var result = "Swift.Bool"
  /// The event that brings parameters.
  var event = "nil"
  var arguments: String
  var parameters: String
  /// Whether there are transitions that must be selected before they are taken.
  var selects: Bool
  /// Whether events are kept for later.
  var defers = false

  init(_ purpose: DispatchWriter.Purpose, _ context: MachineContext, selects: Bool) {
    self.selects = selects
    switch purpose {
    case .event:
      arguments = context.arguments("event", selects: selects)
      parameters = context.parameters("_ event: Event", selects: selects)
      event = "event"
      guard context.hasDeferral else { return }
      (taken, ignored, result, defers) = (".taken", ".ignored", "Selection", true)
    case .trigger:
      arguments = context.arguments("trigger", selects: selects)
      parameters = context.parameters("_ trigger: Trigger", selects: selects)
    case .always:
      arguments = context.arguments(selects: selects)
      parameters = context.parameters(selects: selects)
    }
  }
}

extension DispatchWriter.Purpose {
  fileprivate var verb: String {
    switch self {
    case .event: "take"
    case .trigger: "takeRaised"
    case .always: "takeAlways"
    }
  }

  fileprivate var doc: String {
    switch self {
    case .event: "The transitions for events"
    case .trigger: "The transitions for raised events"
    case .always: "The transitions without an event"
    }
  }
}
