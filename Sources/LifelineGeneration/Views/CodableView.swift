import LifelineModel
import LifelineTemplating

/// The conformance to `Codable`.
struct CodableView: TemplateView {
  var initializerLabel: String
  var fields: [StoredFieldView]
  var histories: [StoredHistoryView]
  var activeStates: String
  var storesDurations: Bool
  var lengthFields: [String]
  var longestLengths: [String]
  var fullyArmed: String
  var timedStates: [TimedStatesView]
  var hasOtherStates: Bool
  var timerAccess: [String]
  var deferredEvents: [DeferredEventView]
  var storesTimers: Bool
  var partEncoding: [String]
  var partDecoding: [String]
  var afterPartDecoding: [String]

  static let keys: ViewKeys<Self> = [
    "initializerLabel": .text(
      \.initializerLabel, "The label of the initializer that puts a machine into states without arming timers."),
    "storesFields": .flag({ !$0.fields.isEmpty }, "Whether the machine itself has fields."),
    "storedFields": .list(\.fields, "The fields of the machine itself."),
    "carriesValues": .flag(
      { $0.fields.contains { $0.form == .carried } }, "Whether some fields only carry values, of whatever types."),
    "hasMemories": .flag({ !$0.histories.isEmpty }, "Whether histories remember something."),
    "histories": .list(\.histories, "The histories that remember something."),
    "activeStates": .text(
      \.activeStates, "The property that returns the active states, or nothing if the machine has it already."),
    "storesDurations": .flag(\.storesDurations, "Whether timers or fields hold a `Duration`."),
    "armsByField": .flag(
      { !$0.lengthFields.isEmpty || !$0.longestLengths.isEmpty },
      "Whether fields of the context hold lengths of timers."),
    "lengthFields": .texts(\.lengthFields, "The fields without ranges that hold lengths of timers."),
    "longestLengths": .texts(
      \.longestLengths, "Assignments of the greatest lengths to the fields with ranges that hold lengths of timers."),
    "fullyArmed": .text(
      \.fullyArmed, "The expression for a machine in the decoded states whose timers have their full lengths."),
    "timedStates": .list(\.timedStates, "The states with timers, grouped by the timers' numbers."),
    "hasOtherStates": .flag(\.hasOtherStates, "Whether some states have no timers."),
    "timerAccess": .texts(\.timerAccess, "The lines of the accessors of the timer with a number."),
    "deferredEvents": .list(\.deferredEvents, "The events that states defer."),
    "storesTimers": .flag(\.storesTimers, "Whether the machine itself has timers."),
    "storesParts": .flag({ !$0.partEncoding.isEmpty }, "Whether the machine has parts."),
    "partEncoding": .texts(\.partEncoding, "The lines that encode the parts into `parts`."),
    "partDecoding": .texts(
      \.partDecoding, "The cases of a switch over the name of a part that decode it from `parts`."),
    "afterPartDecoding": .texts(
      \.afterPartDecoding, "The lines after the decoding of parts, which drop the timers of a machine that has ended."),
  ]
}

/// A field of the context in its stored form.
struct StoredFieldView: TemplateView {
  enum Form { case cases, duration, carried, plain }

  var field: String
  var name: String
  var type: String
  var typeInMachine: String
  var form: Form
  var armsTimers: Bool
  var range: String
  var rangeInSpec: String

  static let keys: ViewKeys<Self> = [
    "field": .text(\.field, "The field's name in the spec."),
    "name": .text(\.name, "The property's name."),
    "key": .text({ SwiftText.stringLiteral($0.field) }, "The coding key."),
    "type": .text(\.type, "The property's type, as it is called inside `Context`."),
    "typeInMachine": .text(\.typeInMachine, "The property's type, as it is called inside the machine."),
    "encoded": .text(\.encoded, "The expression that is encoded."),
    "hasCases": .flag({ $0.form == .cases }, "Whether the spec lists the values, which are stored by their names."),
    "isDuration": .flag({ $0.form == .duration }, "Whether the values are durations, which are stored in parts."),
    "armsTimers": .flag(\.armsTimers, "Whether the values are lengths of timers, which are above zero."),
    "isCarried": .flag({ $0.form == .carried }, "Whether the values may be of a type that can't be encoded."),
    "isPlain": .flag({ $0.form == .plain }, "Whether the values are stored as they are."),
    "range": .text(\.range, "The range of the values in Swift, or nothing if there is none."),
    "rangeInSpec": .text(\.rangeInSpec, "The range of the values as the spec writes it."),
  ]

  private var encoded: String {
    switch form {
    case .cases: "context.\(name).description"
    case .duration: "Self.parts(of: context.\(name))"
    case .plain, .carried: "context.\(name)"
    }
  }
}

