import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineSource

extension GenerationJob {
  /// Returns whether a monitor is to be generated for the machine of a spec.
  func makesMonitor(for spec: LoadedSpec) -> Bool {
    outputFolders(of: spec).machines != nil && (monitor || spec.settings.monitor == true)
  }

  /// Returns the table of a machine's monitor, or the error that prevents one. A machine without callbacks needs none.
  func makeMonitor(for machine: Machine, knowing known: Exploration?) -> (table: MonitorTable?, errors: [Diagnostic]) {
    guard !machine.callbacks.isEmpty else { return (nil, []) }
    // The limit of the checks may be zero, or too low for a monitor, which needs all configurations.
    let usable = known.flatMap { $0.isComplete || $0.limit >= Exploration.standardLimit ? $0 : nil }
    let exploration = usable ?? explore(MachineIndex.build(for: machine))
    guard exploration.isComplete else {
      return (nil, [machine.noMonitor("it has too many configurations to explore all of them")])
    }
    do throws(MonitorRefusal) {
      let table = try LifelineAnalysis.makeMonitor(
        from: exploration, owed: machine.observedCallbacks, showing: machine.observedEvents)
      return (table, [])
    } catch {
      return (nil, [machine.noMonitor(error.message)])
    }
  }
}

extension Machine {
  /// Returns the error that the machine can't have a monitor.
  fileprivate func noMonitor(_ reason: String) -> Diagnostic {
    Diagnostic(
      .noMonitor, "`\(name)` can't have a monitor: \(reason)", at: SourceLocation(path: path, range: nameRange))
  }
}

extension MonitorRefusal {
  /// The reason, and what would make the monitor smaller.
  fileprivate var message: String {
    if hasTooManyChoices {
      return
        "an app has more than \(grouped(MonitorTableChoices.limit)) choices (`given` and `without` of `observing`); "
        + "leave out some"
    }
    if hasTooManySteps {
      return "it has too many steps to compare arguments; delete `arguments` of `observing`"
    }
    if hasTooManyStories {
      return
        "with its choices, it has too many states to tell stories; delete `stories` of `observing`, or leave out some choices"
    }
    let size = stateCount.map { "it would have \(grouped($0)) states" } ?? "it would have too many states to count"
    let others = countsWithout.map { channel, count in
      "without the channel `\(channel)`, \(count.map { grouped($0) } ?? "still too many")"
    }
    let fewer = countWithoutChoices.map { "; without choices of an app, \(grouped($0))" } ?? ""
    return "\(size), and at most \(grouped(monitorStateLimit)) are possible"
      + (others.isEmpty
        ? "" : " (\(others.joined(separator: "; "))\(fewer)); observe fewer channels, or ignore some (`observing`)")
  }
}
