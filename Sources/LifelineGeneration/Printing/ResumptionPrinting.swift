import LifelineModel

/// Members that put a machine into states without running actions.
extension ProgramPrinter {
  private var hasRegions: Bool { program.shape.hasRegions }
  /// Whether the machine itself has timers. Those of parts are armed by the parts.
  private var hasTimers: Bool { program.shape.hasTimers }
  /// The initializers' first parameter without its label.
  private var statesParameter: String { hasRegions ? "states: [AnyState]" : "state: State" }
  private var throwsClause: String { hasRegions ? " throws(ConfigurationError)" : "" }

  private func name(_ state: ID<State>) -> String { ".\(names.anyStateCase(state))" }
  private func list(_ states: [ID<State>]) -> String { states.map(name).joined(separator: ", ") }

  // MARK: - Initializers

  /// Writes the initializer that puts the machine into states and arms their timers.
  func printResumption(arming: [Statement], to writer: inout CodeWriter) {
    printPublicHead(to: &writer)
    writer.indented { writer in
      let argument = hasRegions ? "try self.init(positionedIn: states" : "self.init(positionedIn: state"
      writer.line("\(argument)\(context.hasContext ? ", context: context" : "")\(partArguments))")
      StatementPrinter(context).print(arming, to: &writer)
    }
    writer.line("}")
  }

  /// Writes the initializer that puts the machine into states. If there are timers, it is private and doesn't arm them.
  func print(_ positioning: Positioning?, to writer: inout CodeWriter) {
    if hasTimers {
      writer.line("/// Creates a machine in `\(hasRegions ? "states" : "state")`, without arming timers.")
      let context = context.hasContext ? ", context: Context" : ""
      writer.line("private init(positionedIn \(statesParameter)\(context)\(partParameters))\(throwsClause) {")
    } else {
      printPublicHead(to: &writer)
    }
    writer.indented { writer in
      for line in passingOnToGivenParts() + storing() + storingParts() { writer.line(line) }
      if let positioning { printBody(of: positioning, to: &writer) } else { writer.line("self.state = state") }
      for line in droppingAtEnd() { writer.line(line) }
    }
    writer.line("}")
  }

  /// Writes the documentation of the public initializer, and its first line.
  private func printPublicHead(to writer: inout CodeWriter) {
    if hasRegions {
      let timers = hasTimers ? "; the timers of active states\n/// are armed" : ""
      writer.lines(
        """
        /// Creates a machine in `states`, each in another region, without running actions\(timers). \
        A region without a state in the list is in its initial state.\(partNote)
        ///
        /// - Throws: `ConfigurationError` if `states` can't be active together.
        """)
    } else {
      let timers = hasTimers ? "; the timers of active states are armed" : ""
      writer.lines("/// Creates a machine in `state`, without running actions\(timers).\(partNote)")
    }
    let facts = context.hasContext ? ", context: Context = Context()" : ""
    writer.line("\(access)init(resumingIn \(statesParameter)\(facts)\(partParameters))\(throwsClause) {")
  }

  /// The sentences about parts in the documentation of the public initializer.
  private var partNote: String {
    guard !context.ownParts.isEmpty else { return "" }
    return """

      ///
      /// A part that is given keeps its own facts. One that is left out is in its initial states, and its facts are those
      /// of `context`.
      """
  }

  private func printBody(of positioning: Positioning, to writer: inout CodeWriter) {
    if positioning.hasParallels {
      writer.lines(
        """
        var parallels: [AnyState] = []
        for state in states {
          var state = state
          while let parallel = Self.parallel(around: state) {
            setPosition(to: parallel)
            parallels.append(parallel)
            state = parallel
          }
        }
        """)
    }
    if !positioning.initial.isEmpty {
      writer.block("if states.isEmpty") { StatementPrinter(context).print(positioning.initial, to: &$0) }
    }
    let isInnermost = "!states.contains(where: { Self.contains(state, $0) })"
    writer.line("for state in states where \(isInnermost) { setPositions(for: state) }")
    if positioning.hasParallels {
      writer.block("for parallel in parallels") {
        $0.line("for region in Self.regions(of: parallel) where !isActive(region) { setPositions(for: region) }")
      }
    }
    if !positioning.outermostRegions.isEmpty {
      writer.line("let regions: [AnyState] = [\(list(positioning.outermostRegions))]")
      writer.line("for region in regions where !isActive(region) { setPositions(for: region) }")
    }
    let states = positioning.hasParallels ? "states + parallels" : "states"
    writer.line("for state in \(states) where !isActive(state) { throw ConfigurationError(states: states) }")
  }

