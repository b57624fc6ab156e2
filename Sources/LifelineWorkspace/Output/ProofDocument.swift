import LifelineAnalysis
import LifelineReporting
import LifelineSource

/// The verdicts on a machine, for programs.
enum ProofDocument {
  /// Returns the JSON object about a machine; `nil` if it wasn't explored.
  static func line(_ spec: VerifiedSpec) -> String? {
    guard let machine = spec.machine?.prepared.machine, let proof = spec.machine?.analysis.proof else { return nil }
    let promises = proof.promises.map { promise in
      JSON.object(
        [
          (promise.name.subjectKind, .string(promise.name.subject)), ("promise", .string(promise.name.key)),
          ("verdict", .string(promise.verdict.rawValue)),
        ] + JSON.members(of: promise.name.range))
    }
    let document: JSON = [
      "version": 1, "machine": .string(machine.name), "path": .string(spec.compiled.spec.file.path),
      "promises": .array(promises), "noEndlessLoop": .string(proof.loops.rawValue),
      "noFieldLeavesItsRange": proof.ranges.map { .string($0.rawValue) }, "states": .number(proof.stateCount),
      "reachedStates": .number(proof.reachedStateCount), "configurations": .number(proof.configurationCount),
      "isComplete": .bool(proof.isComplete),
      "reasons": .array(proof.reasons.map { .string(VisibleText.escaped($0.message)) }),
    ]
    return document.text
  }
}
