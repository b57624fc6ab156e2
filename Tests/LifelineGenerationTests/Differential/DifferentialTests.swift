import Foundation
import LifelineModel
import XCTest
import TestSupport

/// Compares generated code with the interpreter: random machines get random events, and both must make the same calls
/// with the same arguments, reach the same states, fields and timers, and handle or ignore the same events.
///
/// The machines are always the same unless `LIFELINE_SEED` is set. `LIFELINE_MACHINES` sets their number.
final class DifferentialTests: CompilingTestCase {
  private static let defaultCount = 200

  func testRandomMachines() async throws {
    let seed = testSeed(default: 1)
    let wanted = numberOfRandomMachines(quick: 4, thorough: 16, all: Self.defaultCount)

    let trials = try await Self.trials(wanted, seed: seed)
    var counts: Session.Counts = [:]
    for trial in trials { counts.merge(trial.session.counts, uniquingKeysWith: +) }
    print(counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    if wanted >= Self.defaultCount {
      XCTAssertGreaterThanOrEqual(counts["events", default: 0], 20_000)
      for rarity in Session.rarities { XCTAssertGreaterThan(counts[rarity, default: 0], 0, rarity) }
    }

    let bench = Bench(folder: folder)
    let failing = zip(trials, try bench.differences(in: trials)).compactMap { pair in pair.1.map { (pair.0, $0) } }
    if let first = failing.first {
      for (trial, _) in failing.dropFirst() { print("also: \(try keep(trial.source, seed))") }
      var shrinker = Shrinker(bench: bench)
      let (trial, difference) = try shrinker.shrink(first.0, first.1)
      let steps = trial.session.failingSteps(upTo: difference.index).map(\.line).joined(separator: "\n")
      XCTFail(
        """
        \(failing.count) of \(trials.count) machines do something else when generated, with LIFELINE_SEED=\(seed).
        \(try keep(first.0.source, seed)), smaller \(try keep(trial.source, seed)):
        \(trial.source.yaml)
        \(steps)
        interpreted: \(difference.expected)
        generated:   \(difference.actual)
        """)
    }
  }

  private static func trials(_ wanted: Int, seed: UInt64) async throws -> [Trial] {
    var dice = SplitMix64(seed: seed)
    var trials: [Trial] = []
    var number = 0
    while trials.count < wanted {
      // The results are sorted, so that the order doesn't depend on the tasks' speed.
      let seeds = (0..<32).map { _ in dice.next() }
      trials += try await withThrowingTaskGroup(of: (Int, Trial?).self) { [number] group in
        for (index, seed) in seeds.enumerated() {
          group.addTask {
            // The compiler takes the most time, so only a few machines are large.
            let length = index == 0 ? 2_000 : 500
            let name = "M\(number + index)"
            return (index, try Trial.make(name: name, seed: seed, greatestLength: length))
          }
        }
        var made: [(Int, Trial?)] = []
        for try await trial in group { made.append(trial) }
        return made.sorted { $0.0 < $1.0 }.compactMap(\.1)
      }
      number += seeds.count
    }
    return Array(trials.prefix(wanted))
  }

  /// Writes a machine to a file that the test doesn't remove.
  ///
  /// - Returns: The path of the file.
  private func keep(_ machine: RandomMachine, _ seed: UInt64) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "lifeline-\(seed)-\(machine.name).yaml")
    try Data(machine.yaml.utf8).write(to: file)
    return file.path
  }
}