  // MARK: - Functions

  /// Writes the function that stores the positions that are entered with a state by default.
  func print(_ defaults: [DefaultPositions], to writer: inout CodeWriter) {
    writer.line("/// Sets the positions that the regions have when `anyState` is entered by default.")
    writer.block("private mutating func setPositions(for anyState: AnyState)") { writer in
      writer.line("switch anyState {")
      for item in defaults { printCase(item.state, item.statements, to: &writer) }
      writer.line("}")
    }
  }

  private func printCase(_ state: ID<State>, _ statements: [Statement], to writer: inout CodeWriter) {
    StatementPrinter.write(StatementPrinter(context).lines(statements), behind: "case \(name(state)):", to: &writer)
  }

  /// Writes the function that tells whether a state is a descendant of another one.
  func printContainment(hasParallels: Bool, to writer: inout CodeWriter) {
    writer.line("/// Whether `inner` is a descendant of `outer`.")
    writer.block("private static func contains(_ outer: AnyState, _ inner: AnyState) -> Swift.Bool") { writer in
      writer.lines(
        hasParallels
          ? """
          let whole = extent(of: outer)
          var next: AnyState? = outer == inner ? nil : inner
          while let state = next {
            let part = extent(of: state)
            if part.region == whole.region {
              return outer.rawValue <= state.rawValue && whole.first <= part.first && part.last <= whole.last
            }
            next = parallel(around: state)
          }
          return false
          """
          : """
          let (whole, part) = (extent(of: outer), extent(of: inner))
          return whole.region == part.region && outer.rawValue < inner.rawValue
            && whole.first <= part.first && part.last <= whole.last
          """)
    }
  }

  /// Writes the function that stores the position of the region around a parallel state.
  func printPositions(of parallels: [ParallelState], to writer: inout CodeWriter) {
    writer.line("/// Sets the position of the region that contains a parallel state.")
    writer.block("private mutating func setPosition(to anyState: AnyState)") { writer in
      writer.line("switch anyState {")
      for parallel in parallels { printCase(parallel.state, [.moveTo(parallel.state)], to: &writer) }
      writer.line("default: break")
      writer.line("}")
    }
  }

  /// Writes the function that returns the nearest parallel state around a state.
  func printNearest(_ parallels: [ParallelState], isExhaustive: Bool, to writer: inout CodeWriter) {
    writer.line("/// The nearest parallel ancestor of `state`.")
    writer.block("private static func parallel(around state: AnyState) -> AnyState?") { writer in
      writer.line("switch state {")
      for parallel in parallels {
        let state = SwiftText.optional(names.anyStateCase(parallel.state), in: "AnyState")
        writer.line("case \(list(parallel.members)): \(state)")
      }
      if !isExhaustive { writer.line("default: nil") }
      writer.line("}")
    }
  }

  /// Writes the function that returns the regions of a parallel state.
  func printRegions(of parallels: [ParallelState], to writer: inout CodeWriter) {
    writer.line("/// The regions of a parallel state.")
    writer.block("private static func regions(of state: AnyState) -> [AnyState]") { writer in
      writer.line("switch state {")
      for parallel in parallels { writer.line("case \(name(parallel.state)): [\(list(parallel.regions))]") }
      writer.line("default: []")
      writer.line("}")
    }
  }

  // MARK: - Active states

  /// Writes the property that returns the active states.
  func printActiveStates(to writer: inout CodeWriter) {
    writer.lines(
      """
      /// The active states in document order: a state precedes its descendants.
      private var activeStates: [AnyState] { AnyState.allCases.filter { isActive($0) } }
      """)
  }
}
