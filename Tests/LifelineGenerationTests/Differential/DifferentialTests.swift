import Foundation
import LifelineModel
import XCTest
import TestSupport

/// Generated code does what the interpreter does: machines that are made at random meet events at random, and both
/// must make the same calls with the same arguments, end in the same states and fields, and say the same of events
/// and timers.
///
/// The machines are always the same unless `LIFELINE_SEED` is set; `LIFELINE_MACHINES` says how many there are.
final class DifferentialTests: CompilingTestCase {
  private static let defaultCount = 200

  func testRandomMachines() async throws {
    let seed = testSeed(default: 1)
    let setting = ProcessInfo.processInfo.environment["LIFELINE_MACHINES"]
    let wanted = setting.flatMap { Int($0) } ?? Self.defaultCount

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
      let steps = trial.session.failingSteps(upTo: difference.place).map(\.line).joined(separator: "\n")
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
      // Side by side, and in the same order every time.
      let seeds = (0..<32).map { _ in dice.next() }
      trials += try await withThrowingTaskGroup(of: (Int, Trial?).self) { [number] group in
        for (place, seed) in seeds.enumerated() {
          group.addTask {
            // The compiler has the most to do: a few large machines are enough.
            let length = place == 0 ? 2_000 : 500
            let name = "M\(number + place)"
            return (place, try Trial.make(name: name, seed: seed, greatestLength: length))
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

  /// Writes a machine out, where the test does not remove it.
  private func keep(_ machine: RandomMachine, _ seed: UInt64) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "lifeline-\(seed)-\(machine.name).yaml")
    try Data(machine.yaml.utf8).write(to: file)
    return file.path
  }
}
