import LifelineModel

/// The code of one machine, before it is text. Names are identifiers of the model; printing turns them into Swift.
struct MachineProgram: Hashable {
  var shape: Shape
  /// The stored properties, in the order of the file.
  var storage: [StoredProperty]
  /// The functions, and what stands between them, in the order of the file.
  var members: [Member]
  /// The private types that the functions use.
  var helpers: [Member]
  /// The members that put the machine into states without running actions.
  var resumption: [Member]
  /// The private members that only the conformance to `Codable` uses.
  var coding: [Member]
  /// The stored forms of what histories remember, in document order.
  var storedMemories: [StoredMemory]

  /// Whether the machine does something when it starts.
  var starts: Bool { function(.start) != nil }

  /// Whether the function that performs selected transitions takes the event.
  var performTakesEvent: Bool { function(.perform)?.parameters.contains(.optionalEvent) == true }

  /// The transitions that can be taken together with others.
  var sharedTransitions: [SharedTransition] {
    for case .sharedTransitions(let transitions, _) in members { return transitions }
    return []
  }

  /// Returns the function with a name, if there is one.
  func function(_ name: FunctionName) -> Function? {
    for case .function(let function) in members where function.name == name { return function }
    return nil
  }
}

/// A stored property.
enum StoredProperty: Hashable {
  case context
  case part(ID<Part>)
  /// The active atomic state of a machine without regions.
  case state
  /// The position of a region, given by its index in the layout.
  case region(Int)
  case memory(MemoryProperty)
  case timer(TimerSlot)
  case deferredEvents
}

/// A property that holds the memory of a history.
struct MemoryProperty: Hashable {
  var history: ID<State>
  /// The index of the region whose position is remembered; `nil` for a flag that says whether there is a memory.
  var region: Int?
}

/// A property that holds the time left to one of the timers that use it.
struct TimerSlot: Hashable {
  var index: Int
}

/// A member of the generated type.
enum Member: Hashable {
  case function(Function)
  /// The property that returns the active states.
  case activeStates
  /// `timeUntilNextTimer`, and the functions that let time pass.
  case clock(Clock)
  /// The function that refuses to arm a timer with zero or less.
  case armingCheck
  case arithmetic(CheckedArithmetic)
  /// The functions that trap outside of the ranges of fields.
  case rangeChecks
  /// The property that tells whether all regions of a state are at their end: one state of each list is active.
  case completion(ID<State>, finals: [[ID<State>]])
  /// The function that returns the positions inside each state, and the type of its result.
  case extents([Extent])
  /// The private type of a region's positions.
  case positions(ofRegion: Int)
  /// The property with which hosts read the state of a region whose position is private.
  case regionState(Int)
  /// The type of the fields of the machine itself, if its parts have fields as well.
  case storedContext
  /// The function that gives parts the facts that are bound to those of the machine.
  case passingOn
  /// The initializer that gives a machine other facts, also fixed ones.
  case copying
  /// The functions that return parts in their initial states, for parts with regions.
  case initialParts([ID<Part>])
  /// The initializer that puts the machine into states, and arms their timers by these statements.
  case resumption(arming: [Statement])
  /// The initializer that puts the machine into states. If there are timers, it is private and doesn't arm them. A
  /// machine without regions needs no further functions for it.
  case positioning(Positioning?)
  /// The function that stores the positions that are entered with a state by default.
  case defaultPositions([DefaultPositions])
  /// The function that tells whether a state is a descendant of another one.
  case containment(hasParallels: Bool)
  /// The function that stores the position of the region around a parallel state.
  case parallelPositions([ParallelState])
  /// The function that returns the nearest parallel state around a state. `isExhaustive` if all states have one.
  case nearestParallel([ParallelState], isExhaustive: Bool)
  /// The function that returns the regions of a parallel state.
  case regionsOfParallels([ParallelState])
  /// The type of the transitions that can be taken together with others.
  case sharedTransitions([SharedTransition], haveConflicts: Bool)
  /// The type of the transitions selected for one microstep.
  case selected(ListStorage, caseCount: Int, canRepeat: Bool, haveConflicts: Bool)
  /// The type of the internal queue's elements.
  case internalEvents([InternalEvent])
  /// The type that lasts as long as a macrostep, with the internal queue if there is one.
  case macrostep(queue: ListStorage?, caseCount: Int, countsMicrosteps: Bool)
  /// The type of a lookup's result in a machine that defers events.
  case lookupResult
  /// The type of the list of deferred events.
  case deferredEvents([ID<Event>])
}

/// The timers of a machine.
struct Clock: Hashable {
  /// The number of slots of its own timers.
  var slotCount: Int
  /// The parts with timers.
  var parts: [ID<Part>]
  /// Whether anything may be left to do after a part has taken a transition by itself.
  var follows: Bool
}

/// The positions of a region inside a state.
struct Extent: Hashable {
  var state: ID<State>
  /// The index of the region.
  var region: Int
  /// The indices of the positions.
  var positions: Range<Int>
}

/// A transition that can be taken together with others.
struct SharedTransition: Hashable {
  var transition: ID<Transition>
  var source: ID<State>
  /// The state inside which it exits states, if it has targets.
  var domain: ID<State>?
}

/// The storage of a list of enum cases.
enum ListStorage: Hashable {
  /// At most one element.
  case single
  /// A vector of fixed size.
  case fixed(size: Int)
  case growing

  /// Returns the smallest storage for up to `capacity` elements, or for any number if it is `nil`.
  static func fitting(_ capacity: Int?) -> ListStorage {
    guard let capacity else { return .growing }
    if capacity <= 1 { return .single }
    return [2, 4, 8, 16, 32, 64].first { $0 >= capacity }.map { .fixed(size: $0) } ?? .growing
  }
}
