import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineSimulation

/// Holds the open questions of simulated sessions, and the promises that are broken, against the oracle of promises, on random
/// machines.
///
/// `LIFELINE_SEED` chooses other machines, and `LIFELINE_MACHINES` their number.
final class AnswerDifferenceTests: XCTestCase {
  func testRandomSessionsOweTheSame() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 44)
    var random = SplitMix64(seed: seed)
    var tried = 0
    var (owed, broken) = (0, 0)
    let count = numberOfRandomMachines(quick: 60, thorough: 120, all: 960)
    while tried < count {
      var promises = RandomPromises(seed: random.next(), hasTwoRegions: random.happens(50))
      let text = promises.makeSpec()
      let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml").machine)
      let promise = try XCTUnwrap(machine.promises.first)
      if case .answeredBy = promise.form { tried += 1 }
      let runs = PromiseRuns(index: MachineIndex.build(for: machine))
      for _ in 0..<4 {
        var run = runs.run(runs.beginning, .start)
        var session = try SimulationSession.begin(runs.index)
        var wasBroken = false
        for _ in 0..<10 {
          let verdict = judge(promise, run.moments)
          let followed = FollowedPromises.follow(session)
          let found = followed.open
          let story = "seed \(seed)\n\(text)\n\(run.moments)"
          XCTAssertEqual(found.map(\.askedAt), verdict.owedSince.map { [run.moments[$0].time] } ?? [], story)
          // How a run that broke its promise goes on, the oracle doesn't say.
          if !wasBroken {
            wasBroken = verdict.brokenAt != nil
            XCTAssertEqual(!followed.brokenLast.isEmpty || found.contains(where: \.isLate), wasBroken, story)
            if wasBroken { broken += 1 }
          }
          if !found.isEmpty { owed += 1 }
          let steps = runs.steps(after: run)
          if steps.isEmpty { break }
          let step = random.happens(10) ? .wait(random.number(3...20)) : random.element(steps)
          run = runs.run(run, step)
          switch step {
          case .start: break
          case .send(let event): try session.perform(.send(event, arguments: []))
          case .wait(let time): try session.perform(.wait(milliseconds: time))
          }
        }
      }
      if testRun?.failureCount ?? 0 > 3 { return }
    }
    XCTAssertGreaterThan(owed, 50)
    XCTAssertGreaterThan(broken, 50)
  }
}
