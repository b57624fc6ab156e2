import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource

/// A log with the story that explains it, as far as a picture shows both.
package struct LogPicture {
  /// A line of the log that the story explains.
  package struct Line {
    /// The items that the line may stand for.
    package var items: [ID<LogItem>]
    package var number: Int
    /// The arguments that the line shows.
    package var arguments: [String: LoggedValue]
    /// A mistake in the line that isn't one of the order of calls.
    package var mistake: String?
    /// The index of the promise that has no answer in time, if that is the mistake.
    package var brokenPromise: Int?

    /// Creates a line.
    package init(
      _ items: [ID<LogItem>], number: Int, showing arguments: [String: LoggedValue] = [:], mistake: String? = nil,
      breaking brokenPromise: Int? = nil
    ) {
      self.items = items
      self.number = number
      self.arguments = arguments
      self.mistake = mistake
      self.brokenPromise = brokenPromise
    }
  }

  /// The line behind those that the story explains, which nothing explains.
  package struct Misfit {
    /// The items that the line may stand for.
    package var items: [ID<LogItem>]
    package var name: String
    package var number: Int
    /// The arguments that the line shows.
    package var arguments: [String: LoggedValue]

    /// Creates a line.
    package init(_ items: [ID<LogItem>], name: String, number: Int, showing arguments: [String: LoggedValue] = [:]) {
      self.items = items
      self.name = name
      self.number = number
      self.arguments = arguments
    }
  }

  private let machine: Machine
  private let title: String
  private let subtitle: String
  private let story: LogStory?
  private let lines: [Line]
  private let owed: IDSet<LogItem>
  private let events: IDSet<Event>

  /// Creates the picture of a log.
  /// - Parameters:
  ///   - story: The story of the lines; `nil` if there is none.
  ///   - owed: The items of which the log shows each.
  ///   - events: The events that the log shows.
  package init(
    of machine: Machine, title: String, subtitle: String, story: LogStory?, lines: [Line], owed: IDSet<LogItem>,
    showing events: IDSet<Event>
  ) {
    self.machine = machine
    self.title = title
    self.subtitle = subtitle
    self.story = story
    self.lines = lines
    self.owed = owed
    self.events = events
  }

  /// Draws the log: the explained lines, and what is wrong behind them.
  package func draw(
    verdict: LifeLine.Verdict, misfit: Misfit?, ending: String?, remarks: [String]
  ) -> LifeLine {
    let beginsAtStart = story.map { $0.explainedFrom == LogStory.Place(step: 0, item: 0) } ?? false
    let facts =
      story.flatMap { story in
        story.steps.first.map { machine.given(before: story.beginning, setting: $0.startingFacts) }
      } ?? []
    let given = facts.map { "\(machine[$0.field].name): \($0.value)" }.joined(separator: ", ")
    var builder = LifeLineBuilder(
      of: machine, title: title, subtitle: subtitle + (given.isEmpty ? "" : " · with \(given)"),
      knowing: beginsAtStart ? .whole : .unknown, showingChoices: false)
    let hasAlignment = add(to: &builder, fromStart: beginsAtStart)
    if let misfit { add(misfit, to: &builder) }
    if let ending { builder.add(mistake: ending) }
    let legend =
      hasAlignment ? ["dashed events and calls: not in the log, but in the shortest story that explains it"] : []
    return builder.finish(verdict: verdict, remarks: remarks + legend)
  }

  /// Adds the story.
  /// - Returns: Whether there is one.
  private func add(to builder: inout LifeLineBuilder, fromStart: Bool) -> Bool {
    guard let story,
      let alignment = LogAlignment.align(
        story, with: lines.map(\.items), owed: owed, showing: events, in: machine)
    else { return false }
    var interpreter = Interpreter(MachineIndex.build(for: machine), fields: story.beginning)
    let first = fromStart ? 0 : alignment.firstStep ?? story.steps.count
    for (number, step) in story.steps.enumerated() {
      if number == first, !fromStart { builder.begin("so far", in: interpreter.snapshot.configuration) }
      let shown = alignment.lines(ofStep: number)
      var (facts, steps) = interpreter.play(step, of: machine, showing: shown.event.map { lines[$0].arguments } ?? [:])
      guard number >= first else {
        builder.skip(steps)
        continue
      }
      if let facts { builder.add(facts) }
      steps.number = shown.event.map { lines[$0].number }
      steps.stimulus.isAssumed = steps.stimulus.kind != .start && shown.event == nil
      steps.logged = Dictionary(
        uniqueKeysWithValues: shown.calls.map {
          ($0.key, loggedCall(lines[$0.value], of: step.calls[$0.key].callback))
        })
      if number == story.steps.count - 1 { steps.callLimit = alignment.firstCallToCome(owed: owed) }
      builder.add(steps)
    }
    if first == story.steps.count, !fromStart { builder.begin("so far", in: interpreter.snapshot.configuration) }
    return true
  }

  private func loggedCall(_ line: Line, of callback: ID<Callback>) -> LifeLineBuilder.LoggedCall {
    let arguments = machine[callback].parameters.map { parameter in
      line.arguments[parameter.name].flatMap { $0.shownText(as: parameter.type) }
    }
    return LifeLineBuilder.LoggedCall(
      line: line.number, arguments: arguments, mistake: line.mistake, breaking: line.brokenPromise)
  }

  private func add(_ misfit: Misfit, to builder: inout LifeLineBuilder) {
    guard let item = misfit.items.first else { return }
    func texts(_ parameters: [Parameter]) -> [String] {
      parameters.compactMap { parameter in
        misfit.arguments[parameter.name].map {
          "\(parameter.name): \($0.shownText(as: parameter.type) ?? VisibleText.escaped($0.text))"
        }
      }
    }
    switch machine.item(item) {
    case .call(let callback):
      builder.add(
        misfit: misfit.name, showing: texts(machine[callback].parameters), onChannelOf: callback, number: misfit.number)
    case .event(let event):
      builder.add(misfit: misfit.name, showing: texts(machine[event].parameters), number: misfit.number)
    case .state: builder.add(misfit: misfit.name, number: misfit.number)
    }
  }
}

