import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineSource

extension GenerationJob {
  /// Returns whether a monitor is to be generated for the machine of a spec.
  func makesMonitor(for spec: LoadedSpec) -> Bool {
    outputFolders(of: spec).machines != nil && (monitor || spec.settings.monitor == true)
  }

  /// Returns a spec with the table of its monitor, or with the error that prevents one. A machine without callbacks needs
  /// none.
  func addMonitor(to spec: VerifiedSpec) -> VerifiedSpec {
    guard makesMonitor(for: spec.compiled.spec), let machine = spec.machine, !machine.callbacks.isEmpty,
      !spec.diagnostics.containsErrors
    else { return spec.withoutExploration }
    var spec = spec
    // The limit of the checks may be zero, or too low for a monitor, which needs all configurations.
    let known = spec.exploration.flatMap { $0.isComplete ? $0 : nil }
    let exploration = known ?? explore(MachineIndex.build(for: machine))
    spec.exploration = nil
    guard exploration.isComplete else {
      spec.monitorError = machine.noMonitor("it has too many configurations to explore all of them")
      return spec
    }
    do throws(MonitorRefusal) {
      spec.monitor = try makeMonitor(from: exploration, owed: machine.observedCallbacks)
    } catch {
      spec.monitorError = machine.noMonitor(error.message)
    }
    return spec
  }
}

extension VerifiedSpec {
  /// The spec without the exploration, which may be large, when nothing needs it any more.
  fileprivate var withoutExploration: VerifiedSpec {
    var spec = self
    spec.exploration = nil
    return spec
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
    let size = stateCount.map { "it would have \(grouped($0)) states" } ?? "it would have too many states to count"
    let others = countsWithout.map { channel, count in
      "without the channel `\(channel)`, \(count.map { grouped($0) } ?? "still too many")"
    }
    return "\(size), and at most \(grouped(monitorStateLimit)) are possible"
      + (others.isEmpty ? "" : " (\(others.joined(separator: "; "))); observe fewer channels (`observing`)")
  }
}