/// States that have timers with the same numbers.
struct TimedStatesView: TemplateView {
  var states: [String]
  var numbers: Range<Int>

  static let keys: ViewKeys<Self> = [
    "pattern": .text({ casePattern($0.states) }, "The states: cases of `AnyState` as a pattern."),
    "numbers": .text({ "\($0.numbers.lowerBound)..<\($0.numbers.upperBound)" }, "The range of the timers' numbers."),
  ]
}

/// An event that states defer.
struct DeferredEventView: TemplateView {
  var event: String
  var name: String
  var states: [String]
  var hasOtherStates: Bool

  static let keys: ViewKeys<Self> = [
    "event": .text(\.event, "The event's name in the spec."),
    "name": .text(\.name, "The event's case of `DeferredEvents.Item`."),
    "pattern": .text({ casePattern($0.states) }, "The states that defer it: cases of `AnyState` as a pattern."),
    "hasOtherStates": .flag(\.hasOtherStates, "Whether some states don't defer it."),
  ]
}

extension DeclarationViews {
  /// Returns the conformance to `Codable`.
  ///
  /// - Parameter printer: The printer of the machine's program.
  func makeCodable(_ printer: ProgramPrinter) -> CodableView {
    let timedStates = makeTimedStates()
    let lengthFields = collectLengthFields()
    return CodableView(
      initializerLabel: printer.initializerLabel, fields: makeStoredFields(armedBy: lengthFields),
      histories: printer.program.storedMemories.map {
        StoredHistoryView(
          path: machine[$0.history].path, encoding: printer.encoding(of: $0), decoding: printer.decoding(of: $0))
      },
      activeStates: printer.text(printer.program.coding),
      storesDurations: context.shape.hasTimers || machine.fields.contains { $0.type == .duration },
      lengthFields: lengthFields.map { machine[$0] }.filter { $0.bounds == nil }.map { SwiftText.identifier($0.name) },
      longestLengths: lengthFields.map { machine[$0] }.compactMap { field in
        field.bounds.map {
          "\(SwiftText.identifier(field.name)) = \(text.text(.duration(milliseconds: $0.upperBound)))"
        }
      },
      fullyArmed: printer.fullyArmed(armsByField: !lengthFields.isEmpty),
      timedStates: timedStates,
      hasOtherStates: timedStates.reduce(0) { $0 + $1.states.count } < anyStateCount,
      timerAccess: printer.timerAccess(),
      deferredEvents: makeDeferredEvents(), storesTimers: context.shape.hasTimers,
      partEncoding: printer.partEncoding(), partDecoding: printer.partDecoding(),
      afterPartDecoding: printer.droppingAtEnd())
  }

  private func makeStoredFields(armedBy lengths: IDSet<Field>) -> [StoredFieldView] {
    machine.fields.enumerated().map { index, field in
      let form: StoredFieldView.Form =
        switch field.type {
        case .cases, .declared: .cases
        case .duration: .duration
        case .opaque: .carried
        default: .plain
        }
      return StoredFieldView(
        field: field.name, name: SwiftText.identifier(field.name), type: type(of: field),
        typeInMachine: text.type(field.type), form: form,
        armsTimers: lengths.contains(ID(index)),
        range: field.bounds == nil ? "" : RangeText(field, of: context).range, rangeInSpec: field.boundsText ?? "")
    }
  }

  /// Returns the states with timers. States with the same numbers share an element.
  private func makeTimedStates() -> [TimedStatesView] {
    var indices: [Range<Int>: Int] = [:]
    var result: [TimedStatesView] = []
    for state in machine.states where !state.timers.isEmpty {
      let numbers = layout.timerSlots.of(state.id)
      if let index = indices[numbers] {
        result[index].states.append(names.anyStateCase(state.id))
      } else {
        indices[numbers] = result.count
        result.append(TimedStatesView(states: [names.anyStateCase(state.id)], numbers: numbers))
      }
    }
    return result
  }

  /// Returns the fields that hold lengths of timers.
  private func collectLengthFields() -> IDSet<Field> {
    var lengths = IDSet<Field>()
    for timer in machine.states.flatMap(\.timers) {
      if case .field(let field) = timer.length { lengths.insert(field) }
    }
    return lengths
  }

  /// Returns the deferred events with the states that defer them.
  private func makeDeferredEvents() -> [DeferredEventView] {
    var states = IDMap<Event, [String]>()
    for state in machine.states {
      for event in IDSet(state.deferred.map(\.event)) {
        states[event, default: []].append(names.anyStateCase(state.id))
      }
    }
    return context.deferred.map { event in
      let deferring = states[event] ?? []
      return DeferredEventView(
        event: machine[event].name, name: SwiftText.rawCase(machine[event].name), states: deferring,
        hasOtherStates: deferring.count < anyStateCount)
    }
  }
}
