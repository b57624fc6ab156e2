import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineTraces

/// The explorations against which the logs of one machine are held, and the models made of them. Each is made once.
struct TraceExplorations {
  /// The greatest number of configurations to explore; `nil` for the standard.
  var limit: Int?
  var observeProgress: ProgressObserver?
  /// The exploration of the machine with all values of its fixed fields that it distinguishes, if there is one already.
  var whole: Exploration?
  /// The promises of the machine's own file that each run keeps, for judges that don't ask which questions are open at the end
  /// of a log. A line that fits belongs to a run, so it breaks none of them.
  var kept: Set<PromiseName>
  /// The explorations with given values that `whole` doesn't include.
  private var restricted: [[FieldValue]: Exploration] = [:]
  private var models: [ModelKey: TraceModel] = [:]
  private var silentLetters: [LettersKey: SilentLetters?] = [:]

  /// The things on which a model depends.
  private struct ModelKey: Hashable {
    var given: [FieldValue]
    var events: IDSet<Event>
    var showsStates: Bool
    var owed: IDSet<Callback>
  }

  /// The things on which silent letters depend.
  private struct LettersKey: Hashable {
    /// The given values of the exploration; none for the one with all values.
    var given: [FieldValue]
    var owed: IDSet<Callback>
  }

  init(
    limit: Int?, observeProgress: ProgressObserver? = nil, whole: Exploration? = nil, kept: Set<PromiseName> = []
  ) {
    self.limit = limit
    self.observeProgress = observeProgress
    self.whole = whole
    self.kept = kept
  }

  /// Returns the model of a machine's logs that are held against it in a certain way.
  mutating func model(of machine: Machine, for options: TraceOptions) -> TraceModel {
    let key = ModelKey(
      given: options.given, events: options.events, showsStates: options.showsStates, owed: options.owed)
    if let known = models[key] { return known }
    let exploration = exploration(of: machine, given: options.given)
    let isPartOfWhole = whole?.includes(options.given) == true
    let lettersKey = LettersKey(given: isPartOfWhole ? [] : options.given, owed: options.owed)
    let automaton = CallAutomaton.make(
      from: exploration, given: options.given, showing: options.events, showsStates: options.showsStates)
    let model = TraceModel.make(
      automaton, owed: options.owed, given: options.given, besides: isPartOfWhole ? kept : []
    ) { promises in
      if let known = silentLetters[lettersKey] { return known }
      let letters = SilentLetters.find(in: exploration, for: promises)
      silentLetters[lettersKey] = .some(letters)
      return letters
    }
    models[key] = model
    return model
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
