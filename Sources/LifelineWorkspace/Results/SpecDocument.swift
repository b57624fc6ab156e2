import LifelineAnalysis
import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource

/// The results of checking a spec, without the exploration.
struct SpecResult: Sendable {
  private let path: String
  private let machine: Machine?
  private let report: CheckReport?
  private let proof: Proof?
  private let coverage: Coverage?
  private let mutation: MutationReport?

  /// Creates the results of a check.
  init(of spec: VerifiedSpec) {
    path = spec.compiled.spec.file.path
    machine = spec.compiled.machine
    report = spec.machine?.report
    proof = spec.machine?.analysis.proof
    coverage = spec.machine?.coverage
    mutation = spec.machine?.mutation
  }

  /// The results as JSON. What wasn't looked at is left out.
  var document: JSON {
    [
      "path": .string(path), "machine": machine.map { .string($0.name) },
      "scenarios": report.map { .array(scenarios($0)) },
      "promises": proof.map { .array($0.promises.map(object)) },
      "noEndlessLoop": proof.map { .string($0.loops.rawValue) },
      "noFieldLeavesItsRange": proof?.ranges.map { .string($0.rawValue) },
      "exploration": proof.map(exploration), "coverage": coverage.map(CoverageDocument.summary),
      "mutants": mutation.map(mutants),
    ]
  }

  /// The members of a result that has several specs.
  static func members(_ specs: [SpecResult]) -> [(name: String, value: JSON)] {
    [("specs", .array(specs.map(\.document)))]
  }

  private func scenarios(_ report: CheckReport) -> [JSON] {
    guard let machine else { return [] }
    return zip(machine.scenarios, report.outcomes).compactMap { scenario, outcome in
      guard let outcome else { return nil }
      return .object(
        [("name", .string(scenario.name)), ("verdict", .string(outcome.rawValue))]
          + JSON.members(of: scenario.range))
    }
  }

  private func object(_ promise: Proof.Promise) -> JSON {
    .object(
      [
        ("promise", .string(promise.name.key)), ("subject", .string(promise.name.subject)),
        ("subjectKind", .string(promise.name.subjectKind)), ("verdict", .string(promise.verdict.rawValue)),
      ] + (promise.reasons.isEmpty ? [] : [("reasons", texts(promise.reasons))])
        + JSON.members(of: promise.name.range))
  }

  private func exploration(_ proof: Proof) -> JSON {
    [
      "configurations": .number(proof.configurationCount), "limit": .number(proof.limit),
      "isComplete": .bool(proof.isComplete), "endedBy": proof.bound.map { .string($0.rawValue) },
      "states": .number(proof.stateCount), "reachedStates": .number(proof.reachedStateCount),
      "reasons": proof.reasons.isEmpty ? nil : texts(proof.reasons.map(\.message)),
    ]
  }

  private func mutants(_ report: MutationReport) -> JSON {
    [
      "killed": .number(report.count(.killed)), "killedByPromises": .number(report.count(.promiseBroken)),
      "survived": .number(report.count(.survived)), "undecided": .number(report.count(.undecided)),
      "equivalent": .number(report.count(.equivalent)), "percent": .number(report.score),
    ]
  }

  private func texts(_ texts: [String]) -> JSON { .array(texts.map { .string(VisibleText.escaped($0)) }) }
}
