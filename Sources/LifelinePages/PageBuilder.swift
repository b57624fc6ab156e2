import LifelineAnalysis
import LifelineDrawing
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

extension Page {
  /// Makes the page about a machine.
  package static func make(of facts: PageFacts) -> Page {
    let machine = facts.machine
    return Page(
      title: machine.name, name: facts.name, spec: facts.spec,
      summary: firstSentence(machine.documentation.text), blocks: PageBuilder(facts: facts).blocks)
  }
}

/// The making of a page, section by section.
struct PageBuilder {
  let facts: PageFacts
  let index: MachineIndex
  /// The names of states by their paths: as short as possible.
  let stateNames: [String: String]

  init(facts: PageFacts) {
    self.facts = facts
    index = MachineIndex.build(for: facts.machine)
    stateNames = shortestEnds(of: facts.machine.declared.states.map(\.path))
  }

  var machine: Machine { facts.machine }

  /// Everything below the title.
  var blocks: [Block] {
    let sections = [
      states, facts.machine.declared.parts.isEmpty ? [] : parts, callbacks, events, fields, scenarios, refutedOrders,
      coverage, sources,
    ].filter { !$0.isEmpty }
    let headings = sections.compactMap { section -> Heading? in
      if case .heading(let heading)? = section.first { heading } else { nil }
    }
    return paragraphs(machine.documentation.text) + list([], citing: machine.documentation) + knowledge
      + users + [.list(headings.map { [.heading($0.words, $0)] })] + sections.flatMap(\.self)
  }

  /// The machines that have this one as a part.
  private var users: [Block] {
    guard !facts.users.isEmpty else { return [] }
    let names = facts.users.map { user in
      facts.pages[user.spec].map { Inline.page([.code(user.machine)], name: $0) } ?? .code(user.machine)
    }
    let list = names.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [.text(", "), $0.element] }
    return [.paragraph([.text("How its calls come between those of other machines: ")] + list + [.text(".")])]
  }

  /// Returns the heading of a section.
  func section(_ title: String) -> Heading { Heading(2, [.text(title)]) }

  // MARK: What is known

  /// The verdicts on the machine as a whole.
  private var knowledge: [Block] {
    let spec: [Inline] = [.code(facts.spec)]
    let link = facts.specPath.map { [Inline.file(spec, path: $0)] } ?? spec
    let origin: [Inline] = [.text("This page is generated from ")] + link + [.text(". ")]
    guard let proof = facts.proof else {
      return [.paragraph(origin + [.text("The machine wasn't explored, so nothing is proved about it.")])]
    }
    let count = counted(proof.configurationCount, "configuration")
    let extent =
      proof.isComplete
      ? "Lifeline has explored \(proof.configurationCount == 1 ? "the only configuration" : "all \(count)") that the "
        + "machine can reach: its active states with everything that it remembers."
      : "Lifeline has explored \(count), and the machine has more: its active states with everything that it remembers."
    let meaning =
      machine.ownPromises.isEmpty
      ? "" : " A promise is proved if no run of the machine breaks it, whatever its host does."
    var result: [Block] = [
      .paragraph(origin + [.text(extent + meaning)]), .paragraph([.text(proof.sentence + " " + scenarioSentence)]),
    ]
    if !proof.reasons.isEmpty {
      result.append(.paragraph([.text("Some things aren't proved:")]))
      result.append(.list(proof.reasons.map { prose($0.message) }))
    }
    return result
  }

  private var scenarioSentence: String {
    let report = facts.report
    if report.scenarios == 0 { return "There are no scenarios." }
    let count = counted(report.scenarios, "scenario")
    if report.failedScenarios > 0 {
      return "\(grouped(report.failedScenarios)) of \(count) \(report.failedScenarios == 1 ? "fails" : "fail")."
    }
    let plays = report.plays > report.scenarios ? ": \(counted(report.plays, "run")), as some have several values" : ""
    return "\(count) \(report.scenarios == 1 ? "comes" : "come") out as said\(plays)."
  }

  // MARK: References

  /// Returns the name of a callback, which leads to its heading if the page has one.
  func reference(to id: ID<Callback>) -> Inline {
    let callback = machine[id]
    return machine.declares(id) ? .heading([.code(callback.name)], heading(of: callback)) : .code(callback.name)
  }

  /// Returns the name of a state, which leads to its heading if the page has one.
  func reference(to id: ID<State>) -> Inline {
    let state = machine[id]
    if id == Machine.root { return .text("the machine") }
    guard machine.declares(id) else { return .code(state.path) }
    return .heading([.code(stateNames[state.path] ?? state.path)], heading(of: state))
  }

  /// Returns the name of an event, which leads to its heading if the page has one.
  func reference(to id: ID<Event>) -> Inline {
    let event = machine[id]
    let isOwn = machine.declared.events.indices.contains(id.index)
    return isOwn ? .heading([.code(event.name)], heading(of: event)) : .code(event.name)
  }

  func heading(of callback: Callback) -> Heading {
    Heading(3, [.code(callback.name + text(of: callback.parameters))], of: "callback")
  }

  func heading(of state: State) -> Heading {
    Heading(3, [.code(stateNames[state.path] ?? state.path)], of: "state")
  }

  func heading(of event: Event) -> Heading {
    Heading(3, [.code(event.name + text(of: event.parameters))], of: "event")
  }

  private func text(of parameters: [Parameter]) -> String {
    parameters.isEmpty ? "" : "(" + parameters.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ") + ")"
  }

  // MARK: Citations

  /// Returns a list of facts and of the claims that a documentation cites, each with a link to what the page says about its source.
  func list(_ facts: [[Inline]], citing documentation: Documentation) -> [Block] {
    let items = facts + documentation.citations.map(words)
    return items.isEmpty ? [] : [.list(items)]
  }

  private func words(of citation: Citation) -> [Inline] {
    let source = machine[citation.source]
    let heading = heading(of: source)
    let beginning: [Inline] = [.text("Source: "), .heading(heading.words, heading)]
    guard let location = citation.location else { return beginning }
    guard let claim = source.claims.first(where: { $0.id == location }) else {
      return beginning + [.text(", \(location)")]
    }
    return beginning + [.text(": ")] + prose(claim.text)
  }

  func heading(of source: Source) -> Heading {
    Heading(3, [.text(source.title ?? source.id)], of: "source \(source.id)")
  }
}
