import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel

/// The checks of a machine besides running its scenarios.
package struct Verification: Sendable {
  /// The extent of the static checks and of the exploration.
  package enum Extent: Sendable {
    /// Everything that can be found, for `lifeline check`.
    case completely
    /// The errors that an exploration finds, for `lifeline generate`.
    case forErrors
  }

  /// The things besides the checks that need an exploration. It is made once, for these and for the checks.
  enum Need: Comparable, Sendable {
    case nothing
    /// Something needs an exploration, even one that ends early, and even where the checks need none.
    case any
    /// Something needs all configurations, even where the limit of the checks is lower.
    case all
  }

  /// The extent of the static checks and of the exploration.
  package var extent: Extent
  /// Whether an exploration for errors also reports what it left unproved. A complete one always does.
  package var reportsUnexploredParts = false
  /// Whether the results contain the exploration, if there is one.
  package var keepsExploration = false
  /// The things besides the checks that need an exploration.
  var need = Need.nothing
  /// The forms in which diagnostics show the runs that they are about, besides their lines.
  package var counterexampleForms: CounterexampleForms = []
  /// Whether to record what the scenarios cover.
  package var recordsCoverage = false
  /// Whether to try mutants of the machine.
  package var mutates = false
  /// The greatest number of configurations to explore: none if it is zero, and `nil` for the configuration's.
  package var explorationLimit: Int?
  /// A function that is called now and then while a machine is explored.
  package var observeProgress: ProgressObserver?
  /// Returns whether somebody still wants the results, which are incomplete otherwise.
  package var isWanted: @Sendable () -> Bool = { true }

  /// Creates checks of an extent; by default, without anything else.
  package init(
    _ extent: Extent, reportsUnexploredParts: Bool = false, recordsCoverage: Bool = false, mutates: Bool = false,
    explorationLimit: Int? = nil, observeProgress: ProgressObserver? = nil
  ) {
    self.extent = extent
    self.reportsUnexploredParts = reportsUnexploredParts
    self.recordsCoverage = recordsCoverage
    self.mutates = mutates
    self.explorationLimit = explorationLimit
    self.observeProgress = observeProgress
  }

  /// Checks a machine statically and explores it, as far as the extent says.
  func analyze(_ machine: Machine, of spec: CompiledSpec) -> AnalysisReport {
    let asked = explorationLimit ?? spec.spec.settings.explorationLimit ?? Exploration.standardLimit
    let limit = need == .all ? max(asked, Exploration.standardLimit) : asked
    let observe = observeProgress.map { observe in { (count: Int) in observe(machine.name, count) } }
    let keepsExploration = keepsExploration || need > .nothing
    // With a limit of zero, the checks don't look at what is explored for others.
    let limitOfChecks = asked == 0 ? 0 : limit
    var report =
      switch extent {
      case .completely:
        LifelineAnalysis.analyze(
          machine, limit: limitOfChecks, besides: spec.reading.diagnostics, keepingExploration: keepsExploration,
          showingCounterexamples: counterexampleForms, observing: observe, whileWanted: isWanted)
      case .forErrors:
        findReachableErrors(
          in: machine, limit: limitOfChecks, reportingUnexploredParts: reportsUnexploredParts,
          keepingExploration: keepsExploration, showingCounterexamples: counterexampleForms, observing: observe)
      }
    if asked == 0, need > .nothing {
      report.exploration = explore(MachineIndex.build(for: machine), observing: observe, whileWanted: isWanted)
    }
    return report
  }
}

/// A function that receives the name of a machine and the number of its configurations that were explored so far.
package typealias ProgressObserver = @Sendable (_ machine: String, _ configurations: Int) -> Void
