import LifelineModel

/// The code of one machine, before it is text. Names are identifiers of the model; printing turns them into Swift.
struct MachineProgram: Hashable, Sendable {
  var shape: Shape
  /// The stored properties, in the order of the file.
  var storage: [StoredProperty]
  /// The functions, and what stands between them, in the order of the file.
  var members: [Member]
  /// The transitions that can be taken together with others, in the order of the cases of `Transition`.
  var sharedTransitions: [SharedTransition]
  /// The private types that the functions use.
  var helpers: [Member]
  /// The members that put the machine into states without running actions.
  var resumption: [Member]
  /// The stored forms of what histories remember, in document order.
  var storedMemories: [StoredMemory]

  /// Whether the machine does something when it starts.
  var starts: Bool { function(.start) != nil }

  /// Returns the function with a name, if there is one.
  func function(_ name: FunctionName) -> Function? {
    for case .function(let function) in members where function.name == name { return function }
    return nil
  }
}

/// A stored property.
enum StoredProperty: Hashable, Sendable {
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
struct MemoryProperty: Hashable, Sendable {
  var history: ID<State>
  var name: String
  /// The index of the region whose position is remembered; `nil` for a flag that says whether there is a memory.
  var region: Int?

  /// The value that the property gets when the history's parent is exited, if that is the current position.
  var current: SwiftExpression { region.map { .position($0) } ?? "true" }
}

/// A property that holds the time left to one of the timers that use it.
struct TimerSlot: Hashable, Sendable {
  var index: Int
}

/// A member of the generated type.
enum Member: Hashable, Sendable {
  case function(Function)
  case declaration(Declaration)
}

extension [Member] {
  /// Returns declarations as members.
  static func declarations(_ declarations: [Declaration]) -> [Member] { declarations.map { .declaration($0) } }
}

/// A transition that can be taken together with others.
struct SharedTransition: Hashable, Sendable {
  var transition: ID<Transition>
  var source: ID<State>
  /// The state inside which it exits states, if it has targets.
  var domain: ID<State>?
}

/// The storage of a list of enum cases.
enum ListStorage: Hashable, Sendable {
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
