import LifelineModel

/// A piece of a program, and the parts to which it refers.
struct Lowered<Piece> {
  var piece: Piece
  var parts: ProgramParts

  /// Returns the piece that `transform` makes of this one, with the same parts.
  func map<Other>(_ transform: (Piece) -> Other) -> Lowered<Other> {
    Lowered<Other>(piece: transform(piece), parts: parts)
  }
}

/// The parts of a program to which lowered statements refer.
struct ProgramParts {
  /// The functions that look for transitions in regions.
  var regionFunctions: [Function] = []
  /// The functions that look for transitions in states.
  var stateFunctions: [Function] = []
  /// The functions that do parts of microsteps.
  private(set) var microstepFunctions: [Function] = []
  private var microstepNames: Set<FunctionName> = []
  /// The transitions that are selected before they are taken.
  var shared = SharedTransitions()
  /// The parallel states that are asked whether they are complete.
  var completions = IDSet<State>()

  /// Returns whether there is a function for a part of microsteps with this name.
  func hasMicrostepFunction(_ name: FunctionName) -> Bool { microstepNames.contains(name) }

  /// Adds a function for a part of microsteps, if it is new.
  mutating func insertMicrostepFunction(_ function: Function) {
    if microstepNames.insert(function.name).inserted { microstepFunctions.append(function) }
  }

  /// Adds other parts. Lookups have functions of their own; microsteps and completions are shared.
  mutating func formUnion(_ other: ProgramParts) {
    regionFunctions += other.regionFunctions
    stateFunctions += other.stateFunctions
    for function in other.microstepFunctions { insertMicrostepFunction(function) }
    for item in other.shared.all { shared.insert(item) }
    completions.formUnion(other.completions)
  }

  /// Returns the union of `all`, in this order.
  static func joining(_ all: [ProgramParts]) -> ProgramParts { all.reduce(into: ProgramParts()) { $0.formUnion($1) } }
}
