import LifelineModel

/// Members other than functions that lowering makes.
extension ProgramPrinter {
  /// Writes the functions that let time pass.
  func printClock(_ timers: [String], to writer: inout CodeWriter) {
    writer.line("/// The time until the next deadline; `nil` if no timer is armed.")
    writer.block("\(access)var nextDeadline: Swift.Duration?") { writer in
      if let timer = timers.first, timers.count == 1 { return writer.line(timer) }
      writer.line("var next: Swift.Duration?")
      for timer in timers { writer.line("if let time = \(timer) { next = Swift.min(next ?? time, time) }") }
      writer.line("return next")
    }
    let limit = grouped(RunLimits.elapsedTimers)
    writer.lines(
      """

      /// Lets time pass. Timers elapse at their deadlines, and `call` receives the machine's calls in order.
      ///
      /// Don't access the machine inside of `call`: it is being modified.
      \(access)mutating func advance(by duration: Swift.Duration, calling call: (Callback) -> Swift.Void) {
        var left = duration
        var count = 0
        while let next = nextDeadline, next <= left {
          count += 1
          if count > \(grouped(RunLimits.elapsedTimers, by: "_")) {
            Swift.fatalError("\(machine.name): more than \(limit) timers elapse in one wait (rule 7); wait for less time")
          }
          left -= next
          pass(next)
          takeElapsedTimer(call)
        }
        if left > Swift.Duration.zero { pass(left) }
      }

      """)
    writer.block("private mutating func pass(_ duration: Swift.Duration)") { writer in
      for timer in timers { writer.line("if let time = \(timer) { \(timer) = time - duration }") }
    }
  }

  /// Writes the function that refuses lengths of zero or less.
  func printArmingCheck(to writer: inout CodeWriter) {
    writer.lines(
      """
      /// Returns the length of a timer, which a field holds. It must be greater than zero.
      private static func armed(_ length: Swift.Duration, _ field: Swift.StaticString) -> Swift.Duration {
        guard length > Swift.Duration.zero else { refuseArming(field) }
        return length
      }

      @inline(never)
      private static func refuseArming(_ field: Swift.StaticString) -> Swift.Never {
        Swift.fatalError("\(machine.name): a timer is armed with zero or less, which `\\(field)` holds (rule 7)")
      }
      """)
  }

  /// Writes the function for an operation that traps with the machine's name.
  func print(_ operation: CheckedArithmetic, to writer: inout CodeWriter) {
    let name = operation.rawValue
    writer.block("private static func \(name)(_ left: Swift.Int, _ right: Swift.Int) -> Swift.Int") { writer in
      func line(_ condition: String, _ message: String) {
        writer.line("if \(condition) { Swift.fatalError(\"\(machine.name): \(message) (see Expressions)\") }")
      }
      if operation.divides { line("right == 0", "a number is divided by zero") }
      writer.line("let (\(name), isTooGreat) = \(operation.reportingCall)")
      line("isTooGreat", "a number is too great for 64 bits")
      writer.line("return \(name)")
    }
  }

  /// Writes the property that tells whether all regions of a state are at their end.
  func printCompletion(of state: ID<State>, _ finals: [[ID<State>]], to writer: inout CodeWriter) {
    let title = state == Machine.root ? "the machine" : "`\(machine[state].path)`"
    let conditions = finals.map { states in
      let tests = states.map { "\(names.regions.property(of: $0)) == .\(names.regions.positionCase($0))" }
      return tests.count == 1 ? tests[0] : "(\(tests.joined(separator: " || ")))"
    }
    writer.line("/// Whether all regions of \(title) have completed.")
    writer.block("private var \(names.completion(state)): Swift.Bool") {
      $0.line(conditions.joined(separator: " && "))
    }
  }

  /// Writes the function that returns the positions inside a state.
  func print(_ extents: [Extent], to writer: inout CodeWriter) {
    let layout = context.layout
    let count = layout.hasRegions ? greatestPositionCount : layout.leaves.count
    let positions = "\(rawType(count)), \(rawType(count))"
    if layout.hasRegions {
      writer.line(
        "/// The region of a state, and its first and last position in that region.")
    } else {
      writer.line("/// The first and the last raw value of `State` for the atomic states in a state.")
    }
    let result = layout.hasRegions ? "(Swift.Int, \(positions))" : "(\(positions))"
    writer.block("private static func extent(of state: AnyState) -> \(result)") { writer in
      writer.line("switch state {")
      for extent in extents {
        // The first case of a region's positions is that of an inactive region.
        let offset = layout.hasRegions ? 1 : 0
        let (first, last) = (extent.positions.lowerBound + offset, extent.positions.upperBound + offset - 1)
        let region = layout.hasRegions ? "\(extent.region), " : ""
        writer.line("case .\(names.anyStateCase(extent.state)): (\(region)\(first), \(last))")
      }
      writer.line("}")
    }
  }

  /// The greatest number of values that a region's property has.
  private var greatestPositionCount: Int { context.layout.regions.map { $0.positions.count + 1 }.max() ?? 1 }

  /// Writes the type of a region's positions.
  func printRegion(_ region: Int, to writer: inout CodeWriter) {
    writer.line("/// \(documentation(ofRegion: region))")
    let head = "private enum \(names.regions.types[region]): \(rawType(greatestPositionCount))"
    writer.block("\(head), Swift.Hashable, Swift.Sendable") { writer in
      writer.line("case \(names.regions.inactiveCase(ofRegion: region))")
      for position in context.layout.regions[region].positions {
        writer.line("case \(names.regions.positionCase(position))")
      }
    }
  }

  /// Writes the type of the transitions that can be taken together.
  func print(_ transitions: [SharedTransition], haveConflicts: Bool, to writer: inout CodeWriter) {
    writer.line("/// The transitions that can be taken together with others.")
    writer.block("private enum Transition: \(rawType(transitions.count))") { writer in
      for item in transitions {
        let event = item.event.map { " for `\(machine[$0].name)`" } ?? ""
        writer.line("/// A transition of `\(machine[item.source].path)`\(event).")
        writer.line("case \(name(of: item.transition))")
      }
      guard haveConflicts else { return }
      writer.line()
      writer.line("/// The positions of the states that the transition exits, and of its source with its descendants.")
      let type = "(exits: Swift.ClosedRange<Swift.Int>?, source: Swift.ClosedRange<Swift.Int>)"
      writer.block("var scope: \(type)") { writer in
        writer.line("switch self {")
        for item in transitions {
          let exits = item.domain.map { "\($0.index + 1)...\(machine[$0].subtreeEnd - 1)" } ?? "nil"
          let source = "\(item.source.index)...\(machine[item.source].subtreeEnd - 1)"
          writer.line("case .\(name(of: item.transition)): (\(exits), \(source))")
        }
        writer.line("}")
      }
    }
  }
}

extension CheckedArithmetic {
  /// The call of the method of `Int` that reports overflow.
  fileprivate var reportingCall: String {
    switch self {
    case .sum: "left.addingReportingOverflow(right)"
    case .difference: "left.subtractingReportingOverflow(right)"
    case .product: "left.multipliedReportingOverflow(by: right)"
    case .quotient: "left.dividedReportingOverflow(by: right)"
    case .remainder: "left.remainderReportingOverflow(dividingBy: right)"
    }
  }
}
