import LifelineAnalysis
import LifelineInterpreter
import LifelineModel

/// The explorations against which the logs of one machine are held, and their automata. Each is made once.
struct TraceExplorations {
  /// The greatest number of configurations to explore; `nil` for the standard.
  var limit: Int?
  var observeProgress: ProgressObserver?
  /// The exploration of the machine with all values of its fixed fields that it distinguishes, if there is one already.
  var whole: Exploration?
  /// The explorations with given values that `whole` doesn't include.
  private var restricted: [[FieldValue]: Exploration] = [:]
  private var automata: [AutomatonKey: CallAutomaton] = [:]

  /// The things on which an automaton depends.
  private struct AutomatonKey: Hashable {
    var given: [FieldValue]
    var events: IDSet<Event>
    var showsStates: Bool
  }

  init(limit: Int?, observeProgress: ProgressObserver? = nil, whole: Exploration? = nil) {
    self.limit = limit
    self.observeProgress = observeProgress
    self.whole = whole
  }

  /// Returns the automaton of the calls of a machine.
  /// - Parameters:
  ///   - given: The values of fixed fields with which it begins.
  ///   - events: The events that logs show.
  ///   - showsStates: Whether logs show states.
  mutating func automaton(
    of machine: Machine, given: [FieldValue], showing events: IDSet<Event>, showsStates: Bool
  ) -> CallAutomaton {
    let key = AutomatonKey(given: given, events: events, showsStates: showsStates)
    if let known = automata[key] { return known }
    let automaton = CallAutomaton.make(
      from: exploration(of: machine, given: given), given: given, showing: events, showsStates: showsStates)
    automata[key] = automaton
    return automaton
  }

  /// Returns an exploration in which the machine begins with some values of fixed fields, perhaps among others.
  mutating func exploration(of machine: Machine, given: [FieldValue]) -> Exploration {
    if let whole, whole.includes(given) { return whole }
    if let known = restricted[given] { return known }
    let observe = observeProgress.map { observe in { (count: Int) in observe(machine.name, count) } }
    // Without an exploration there is nothing to hold a log against.
    let limit = limit.flatMap { $0 > 0 ? $0 : nil } ?? Exploration.standardLimit
    let exploration = explore(
      MachineIndex.build(for: machine.giving(given)), limit: limit, given: given, observing: observe)
    if given.isEmpty { whole = exploration } else { restricted[given] = exploration }
    return exploration
  }
}

extension Machine {
  /// Returns the machine with other defaults, so that an exploration tries these values.
  fileprivate func giving(_ values: [FieldValue]) -> Machine {
    var machine = self
    for given in values { machine.fields[given.field.index].defaultValue = given.value }
    return machine
  }
}
