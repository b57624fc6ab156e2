import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import LifelineSource

extension PageBuilder {
  /// The parts of the machine that the scenarios cover, in numbers, and those that they don't.
  var coverage: [Block] {
    guard let coverage = facts.coverage else { return [] }
    guard !machine.scenarios.isEmpty else {
      return [
        .heading(section("Coverage")), .paragraph([.text("There are no scenarios, so none touches the machine.")]),
      ]
    }
    let rows = CoverageSubject.allCases.compactMap { subject -> [[Inline]]? in
      let figure = coverage.figure(subject)
      guard figure.total > 0 else { return nil }
      return [
        [.text(words(for: subject))], [.text("\(grouped(figure.covered)) of \(grouped(figure.total))")],
        [.text("\(figure.percent) %")],
      ]
    }
    guard !rows.isEmpty else { return [] }
    var result: [Block] = [
      .heading(section("Coverage")), .paragraph([.text("The scenarios above touch so much of the machine:")]),
      .table(head: ["What is counted", "Touched", "Share"], rows: rows),
    ]
    let missing = coverage.missing
    if !missing.isEmpty {
      result.append(.paragraph([.text("Not touched:")]))
      result.append(.list(missing.map { prose("\($0.name) \($0.complaint)") }))
    }
    return result
  }

  private func words(for subject: CoverageSubject) -> String {
    switch subject {
    case .states: "States that are active in a scenario"
    case .transitions: "Transitions that are taken"
    case .guards: "Outcomes of conditions: true and false count apart"
    case .callbacks: "Callbacks that are called where a scenario watches them"
    case .promises: "Answers that come, and calls between two others, where a scenario watches them"
    case .claims: "Claims of the sources that are cited"
    }
  }
}

extension Proof {
  /// A sentence that says what is proved of the machine as a whole.
  var sentence: String {
    let words = verdicts
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
