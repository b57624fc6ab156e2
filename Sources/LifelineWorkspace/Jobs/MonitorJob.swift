import LifelineAnalysis
import LifelineModel
import LifelineSource

extension GenerationJob {
  /// Returns whether a monitor is to be generated for the machine of a spec.
  func makesMonitor(for spec: LoadedSpec) -> Bool {
    outputFolders(of: spec).machines != nil && (monitor || spec.settings.monitor == true)
  }

  /// Returns the table of a machine's monitor, or the error that prevents one. A machine without callbacks needs none.
  /// - Parameter exploration: The exploration of the machine; `nil` if it has no callbacks.
  func makeMonitor(
    for machine: Machine, knowing exploration: Exploration?
  ) -> (table: MonitorTable?, errors: [Diagnostic]) {
    guard let exploration, !machine.callbacks.isEmpty else { return (nil, []) }
    guard exploration.isComplete else {
      let end = exploration.earlyEnd ?? "ended at endless loops"
      return (nil, [machine.noMonitor("it needs all configurations, and the exploration \(end)")])
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
