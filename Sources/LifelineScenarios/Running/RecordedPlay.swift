import LifelineInterpreter

/// A play of a scenario, step by step.
package struct RecordedPlay: Sendable {
  /// The number of what comes before all steps.
  package static let beginning = -1

  /// The snapshots before each step, and the one at the end.
  package private(set) var snapshots: [Snapshot] = []
  /// The step in which each part of the machine is touched first; ``beginning`` if that comes before all steps.
  package private(set) var firstSteps: [CoverageProfile.Part: Int] = [:]
  /// The snapshot at the end.
  package private(set) var end: Snapshot

  /// Plays a scenario that holds.
  package static func record(_ oracle: ScenarioOracle, from beginning: ScenarioRun.Beginning) -> RecordedPlay {
    var run = ScenarioRun(oracle, from: beginning, profile: CoverageProfile())
    var play = RecordedPlay(end: run.end)
    _ = run.play { play.add($0, $1) }
    return play
  }

  /// Adds what was touched up to a snapshot.
  private mutating func add(_ snapshot: Snapshot, _ profile: CoverageProfile?) {
    for part in (profile?.counts ?? [:]).keys where firstSteps[part] == nil { firstSteps[part] = snapshots.count - 1 }
    snapshots.append(snapshot)
    end = snapshot
  }
}
