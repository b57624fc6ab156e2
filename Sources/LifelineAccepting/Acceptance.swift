import LifelineDiagnostics
import LifelineExecution
import LifelineLanguage
import LifelineModel
import LifelineYAML

/// A spec whose failing scenarios say what the machine does.
///
/// Only what they expect is rewritten: not what happens in them, not what `never` rules out, and not what is refuted.
/// All else in the text stays as it is, to the byte.
public struct Acceptance: Sendable {
  /// The spec's new bytes; the old ones if nothing could be accepted.
  public private(set) var bytes: [UInt8]
  /// The names of the scenarios that were rewritten.
  public private(set) var accepted: [String] = []
  /// Why others that fail were not.
  public private(set) var diagnostics: [Diagnostic] = []

  /// Accepts what the machine of a spec does in the scenarios that fail.
  /// - Parameters:
  ///   - names: the scenarios that are to be looked at; `nil` for all.
  public init(of spec: [UInt8], path: String, machine: Machine, scenarios names: Set<String>? = nil) {
    bytes = spec
    let document = YAMLDocument(parsing: spec, path: path)
    guard let root = document.root else { return }
    let text = SpecText(document)
    let scenarios = Spot(root: root).value("scenarios", text)?.values(text).map(\.spot) ?? []
    var edits: Set<TextEdit> = []
    for (id, result) in machine.corrections(where: { names?.contains($0.name) ?? true }) {
      let scenario = machine[id]
      do throws(Incorrigibility) {
        var editor = CorrectionEditor(text, machine: machine)
        guard scenarios.indices.contains(id.index) else { continue }
        try editor.correct(scenarios[id.index], by: try result.get())
        edits.formUnion(editor.edits)
        accepted.append(scenario.name)
      } catch {
        report(scenario, error.message, at: error.range, path: path)
      }
    }
    guard !accepted.isEmpty else { return }
    // A byte order mark is not part of the text.
    let head = spec.prefix(spec.count - text.bytes.count)
    let rewritten = text.bytes.applying(Array(edits)).map { head + $0 }
    if let rewritten, Self.holds(rewritten, path: path, accepted: accepted, before: machine, text) {
      bytes = Array(rewritten)
    } else {
      for scenario in machine.scenarios where accepted.contains(scenario.name) {
        report(
          scenario, "it is written in a way that could not be rewritten safely: change it by hand", at: scenario.range,
          path: path)
      }
      accepted = []
    }
  }

  private mutating func report(_ scenario: Scenario, _ message: String, at range: SourceRange, path: String) {
    diagnostics.append(
      Diagnostic(
        .unacceptable, "scenario '\(scenario.name)' is not rewritten: \(message)",
        at: SourceLocation(path: path, range: range)))
  }

  /// Whether the rewritten spec can be read, all that was accepted holds, no other scenario has come to fail, and no
  /// comment is lost.
  private static func holds(
    _ bytes: some Collection<UInt8>, path: String, accepted: [String], before: Machine, _ text: SpecText
  ) -> Bool {
    let reading = SpecReader.read(bytes: Array(bytes), path: path)
    guard let machine = reading.machine, machine.scenarios.map(\.name) == before.scenarios.map(\.name) else {
      return false
    }
    func failing(_ machine: Machine) -> Set<String> {
      Set(machine.corrections().map { machine[$0.scenario].name })
    }
    guard failing(machine) == failing(before).subtracting(accepted) else { return false }
    let new = SpecText(YAMLDocument(parsing: Array(bytes), path: path))
    return text.allComments.isSubset(of: new.allComments)
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
      - one in which a rewritten part has an anchor, or comes from an alias, so that another scenario would change too:

          first: {given: open, when: {close: &calls [didClose]}}
          second: {given: ajar, when: {close: *calls}}   # to rewrite `first` would change `second`

      Change such a scenario by hand; in the example, write the list out in both places.
      """)

  /// Every kind of finding about rewriting scenarios, by code.
  public static let acceptingKinds: [DiagnosticKind] = [.unacceptable]
}
