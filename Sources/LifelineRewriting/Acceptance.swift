import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource

/// A spec whose failing scenarios were rewritten to expect what the machine does.
package struct Acceptance: Sendable {
  /// The bytes of the spec; the old ones if nothing was rewritten.
  package fileprivate(set) var bytes: [UInt8]
  /// The result of reading ``bytes``.
  package fileprivate(set) var reading: SpecReading
  /// The result of playing the scenarios in ``reading``.
  package fileprivate(set) var report: CheckReport
  /// The names of the scenarios that were rewritten.
  package fileprivate(set) var accepted: [String] = []
  /// The reasons that other failing scenarios were not, with ranges of the old text.
  package fileprivate(set) var diagnostics: [Diagnostic] = []
}

/// Plays the scenarios of a machine and finds corrections of those that fail.
package func playForAcceptance(_ machine: Machine) -> CheckReport {
  checkScenarios(of: machine, recording: true, correcting: true)
}

/// Plays the scenarios of a machine, and finds corrections of those that fail and the calls of steps that expect any.
package func playForRecording(_ machine: Machine) -> CheckReport {
  checkScenarios(of: machine, recording: true, correcting: true, recordingCalls: true)
}

/// Rewrites the failing scenarios of a spec so that they expect what its machine does.
///
/// Only expectations change: not what happens in scenarios, not `never`, and nothing that is refuted. Everything else
/// in the text stays as it is, to the byte.
/// - Parameters:
///   - bytes: The bytes of the spec.
///   - reading: The result of reading `bytes`.
///   - report: The result of playing the scenarios in `reading`, with corrections.
///   - names: The names of the scenarios to rewrite; `nil` for all.
///   - play: Plays the scenarios of a rewritten spec. It's called once for each text that is tried.
package func acceptScenarios(
  in bytes: [UInt8], reading: SpecReading, report: CheckReport, named names: Set<String>? = nil,
  playing play: @escaping (Machine) -> CheckReport = playForAcceptance
) -> Acceptance {
  var acceptance = Acceptance(bytes: bytes, reading: reading, report: report)
  guard let machine = reading.machine, let root = reading.document.root else { return acceptance }
  let source = CommentedSource.scan(reading.document)
  let rewriter = SpecRewriter(
    bytes: bytes, machine: machine, used: reading.used, failing: Set(report.corrections.map(\.scenario)),
    source: source, play: play)
  let scenarios = EditableNode(root: root).value("scenarios", source)?.values(source).map(\.node) ?? []
  var plans: [RewritingPlan] = []
  var refusals: [(scenario: ID<Scenario>, reason: UnfixableExpectation)] = []
  for (id, result) in report.corrections where names?.contains(machine[id].name) ?? true {
    guard scenarios.indices.contains(id.index) else { continue }
    do throws(UnfixableExpectation) {
      var editor = ExpectationEditor(source, machine: machine)
      try editor.correct(scenarios[id.index], by: try result.get())
      plans.append(RewritingPlan(scenario: id, edits: Set(editor.edits), sharing: editor.sharing))
    } catch {
      refusals.append((id, error))
    }
  }
  let rewritten = rewriter.rewrite(plans)
  for plan in plans where !rewritten.scenarios.contains(plan.scenario) {
    refusals.append((plan.scenario, plan.refusal(in: machine)))
  }
  if let result = rewritten.result { (acceptance.bytes, acceptance.reading, acceptance.report) = result }
  acceptance.accepted = rewritten.scenarios.sorted().map { machine[$0].name }
  acceptance.diagnostics = refusals.map { id, reason in
    Diagnostic(
      .unacceptable, "scenario `\(machine[id].name)` is not rewritten: \(reason.message)",
      at: SourceLocation(path: machine.path, range: reason.range))
  }.inSourceOrder()
  return acceptance
}

/// The edits that rewrite a scenario.
private struct RewritingPlan {
  var scenario: ID<Scenario>
  var edits: Set<TextEdit>
  var sharing: EditableNode.Sharing?

  /// Returns the reason that the edits were not made: the result would not have been right.
  func refusal(in machine: Machine) -> UnfixableExpectation {
    guard let sharing else {
      return UnfixableExpectation(
        "its text can't be rewritten safely: change it by hand", at: machine[scenario].range)
    }
    guard let alias = sharing.alias else {
      return UnfixableExpectation(
        "an alias elsewhere repeats this, and would change too: write the alias out", at: sharing.anchored)
    }
    return UnfixableExpectation(
      "this is an alias, and changing it would change its anchor too: write it out here", at: alias)
  }
}

/// Makes the edits of those plans whose result is right.
private struct SpecRewriter {
  /// A rewritten text with the results of reading it and of playing its scenarios.
  typealias Result = (bytes: [UInt8], reading: SpecReading, report: CheckReport)

  let bytes: [UInt8]
  let machine: Machine
  /// The specs that the parts use, or why they can't be used.
  let used: UsedSpecs
  /// The scenarios that fail before any edit.
  let failing: Set<ID<Scenario>>
  let source: CommentedSource
  let play: (Machine) -> CheckReport

  /// Returns the scenarios whose edits could be made, and the result.
  func rewrite(_ plans: [RewritingPlan]) -> (scenarios: Set<ID<Scenario>>, result: Result?) {
    var edits: Set<TextEdit> = []
    var scenarios: Set<ID<Scenario>> = []
    var result: Result?
    func take(_ group: [RewritingPlan]) -> Bool {
      let moreEdits = group.reduce(edits) { $0.union($1.edits) }
      let moreScenarios = scenarios.union(group.map(\.scenario))
      guard let new = apply(moreEdits, accepting: moreScenarios) else { return false }
      (edits, scenarios, result) = (moreEdits, moreScenarios, new)
      return true
    }
    // Edits of an anchored node are right only if all scenarios that use it want the same.
    var groups = Dictionary(grouping: plans) { $0.sharing?.anchored ?? .start }.sorted { $0.key < $1.key }.map(\.value)
    groups.removeAll(where: take)
    // An anchored node may contain another.
    let nested = groups.joined().filter { $0.sharing != nil }
    if groups.count > 1, !nested.isEmpty { _ = take(nested) }
    return (scenarios, result)
  }

  /// Returns the spec with all edits made, if it can be read, the `accepted` scenarios hold, all others fail or hold as
  /// before, and no comment is lost.
  private func apply(_ edits: Set<TextEdit>, accepting accepted: Set<ID<Scenario>>) -> Result? {
    guard let rewritten = source.bytes.applying(Array(edits)) else { return nil }
    // A byte order mark isn't part of the text.
    let new = Array(bytes.prefix(bytes.count - source.bytes.count) + rewritten)
    let reading = SpecReader.read(bytes: new, path: machine.path, using: used)
    guard let machine = reading.machine, machine.scenarios.map(\.name) == self.machine.scenarios.map(\.name),
      source.allComments.isSubset(of: CommentedSource.scan(reading.document).allComments)
    else { return nil }
    let report = play(machine)
    guard Set(report.corrections.map(\.scenario)) == failing.subtracting(accepted) else { return nil }
    return (new, reading, report)
  }
}

extension CommentedSource {
  var allComments: Set<String> { Set(comments.map(string)) }
}
