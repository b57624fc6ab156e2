import LifelineAnalysis
import LifelineModel
import LifelineSource

extension TraceResult {
  /// The session whose calls were kept, as the lines of a scenario; empty if nothing explains its calls.
  package var scenario: [String] {
    guard var story, let session = sessions.first else { return [] }
    // A log that doesn't even fit the start has no steps.
    story.story = story.story.withStart(of: machine)
    let text = ScenarioText(
      machine: machine, options: options, shown: story.shown, names: LoggedNames(of: story.story, in: machine))
    return text.lines(of: story, named: "the log of \(session.key)", files: files)
  }
}

/// Writes stories as scenarios.
private struct ScenarioText {
  let machine: Machine
  let options: TraceOptions
  /// The callbacks and events that the lines of the log show.
  let shown: IDSet<LogItem>
  /// The names of values of types that the spec doesn't know.
  let names: LoggedNames

  private var owed: IDSet<Callback> { options.owed }

  /// The channels with calls that are all in the log, or of which the log shows some, in the order of the spec.
  private var channels: [String] {
    let callbacks = machine.callbacks.indices.map { ID<Callback>($0) }
    let observed = callbacks.filter { owed.contains($0) || shown.contains(ID($0)) }
    return machine.channels.filter { channel in observed.contains { machine[$0].channel == channel } }
  }

  func lines(of story: TraceStory, named name: String, files: [String]) -> [String] {
    var lines = ["scenarios:", "  \(quoted(name)):"]
    if Set(channels) != machine.observing { lines.append("    observing: [\(channels.joined(separator: ", "))]") }
    let facts = machine.given(before: story.story.beginning, setting: factsOfStart(of: story.story))
    // The machine was explored with these values as if they were its defaults.
    let given = options.given.filter { given in !facts.contains { $0.field == given.field } } + facts
    if let value = facts.map(\.value).first(where: \.isForeign) {
      return self.lines(of: startWithoutForeignValues(story), named: name, files: files) + [Self.comment(on: value)]
    }
    let count = story.story.steps.prefix { $0.foreignValue == nil }.count
    if !given.isEmpty { lines.append("    given: {\(text(given))}") }
    let steps = (0..<count).flatMap { stepLines($0, of: story) }
    lines += steps.isEmpty ? ["    when: []"] : ["    when:"] + steps.map { "      - " + $0 }
    if count > 0 {
      let states = story.story.steps[count - 1].states.map { word(machine[$0].path) }
      lines.append("    then: \(states.count == 1 ? states[0] : "[\(states.joined(separator: ", "))]")")
    }
    if count < story.story.steps.count, let value = story.story.steps[count].foreignValue {
      lines.append(Self.comment(on: value))
    }
    for (name, text) in names.invented {
      lines.append("    # `\(name)` is \(VisibleText.escaped(text)) in the log.")
    }
    for argument in story.arguments where argument.step < count && argument.value?.isForeign != false {
      let parameter = story.parameter(of: argument, in: machine)
      let place = story.places[argument.line]
      lines.append(
        "    # Line \(place.line) of \(VisibleText.escaped(files[place.file])) has another "
          + "`\(parameter.name)`: \(VisibleText.escaped(argument.found.text)).")
    }
    if let misfit = story.misfit {
      lines.append(
        "    # In line \(misfit.place.line) of \(VisibleText.escaped(files[misfit.place.file])), "
          + "`\(VisibleText.escaped(misfit.name))` comes next. "
          + (story.unexplored.map { "Nobody knows whether the machine does that: \($0.omission)." }
            ?? "The machine doesn't do that."))
    }
    if story.isCut { lines.append("    # The log has more calls than the first \(grouped(ToldCalls.limit)).") }
    return lines
  }

  private static func comment(on value: Value) -> String {
    "    # The rest needs the value \(value), which a host can have and a scenario can't."
  }

  /// Returns the story of the start alone, with the defaults of the fields whose values no spec can have.
  private func startWithoutForeignValues(_ story: TraceStory) -> TraceStory {
    var result = story
    result.arguments = []
    result.story.beginning = zip(story.story.beginning, machine.fields).map { $0.isForeign ? $1.defaultValue : $0 }
    result.story.steps = []
    result.story = result.story.withStart(of: machine)
    return result
  }

  /// Returns the facts that the host sets for the start. Before it there is no step, so they belong to `given`.
  private func factsOfStart(of story: LogStory) -> [FieldValue] {
    guard let first = story.steps.first, case .start = first.cause else { return [] }
    return first.facts
  }

  private func text(_ facts: [FieldValue]) -> String {
    facts.map { "\(machine[$0.field].name): \(names.text(of: $0.value))" }.joined(separator: ", ")
  }

