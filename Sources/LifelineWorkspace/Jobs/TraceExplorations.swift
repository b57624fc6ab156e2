import LifelineAnalysis
import LifelineInterpreter
import LifelineModel

/// The explorations against which the logs of one machine are held. Each is made once.
struct TraceExplorations {
  /// The greatest number of configurations to explore; `nil` for the standard.
  var limit: Int?
  var observeProgress: ProgressObserver?
  /// The exploration of the machine with all values of its fixed fields that it distinguishes, if there is one already.
  var whole: Exploration?
  /// The explorations with given values that `whole` doesn't include.
  private var restricted: [[FieldValue]: Exploration] = [:]

  init(limit: Int?, observeProgress: ProgressObserver? = nil, whole: Exploration? = nil) {
    self.limit = limit
    self.observeProgress = observeProgress
    self.whole = whole
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
