import LifelineModel
import LifelineSource

/// Types that hold lists of enum cases.
extension ProgramPrinter {
  /// Returns the type of a list's storage.
  private func type(_ storage: ListStorage, _ caseCount: Int) -> String {
    if case .fixed(let size) = storage { "Swift.SIMD\(size)<\(rawType(caseCount))>" } else { "[\(rawType(caseCount))]" }
  }

  /// Writes the properties of a list.
  private func printList(_ storage: ListStorage, _ caseCount: Int, to writer: inout CodeWriter) {
    let type = type(storage, caseCount)
    if case .fixed = storage {
      writer.line("private var items = \(type)()")
      writer.line("private(set) var count = 0")
    } else {
      writer.line("private var items: \(type) = []")
      writer.line("var count: Swift.Int { items.count }")
    }
  }

  // MARK: - Selected transitions

  /// Writes the type of the transitions that are selected for one microstep.
  func printSelected(
    _ storage: ListStorage, _ caseCount: Int, canRepeat: Bool, haveConflicts: Bool, to writer: inout CodeWriter
  ) {
    let first = requiredName(sharedTransitions.first.map { name(of: $0.transition) }, of: "the first transition")
    writer.line("/// The transitions of one microstep, in the order of their selection.")
    writer.block("private struct SelectedTransitions") { writer in
      printList(storage, caseCount, to: &writer)
      writer.line()
      let element = "Transition(rawValue: items[index]) ?? Transition.\(first)"
      writer.line("subscript(index: Swift.Int) -> Transition { \(element) }")
      writer.line()
      writer.block("mutating func insert(_ transition: Transition)") { writer in
        if canRepeat { writer.line("for index in 0..<count where items[index] == transition.rawValue { return }") }
        if case .fixed = storage {
          writer.line("items[count] = transition.rawValue")
          writer.line("count += 1")
        } else {
          writer.line("items.append(transition.rawValue)")
        }
      }
      if haveConflicts {
        writer.line()
        writer.lines(Self.withoutConflicts)
      }
    }
  }

  private static let withoutConflicts = """
    /// Returns the transitions without those that others preempt. Of two that exit a common state, one preempts the
    /// other if its source is inside the other's source, or else if it was selected earlier.
    func withoutConflicts() -> SelectedTransitions {
      var result = SelectedTransitions()
      for index in 0..<count {
        let scope = self[index].scope
        let source = scope.source.lowerBound
        guard let exits = scope.exits else {
          result.insert(self[index])
          continue
        }
        var others = SelectedTransitions()
        var isPreempted = false
        for index in 0..<result.count {
          let other = result[index].scope
          if let otherExits = other.exits, otherExits.overlaps(exits) {
            let isInside = other.source.lowerBound < source && other.source.contains(source)
            if !isInside { isPreempted = true }
          } else {
            others.insert(result[index])
          }
        }
        if isPreempted { continue }
        others.insert(self[index])
        result = others
      }
      return result
    }
    """

  // MARK: - Macrosteps

  /// Writes the type that lasts as long as a macrostep.
  func printMacrostep(
    _ queue: ListStorage?, _ caseCount: Int, countsMicrosteps: Bool, to writer: inout CodeWriter
  ) {
    writer.line("/// The data of one macrostep.")
    writer.block("private struct Macrostep") { writer in
      if let queue { printQueueProperties(queue, caseCount, to: &writer) }
      if countsMicrosteps { writer.line("private var microsteps = 0") }
      if let queue {
        writer.line()
        printQueueFunctions(queue, to: &writer)
      }
      guard countsMicrosteps else { return }
      let limit = grouped(RunLimits.microsteps)
      writer.lines(
        """

        mutating func count() {
          microsteps += 1
          if microsteps > \(grouped(RunLimits.microsteps, by: "_")) {
            Swift.fatalError("\(machine.name): more than \(limit) microsteps follow one event (rule 4)")
          }
        }
        """)
    }
  }

  private func printQueueProperties(_ queue: ListStorage, _ caseCount: Int, to writer: inout CodeWriter) {
    switch queue {
    case .single:
      writer.line("/// The raised event. No other event can be raised before it is taken.")
      writer.line("private var raised: InternalEvent?")
    case .fixed:
      writer.line("/// The raised events, in order. Their number has a known limit.")
      writer.line("private var raised = \(type(queue, caseCount))()")
      writer.line("private var end = 0")
      writer.line("private var first = 0")
    case .growing:
      writer.line("/// The raised events, in order. Their number has no known limit.")
      writer.line("private var raised: \(type(queue, caseCount)) = []")
      writer.line("private var first = 0")
    }
  }