extension LogStory.Step {
  /// The facts that the host sets before the start; empty for another step.
  fileprivate var startingFacts: [FieldValue] {
    if case .start = cause { facts } else { [] }
  }
}

extension LogAlignment {
  /// The first step of which a line shows something.
  fileprivate var firstStep: Int? { items.indices.first { lines[$0] != nil }.map { items[$0].step } }

  /// Returns the lines that show the event and the calls of a step.
  fileprivate func lines(ofStep step: Int) -> (event: Int?, calls: [Int: Int]) {
    var result: (event: Int?, calls: [Int: Int]) = (nil, [:])
    for (item, line) in zip(items, lines) where item.step == step {
      guard let line else { continue }
      if let call = item.call { result.calls[call] = line } else { result.event = line }
    }
    return result
  }

  /// Returns the number of the first call of the last step that is still to come in the log; `nil` if none is.
  fileprivate func firstCallToCome(owed: IDSet<LogItem>) -> Int? {
    let last = lines.lastIndex { $0 != nil } ?? -1
    return items.indices.first { $0 > last && items[$0].step == items.last?.step && owed.contains(items[$0].item) }
      .flatMap { items[$0].call }
  }
}

extension Interpreter {
  /// Does what the host does in a step of a story.
  /// - Parameter shown: The arguments of its event that a log shows.
  /// - Returns: The change of facts before it, if there is one, and the step.
  fileprivate mutating func play(
    _ step: LogStory.Step, of machine: Machine, showing shown: [String: LoggedValue]
  ) -> (facts: LifeLineBuilder.Step?, step: LifeLineBuilder.Step) {
    for fact in step.facts { set(fact.field, to: fact.value) }
    alternatives = step.alternatives
    let wasFinished = snapshot.isFinished
    var recorder = RunRecorder()
    var event: ID<Event>?
    let reaction: Reaction
    let stimulus: LifeLine.Stimulus
    switch step.cause {
    case .start:
      reaction = start(observer: &recorder)
      stimulus = LifeLine.Stimulus(.start, "start")
    case .send(let sent, let arguments):
      event = sent
      reaction = send(sent, arguments: arguments, observer: &recorder)
      let texts = zip(machine[sent].parameters, arguments).map { parameter, value in
        let text = shown[parameter.name].flatMap { $0.shownText(as: parameter.type) } ?? value.description
        return "\(parameter.name): \(text)"
      }
      stimulus = machine.stimulus(sending: sent, writing: texts, reaction)
    case .wait(let milliseconds):
      reaction = advance(byMilliseconds: milliseconds, observer: &recorder)
      stimulus = machine.stimulus(waiting: milliseconds)
    }
    var result = LifeLineBuilder.Step(stimulus, sending: event, reaction: reaction, deeds: recorder.deeds)
    result.ends = reaction.fault == nil && snapshot.isFinished && !wasFinished
    let isSet = step.startingFacts.isEmpty && !step.facts.isEmpty
    let facts =
      isSet
      ? LifeLineBuilder.Step(machine.stimulus(setting: step.facts), reaction: Reaction(), deeds: []) : nil
    return (facts, result)
  }
}

extension LoggedValue {
  /// Returns the value as a picture shows it beside those that a machine computes; `nil` if it says nothing about a type.
  fileprivate func shownText(as type: ValueType) -> String? {
    let text: String
    switch meaning(as: type) {
    case .value(let value): text = value.description
    case .open: return nil
    case .none: text = self.text
    }
    let shown = String(text.unicodeScalars.prefix(Self.shownLimit))
    return VisibleText.escaped(shown) + (shown.utf8.count < text.utf8.count ? "…" : "")
  }

  /// The number of characters of a text that a picture shows.
  private static let shownLimit = 80
}
