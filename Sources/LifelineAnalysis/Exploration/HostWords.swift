import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// The abilities of a machine's host, as words: the values of ``EnvironmentModel`` for the ``Explorer``.
struct HostWords {
  private let environment: EnvironmentModel
  /// The values of each field.
  let fields: [[Int]]
  /// Whether the host may change each field at any time.
  let isFact: [Bool]
  /// The first value of each parameter of each event.
  let firstArguments: [[Int]]
  /// The indices of the names of each event's parameters.
  let parameterNames: [[Int]]
  /// The fields on whose values the arguments that are tried for a parameter depend, by the index of its name.
  private let comparedFields: [[Int]]
  /// For each state and each word of a set of events, the events that the state names and the host may send.
  private let namedEvents: [UInt]
  private let eventWordCount: Int
  /// The number of states to which the host sends events: those of the machine itself.
  private let stateCount: Int
  /// The values of parameters that were found, and what they were found for.
  private var arguments: [[Int]] = []
  private var argumentKeys = ListTable()
  private var argumentCount = 0

  /// Finds the words, and gives an engine the values that they stand for.
  static func make(for environment: EnvironmentModel, _ engine: inout Engine) -> HostWords {
    let machine = environment.machine
    let program = engine.program
    let nameIndices = Dictionary(uniqueKeysWithValues: program.parameterNames.enumerated().map { ($1, $0) })
    var values = engine.valueTable
    let fields = environment.values.fields.map { $0.map { values.word(for: $0) } }
    let firstArguments = environment.values.parameters.map { $0.compactMap(\.first).map { values.word(for: $0) } }
    engine.valueTable = values
    let wordCount = (machine.declared.events.count + UInt.bitWidth - 1) / UInt.bitWidth
    var named = [UInt](repeating: 0, count: wordCount * machine.declared.states.count)
    let external = machine.declared.events.indices.filter { !machine.events[$0].isInternal }
    let isExternal = Set(external)
    for state in machine.declared.states {
      // The host sends events to the machine only.
      let events = state.onAny.isEmpty ? state.on.map(\.event.index) + state.deferred.map(\.event.index) : external
      for event in events where isExternal.contains(event) {
        named[state.id.index * wordCount + event / UInt.bitWidth] |= 1 << UInt(event % UInt.bitWidth)
      }
    }
    return HostWords(
      environment: environment, fields: fields, isFact: environment.roles.roles.map { $0 == .fact },
      firstArguments: firstArguments,
      parameterNames: machine.events.map { $0.parameters.map { nameIndices[$0.name] ?? 0 } },
      comparedFields: program.parameterNames.map { name in
        environment.values.fields(comparedWithParameter: name).map(\.index)
      }, namedEvents: named, eventWordCount: wordCount)
  }

  private init(
    environment: EnvironmentModel, fields: [[Int]], isFact: [Bool], firstArguments: [[Int]], parameterNames: [[Int]],
    comparedFields: [[Int]], namedEvents: [UInt], eventWordCount: Int
  ) {
    self.environment = environment
    self.fields = fields
    self.isFact = isFact
    self.firstArguments = firstArguments
    self.parameterNames = parameterNames
    self.comparedFields = comparedFields
    self.namedEvents = namedEvents
    self.eventWordCount = eventWordCount
    stateCount = environment.machine.declared.states.count
  }

  /// Puts the events that the host may send to a machine in some states into a list.
  mutating func collectEvents(for active: BitSet, _ events: inout [Int]) {
    events.empty()
    for word in 0..<eventWordCount {
      var bits: UInt = 0
      var state = active.first(from: 0, below: stateCount)
      while state >= 0 {
        bits |= namedEvents[state * eventWordCount + word]
        state = active.first(from: state + 1, below: stateCount)
      }
      while bits != 0 {
        events.append(word * UInt.bitWidth + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }

  /// Returns the values that are tried for a parameter if the fields have some values.
  mutating func arguments(at position: Int, of event: Int, _ fields: [Int], _ words: inout ValueTable) -> [Int] {
    let key = [event, position] + comparedFields[parameterNames[event][position]].map { fields[$0] }
    let index = argumentKeys.intern(key) - 1
    if index < arguments.count { return arguments[index] }
    let machine = environment.machine
    let snapshot = Snapshot(
      fields: machine.fields.enumerated().map { words.value(fields[$0], as: $1.type) })
    arguments.append(
      environment.values.arguments(at: position, of: ID(event), in: snapshot, machine).map { words.word(for: $0) })
    // An array begins with a header.
    argumentCount += 4 + arguments[index].count
    return arguments[index]
  }

  /// The number of words that the values take that were found.
  var wordCount: Int { argumentKeys.wordCount + argumentCount }

  /// Returns whether the values that are tried for a parameter depend on a field.
  func isParameter(at position: Int, of event: Int, comparedWith field: Int) -> Bool {
    comparedFields[parameterNames[event][position]].contains(field)
  }
}
