import LifelineReporting
import LifelineSource
import LifelineWorkspace

/// The commands that a client can ask the server to carry out. The first argument of each is a document.
enum ServerCommand: String, CaseIterable {
  /// Makes a failing scenario expect what the machine does. The second argument is its name.
  case accept = "lifeline.accept"
  /// Plays a scenario, and tells its outcome. The second argument is its name.
  case play = "lifeline.play"
  /// Shows the life line of a scenario. The second argument is its name.
  case showLifeLine = "lifeline.showLifeLine"
  /// Writes a scenario for a transition that none takes.
  case record = "lifeline.record"

  /// The words for the arguments.
  fileprivate var arguments: [String] {
    ["the address of a document"] + (self == .record ? [] : ["the name of a scenario"])
  }
}

extension ServerState {
  /// Carries out a command. The client makes the edits, which the server asks it for.
  mutating func execute(_ parameters: JSON) throws(ResponseError) -> (JSON, [Effect]) {
    let name = parameters["command"]?.string ?? ""
    let arguments = parameters["arguments"]?.items?.compactMap(\.string) ?? []
    guard let command = ServerCommand(rawValue: name) else {
      throw ResponseError(.invalidParameters, "the server has no command `\(VisibleText.escaped(name))`")
    }
    guard arguments.count == command.arguments.count else {
      throw ResponseError(.invalidParameters, "`\(name)` needs \(command.arguments.joined(separator: " and "))")
    }
    guard let document = documents[arguments[0]], document.isSpec else {
      throw ResponseError(.requestFailed, "this document isn't open as a spec")
    }
    let job = documents.job(for: document)
    let spec = document.spec ?? job.read()
    switch command {
    case .accept: return (.null, [try accept(arguments[1], in: spec, job)])
    case .play: return try play(arguments[1], in: spec, job)
    case .showLifeLine: return try showLifeLine(of: arguments[1], in: spec, job)
    case .record: return (.null, [try record(in: spec, of: document, job)])
    }
  }

  // MARK: Edits

  /// Asks the client to rewrite a scenario.
  private mutating func accept(
    _ scenario: String, in spec: EditedSpec, _ job: EditorJob
  ) throws(ResponseError) -> Effect {
    guard let bytes = job.acceptScenarios([scenario], in: spec), let change = FileChange.make(to: bytes, of: spec)
    else {
      throw ResponseError(
        .requestFailed,
        "the scenario `\(VisibleText.escaped(scenario))` isn't rewritten: it holds, or `lifeline check --accept` says why not"
      )
    }
    return apply(change, "Accept what the machine does in the scenario `\(scenario)`")
  }

  /// Asks the client to write a scenario for the first transition for which there can be one.
  private mutating func record(
    in spec: EditedSpec, of document: OpenDocument, _ job: EditorJob
  ) throws(ResponseError) -> Effect {
    let transitions = untakenTransitions(of: document)
    if transitions.isEmpty {
      throw ResponseError(
        .requestFailed,
        "no scenario is written: the text has errors, it isn't explored yet, or all transitions are taken")
    }
    for transition in transitions {
      guard let bytes = job.addScenario(taking: transition, to: spec), let change = FileChange.make(to: bytes, of: spec)
      else { continue }
      return apply(change, "Write a scenario for \(transition.name)")
    }
    throw ResponseError(.requestFailed, "no scenario can be written for the transitions that none takes")
  }

  private mutating func apply(_ change: FileChange, _ label: String) -> Effect {
    editCount += 1
    return .send(
      .request(
        id: "edit \(editCount)", "workspace/applyEdit", ["label": .string(label), "edit": edit([change])]))
  }

  // MARK: Texts

  /// Plays a scenario, and shows its outcome.
  private func play(
    _ scenario: String, in spec: EditedSpec, _ job: EditorJob
  ) throws(ResponseError) -> (JSON, [Effect]) {
    guard let played = job.playScenario(named: scenario, in: spec) else { throw missing(scenario) }
    let name = VisibleText.escaped(scenario)
    let text =
      switch played.outcome {
      case .holds: "The scenario `\(name)` holds."
      case .fails where played.reasons.isEmpty: "The scenario `\(name)` fails."
      case .fails: "The scenario `\(name)` fails: " + played.reasons.joined(separator: "; ")
      case .unplayed: "The scenario `\(name)` isn't checked, because one that it follows fails."
      }
    return (.string(text), [.send(.message(text, isGood: played.outcome == .holds))])
  }

  /// Shows the life line of a scenario: as a document of its own if the client can do that, since many show a message without its line
  /// ends.
  private mutating func showLifeLine(
    of scenario: String, in spec: EditedSpec, _ job: EditorJob
  ) throws(ResponseError) -> (JSON, [Effect]) {
    guard let lines = job.drawScenario(named: scenario, in: spec) else { throw missing(scenario) }
    let text = lines.map { $0 + "\n" }.joined()
    guard showsDocuments else { return (.string(text), [.send(.message(text, isGood: true))]) }
    shownCount += 1
    return (.string(text), [.show(text, number: shownCount)])
  }

  private func missing(_ scenario: String) -> ResponseError {
    ResponseError(
      .requestFailed, "there is no scenario `\(VisibleText.escaped(scenario))`, or the text has errors")
  }
}
