import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource
import LifelineYAML

/// A spec whose failing scenarios say what the machine does.
///
/// Only what they expect is rewritten: not what happens in them, not what `never` rules out, and not what is refuted.
/// All else in the text stays as it is, to the byte.
package struct Acceptance: Sendable {
  /// The spec's new bytes; the old ones if nothing could be accepted.
  package private(set) var bytes: [UInt8]
  /// The names of the scenarios that were rewritten.
  package private(set) var accepted: [String] = []
  /// Why others that fail were not.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Accepts what the machine of a spec does in the scenarios that fail.
  /// - Parameters:
  ///   - names: the scenarios that are to be looked at; `nil` for all.
  package init(of spec: [UInt8], path: String, machine: Machine, scenarios names: Set<String>? = nil) {
    bytes = spec
    let corrections = machine.findCorrections()
    let wanted = corrections.filter { names?.contains(machine[$0.scenario].name) ?? true }
    guard !wanted.isEmpty else { return }
    let document = YAMLReader.read(spec, path: path, as: .spec)
    guard let root = document.root else { return }
    let text = SpecText(document)
    let spots = Spot(root: root).value("scenarios", text)?.values(text).map(\.spot) ?? []
    let rewriting = Rewriting(
      spec: spec, path: path, machine: machine, failing: Set(corrections.map(\.scenario)), text: text)
    var plans: [Plan] = []
    for (id, result) in wanted where spots.indices.contains(id.index) {
      do throws(UnfixableExpectation) {
        var editor = CorrectionEditor(text, machine: machine)
        try editor.correct(spots[id.index], by: try result.get())
        plans.append(Plan(scenario: id, edits: Set(editor.edits), sharing: editor.sharing))
      } catch {
        report(id, error, machine)
      }
    }
    let done = take(plans, rewriting)
    for plan in plans where !done.contains(plan.scenario) { report(plan.scenario, plan.refusal(in: machine), machine) }
    accepted = machine.scenarios.indices.filter { done.contains(ID($0)) }.map { machine.scenarios[$0].name }
    diagnostics = diagnostics.inSourceOrder()
  }

  /// Rewrites what `plans` say as far as the result is right; gives the scenarios that are rewritten.
  private mutating func take(_ plans: [Plan], _ rewriting: Rewriting) -> Set<ID<Scenario>> {
    var edits: Set<TextEdit> = []
    var done: Set<ID<Scenario>> = []
    // Those that change what an alias stands for are right only if all that use it want the same.
    var groups = Dictionary(grouping: plans) { $0.sharing?.anchored ?? .start }.sorted { $0.key < $1.key }.map(\.value)
    func take(_ group: [Plan]) -> Bool {
      let more = group.reduce(edits) { $0.union($1.edits) }
      let scenarios = done.union(group.map(\.scenario))
      guard let rewritten = rewriting.bytes(with: more, of: scenarios) else { return false }
      (bytes, edits, done) = (rewritten, more, scenarios)
      return true
    }
    groups.removeAll(where: take)
    // An anchor may stand in another.
    let nested = groups.joined().filter { $0.sharing != nil }
    if groups.count > 1, !nested.isEmpty { _ = take(nested) }
    return done
  }

  private mutating func report(_ id: ID<Scenario>, _ reason: UnfixableExpectation, _ machine: Machine) {
    diagnostics.append(
      Diagnostic(
        .unacceptable, "scenario '\(machine[id].name)' is not rewritten: \(reason.message)",
        at: SourceLocation(path: machine.path, range: reason.range)))
  }
}

/// What is to be changed for a scenario.
private struct Plan {
  var scenario: ID<Scenario>
  var edits: Set<TextEdit>
  var sharing: Spot.Sharing?

  /// Why it was not changed, since the result would not have been right.
  func refusal(in machine: Machine) -> UnfixableExpectation {
    guard let sharing else {
      return UnfixableExpectation(
        "it is written in a way that could not be rewritten safely: change it by hand", at: machine[scenario].range)
    }
    guard let alias = sharing.alias else {
      return UnfixableExpectation(
        "this has an anchor that is used elsewhere, where it would change too: write it out there", at: sharing.anchored
      )
    }
    return UnfixableExpectation(
      "this stands here by way of an alias, and to change it would change its anchor: write it out", at: alias)
  }
}

/// A spec that is being rewritten.
private struct Rewriting {
  let spec: [UInt8]
  let path: String
  let machine: Machine
  /// The scenarios that fail as the spec is.
  let failing: Set<ID<Scenario>>
  let text: SpecText

  /// The spec with all edits made, if it can be read, `accepted` hold, all other scenarios fail or hold as they did, and
  /// no comment is lost.
  func bytes(with edits: Set<TextEdit>, of accepted: Set<ID<Scenario>>) -> [UInt8]? {
    guard let rewritten = text.bytes.applying(Array(edits)) else { return nil }
    // A byte order mark is not part of the text.
    let bytes = spec.prefix(spec.count - text.bytes.count) + rewritten
    let reading = SpecReader.read(bytes: Array(bytes), path: path)
    guard let new = reading.machine, new.scenarios.map(\.name) == machine.scenarios.map(\.name),
      Set(new.findCorrections().map(\.scenario)) == failing.subtracting(accepted)
    else { return nil }
    let document = YAMLReader.read(Array(bytes), path: path, as: .spec)
    return text.allComments.isSubset(of: SpecText(document).allComments) ? Array(bytes) : nil
  }
}

extension SpecText {
  fileprivate var allComments: Set<String> { Set(comments.map(string)) }
}

extension DiagnosticKind {
  static let unacceptable = DiagnosticKind(
    "L330", .error, "a scenario that cannot be rewritten",
    explanation: """
      `lifeline check --accept` makes failing scenarios say what the machine does, by rewriting the calls, `through` and \
      `then` that they expect, and whether an event is ignored. Some it leaves alone, and says why:

      - one in which the machine cannot go on, or that begins where it cannot be;
      - one that makes a call that its `never` rules out, or whose `refuted` claim turns out right: what was ruled out \
      on purpose is not taken back by a tool;
      - one whose states differ between the combinations of `where`;
      - one that shares a part, by an anchor and its aliases, with others that would have to say something else:

          first: {given: open, when: {close: &calls [didClose]}}
          second: {given: ajar, when: {close: *calls}}   # holds: to rewrite `first` would change `second`

      Change such a scenario by hand; in the example, write the list out in both places.
      """)

  /// Every kind of finding about rewriting scenarios, by code.
  package static let rewritingKinds: [DiagnosticKind] = [.unacceptable]
}