  private func stepLines(_ number: Int, of story: TraceStory) -> [String] {
    let step = story.story.steps[number]
    var lines: [String] = []
    let facts = text(step.facts)
    let calls = self.calls(of: step, showing: story.arguments.filter { $0.step == number })
    switch step.cause {
    case .start:
      if calls != "[]" { lines.append("start: \(calls)") }
      return lines
    case .send(let event, let arguments):
      if !facts.isEmpty { lines.append("set: {\(facts)}") }
      let sent = step.isIgnored ? "ignored: \(word(machine[event].name))" : "\(machine[event].name): \(calls)"
      if arguments.isEmpty {
        lines.append(sent)
      } else {
        let values = zip(machine[event].parameters, arguments).map { "\($0.name): \(names.text(of: $1))" }
          .joined(separator: ", ")
        lines.append("{\(sent), with: {\(values)}}")
      }
    case .wait(let milliseconds):
      if !facts.isEmpty { lines.append("set: {\(facts)}") }
      lines.append("{wait: \(Value.duration(milliseconds: milliseconds)), expect: \(calls)}")
    }
    return lines
  }

  private func calls(of step: LogStory.Step, showing arguments: [StoryArguments.Argument]) -> String {
    let observed = Set(channels)
    // The arguments of a call that is open aren't written: its items are those of all alternatives.
    let isFixed = step.calls.indices.map { call in !step.openCalls.contains { $0.range.contains(call) } }
    func text(_ call: LogStory.Step.Call, _ shown: [StoryArguments.Argument] = []) -> String {
      let callback = machine[call.callback]
      let values = shown.compactMap { argument in
        argument.value.flatMap {
          $0.isForeign ? nil : "\(callback.parameters[argument.parameter].name): \(names.text(of: $0))"
        }
      }
      let text = values.isEmpty ? word(callback.name) : "{\(callback.name): {\(values.joined(separator: ", "))}}"
      return owed.contains(call.callback) ? text : "{optional: \(text)}"
    }
    func isObserved(_ call: LogStory.Step.Call) -> Bool { observed.contains(machine[call.callback].channel) }
    func texts(_ calls: [LogStory.Step.Call]) -> [String] { calls.filter(isObserved).map { text($0) } }
    func fixedTexts(_ range: Range<Int>) -> [String] {
      range.filter { isObserved(step.calls[$0]) }.map { call in
        text(step.calls[call], isFixed[call] ? arguments.filter { $0.call == call } : [])
      }
    }
    var result: [String] = []
    var next = 0
    // The scenario runs with the alternatives that generated code takes, whatever the log shows.
    for stretch in step.openCalls {
      result += fixedTexts(next..<stretch.range.lowerBound)
      result += expectation(stretch.form, stretch.items.map(texts))
      next = stretch.range.upperBound
    }
    result += fixedTexts(next..<step.calls.count)
    return "[\(result.joined(separator: ", "))]"
  }

  /// Returns the expectation of calls that stay open, as one item of a list; none if it says nothing.
  private func expectation(_ form: OpenForm, _ items: [[String]]) -> [String] {
    func list(_ items: [[String]]) -> String {
      items.map { $0.count == 1 ? $0[0] : "[\($0.joined(separator: ", "))]" }.joined(separator: ", ")
    }
    let shown = items.filter { !$0.isEmpty }
    switch form {
    case .anyOrder where shown.count > 1: return ["{anyOrder: [\(list(shown))]}"]
    case .optional where !shown.isEmpty: return ["{optional: \(list(shown))}"]
    case .oneOf where !shown.isEmpty: return ["{oneOf: [\(list(items))]}"]
    case .anyOrder, .optional, .oneOf: return shown.flatMap(\.self)
    }
  }

  /// Returns the name of a scenario in double quotes. A key of a spec may have 1,024 characters.
  private func quoted(_ name: String) -> String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let text = VisibleText.escaped(name)
    let whole = quoted(text)
    return whole.unicodeScalars.count > 1_000
      ? quoted(String(text.unicodeScalars.prefix(TraceSession.lineLimit)) + "…") : whole
  }

  /// Returns a name as a scalar. YAML reads some words as no value.
  private func word(_ name: String) -> String { name.lowercased() == "null" ? "\"\(name)\"" : name }
}

extension Value {
  /// Whether a host or a machine can have the value, and a spec can't.
  fileprivate var isForeign: Bool {
    switch self {
    case .double(let number): !number.isFinite
    case .duration(let milliseconds): milliseconds <= 0
    case .bool, .int, .string, .named, .opaque: false
    }
  }
}

extension LogStory.Step {
  /// A value that the host sets or sends, and that a spec can't have; `nil` if there is none.
  fileprivate var foreignValue: Value? {
    let facts = facts.map(\.value)
    guard case .send(_, let arguments) = cause else { return facts.first(where: \.isForeign) }
    return (facts + arguments).first(where: \.isForeign)
  }
}