  private func printQueueFunctions(_ queue: ListStorage, to writer: inout CodeWriter) {
    let (end, append, clear): (String, [String], String)
    switch queue {
    case .single:
      return writer.lines(
        """
        var hasRaised: Swift.Bool { raised != nil }

        mutating func raise(_ event: InternalEvent) { raised = event }

        mutating func next() -> InternalEvent? {
          defer { raised = nil }
          return raised
        }
        """)
    case .fixed: (end, append, clear) = ("end", ["raised[end] = event.rawValue", "end += 1"], "end = 0")
    case .growing:
      (end, append, clear) =
        ("raised.count", ["raised.append(event.rawValue)"], "raised.removeAll(keepingCapacity: true)")
    }
    writer.line("var hasRaised: Swift.Bool { first < \(end) }")
    writer.line()
    writer.block("mutating func raise(_ event: InternalEvent)") { writer in
      for line in append { writer.line(line) }
    }
    writer.lines(
      """

      mutating func next() -> InternalEvent? {
        guard hasRaised else {
          \(clear)
          first = 0
          return nil
        }
        first += 1
        return InternalEvent(rawValue: raised[first - 1])
      }
      """)
  }

  // MARK: - Deferred events

  /// Writes the type of the list of deferred events.
  func printDeferred(_ events: [ID<Event>], to writer: inout CodeWriter) {
    let items = events.map { SwiftText.rawCase(machine[$0].name) }
    let values = events.map { ".\(SwiftText.identifier(machine[$0].name))" }
    let storage = ListStorage.fitting(events.count)
    writer.line("/// The deferred events, each once, in the order of their arrival.")
    writer.block("private struct DeferredEvents: Swift.Hashable, Swift.Sendable") { writer in
      writer.block("enum Item: \(rawType(items.count))") { writer in
        for line in CaseLines.lines(of: items) { writer.line(line) }
      }
      writer.line()
      if storage == .single, let event = events.first {
        printSingleDeferred(values[0], machine[event].name, to: &writer)
      } else {
        printList(storage, items.count, to: &writer)
        let element = "Item(rawValue: items[index]) ?? \(SwiftText.qualified(items[0], in: "Item"))"
        writer.line()
        writer.line("private subscript(index: Swift.Int) -> Item { \(element) }")
        writer.line()
        printLookup("event(at index: Swift.Int) -> Event", items, values, to: &writer)
        let plain = events.map { "\"\(machine[$0].name)\"" }
        printLookup("name(at index: Swift.Int) -> Swift.String", items, plain, to: &writer)
        printDeferredChanges(storage, to: &writer)
      }
    }
  }

  private func printSingleDeferred(_ event: String, _ plain: String, to writer: inout CodeWriter) {
    writer.lines(
      """
      private var item: Item?
      var count: Swift.Int { item == nil ? 0 : 1 }

      func event(at index: Swift.Int) -> Event { \(event) }

      func name(at index: Swift.Int) -> Swift.String { "\(plain)" }

      mutating func insert(_ item: Item) { self.item = item }

      mutating func remove(at index: Swift.Int) { item = nil }
      """)
  }

  private func printLookup(
    _ signature: String, _ items: [String], _ values: [String], to writer: inout CodeWriter
  ) {
    writer.block("func \(signature)") { writer in
      writer.line("switch self[index] {")
      for (item, value) in zip(items, values) { writer.line("case .\(item): \(value)") }
      writer.line("}")
    }
    writer.line()
  }

  private func printDeferredChanges(_ storage: ListStorage, to writer: inout CodeWriter) {
    guard case .fixed = storage else {
      return writer.lines(
        """
        mutating func insert(_ item: Item) {
          if !items.contains(item.rawValue) { items.append(item.rawValue) }
        }

        mutating func remove(at index: Swift.Int) {
          items.remove(at: index)
        }
        """)
    }
    writer.lines(
      """
      mutating func insert(_ item: Item) {
        for index in 0..<count where items[index] == item.rawValue { return }
        items[count] = item.rawValue
        count += 1
      }

      mutating func remove(at index: Swift.Int) {
        count -= 1
        for next in index..<count { items[next] = items[next + 1] }
        items[count] = 0
      }
      """)
  }
}
