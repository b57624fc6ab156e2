import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource

/// A command of a simulation.
enum SimulationCommand: Equatable {
  /// An empty line or a comment.
  case nothing
  case perform(SimulationSession.Stimulus)
  /// Waits until the next timer elapses.
  case waitForTimer
  case restart
  case undo(Int)
  case save(String)
  case show
  /// Draws the session, into a file if one is named.
  case draw(file: String?)
  case help
  case quit
}

/// The words that aren't taken as events, with what they are for.
let simulationCommands: [(name: String, usage: String, meaning: String)] = [
  ("send", "EVENT name=value", "send an event; `send` can be left out"),
  ("wait", "wait 5s", "let time pass; without a time, until the next timer elapses"),
  ("set", "set field=value", "change facts, as the host may"),
  ("undo", "undo", "take back the last step; `undo 3` takes back three"),
  ("given", "given STATE field=value", "begin anew in states, or with other facts; `given` alone starts the machine"),
  ("restart", "restart", "begin anew, as before"),
  ("save", "save NAME", "add what happened since the beginning to the spec, as a scenario"),
  ("show", "show", "show the states, the facts, and what each event would do"),
  ("draw", "draw", "draw what happened since the beginning: the calls beside the states"),
  ("draw", "draw FILE.svg", "write this as a picture, or into another file as text"),
  ("help", "help", "show this list"),
  ("quit", "quit", "end the simulation; so does the end of the input"),
]

/// The words that people try, with the commands that they mean.
private let otherWords = [
  "start": "restart", "reset": "restart", "begin": "restart", "exit": "quit", "q": "quit", "end": "quit", "bye": "quit",
  "?": "help", "back": "undo", "revert": "undo", "status": "show", "state": "show", "list": "show", "ls": "show",
  "picture": "draw", "diagram": "draw", "history": "draw", "log": "draw",
  "goto": "given", "advance": "wait", "sleep": "wait", "write": "save",
]

/// Reads the lines that users type.
struct SimulationLineReader {
  let machine: Machine

  /// Returns the command that `line` writes.
  func command(_ line: String) throws(SimulationMistake) -> SimulationCommand {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    if rest.isEmpty || rest.first == "#" { return .nothing }
    // A name may contain quotes.
    if let name = name(behind: "save", in: rest) { return .save(try scenarioName(name, in: line)) }
    let words = try splitWords(line)
    guard let first = words.first else { return .nothing }
    let others = Array(words.dropFirst())
    switch first.whole {
    case "send":
      guard let event = others.first else {
        throw SimulationMistake(.badLine, "name the event after `send`, as in `send EVENT`", at: first.columns)
      }
      return .perform(try sending(event, Array(others.dropFirst())))
    case "wait": return try waiting(others)
    case "set": return .perform(.set(try facts(others, behind: first)))
    case "given": return .perform(.begin(try beginning(others)))
    case "undo": return .undo(try count(others))
    case "restart": return try alone(.restart, first, others)
    case "show": return try alone(.show, first, others)
    case "draw":
      guard let file = others.first else { return .draw(file: nil) }
      guard others.count == 1, !file.whole.isEmpty else {
        throw SimulationMistake(
          .badLine, "name one file after `draw`; write a path with spaces in double quotes",
          at: others[others.count - 1].columns)
      }
      return .draw(file: file.whole)
    case "quit": return try alone(.quit, first, others)
    case "help": return .help
    default: return .perform(try sending(first, others))
    }
  }

  private func alone(
    _ command: SimulationCommand, _ word: SimulationWord, _ others: [SimulationWord]
  ) throws(SimulationMistake) -> SimulationCommand {
    guard let other = others.first else { return command }
    throw SimulationMistake(
      .badLine, "`\(word.text)` takes nothing; leave `\(other.whole)` out", at: other.columns)
  }

  // MARK: Events

  private func sending(
    _ word: SimulationWord, _ others: [SimulationWord]
  ) throws(SimulationMistake) -> SimulationSession.Stimulus {
    guard let index = machine.events.firstIndex(where: { $0.name == word.whole }) else { throw unknown(word) }
    let event = machine.events[index]
    if index >= machine.declared.events.count {
      let part = machine.part(of: ID<Event>(index)).map { machine[$0].name } ?? ""
      throw SimulationMistake(
        .badLine,
        "`\(event.name)` is an event of the part `\(part)`, which only the machine sends; send an event of \(machine.name) "
          + "itself", at: word.columns)
    }
    if event.isInternal {
      throw SimulationMistake(
        .badLine,
        "`\(event.name)` is an internal event, which only the machine raises; declare it in `events` to send it",
        at: word.columns)
    }
    return .send(ID(index), arguments: try arguments(others, of: event, at: word.columns))
  }

  private func unknown(_ word: SimulationWord) -> SimulationMistake {
    let name = word.key ?? word.text
    if word.key != nil, machine.fieldNames[name] != nil {
      return SimulationMistake(
        .badLine, "`\(name)` is a context field; to change it, write `set \(word.whole)`", at: word.columns)
    }
    if let callee = name.firstIndex(of: "(").map({ String(name[..<$0]) }), sendableEvents.contains(callee) {
      return SimulationMistake(
        .badLine, "there is no event `\(name)`; write `\(callee)`, and after it the arguments as `name=value`",
        at: word.columns)
    }
    let names = sendableEvents + simulationCommands.map(\.name)
    let meant = nearestName(to: name, among: names) ?? otherWords[name.lowercased()]
    return SimulationMistake(
      .badLine,
      "there is no event and no command `\(name)`"
        + (meant.map { "; did you mean `\($0)`?" } ?? "; `show` lists the events, `help` the commands"),
      at: word.columns)
  }

  private var sendableEvents: [String] { machine.declared.events.filter { !$0.isInternal }.map(\.name) }

  private func arguments(
    _ words: [SimulationWord], of event: Event, at columns: Range<Int>
  ) throws(SimulationMistake) -> [Value] {
    var values: [String: Value] = [:]
    for word in words {
      guard let key = word.key else {
        let name = event.parameters.first.map {
          event.parameters.count == 1 ? "\($0.name)=\(word.text)" : "\($0.name)=…"
        }
        throw SimulationMistake(
          .badLine,
          name.map {
            "`\(word.text)` has no name; write `\(event.name) \($0)`, and a text with spaces in double quotes"
          }
            ?? "`\(event.name)` has no parameters; leave `\(word.text)` out", at: word.columns)
      }
      guard let parameter = event.parameters.first(where: { $0.name == key }) else {
        let names = event.parameters.map(\.name)
        let advice =
          nearestName(to: key, among: names).map { "; did you mean `\($0)`?" }
          ?? (names.isEmpty ? ", which has none" : "; there are \(names.map { "`\($0)`" }.joined(separator: ", "))")
        throw SimulationMistake(
          .badLine, "there is no parameter `\(key)` of `\(event.name)`\(advice)", at: word.columns)
      }
      if values[key] != nil {
        throw SimulationMistake(.badLine, "`\(key)` is given twice; leave one out", at: word.columns)
      }
      values[key] = try value(word, as: parameter.type, of: key)
    }
    let missing = event.parameters.filter { values[$0.name] == nil }
    if let first = missing.first {
      let form = event.parameters.map { " \($0.name)=\(values[$0.name]?.description ?? "…")" }.joined()
      let list = missing.map { "`\($0.name)`" }.joined(separator: ", ")
      let kind = missing.count == 1 ? ", \(first.type.valueText)" : ""
      throw SimulationMistake(
        .badLine, "`\(event.name)` needs \(list)\(kind); write `\(event.name)\(form)`", at: columns)
    }
    return event.parameters.compactMap { values[$0.name] }
  }

  private func value(
    _ word: SimulationWord, as type: ValueType, of name: String
  ) throws(SimulationMistake) -> Value {
    if let value = readValue(word.text, as: type) { return value }
    let advice = probableValue(word.text, as: type).map { "; did you mean `\($0)`?" } ?? ""
    throw SimulationMistake(
      .badLine, "`\(word.text)` is no value of `\(name)`, which is \(type.valueText)\(advice)", at: word.columns)
  }

  // MARK: Time and facts

  private func waiting(_ words: [SimulationWord]) throws(SimulationMistake) -> SimulationCommand {
    guard let first = words.first else { return .waitForTimer }
    // `5 s` is meant as well.
    let text = words.map(\.whole).joined()
    if case .duration(let milliseconds) = readValue(text, as: .duration) {
      return .perform(.wait(milliseconds: milliseconds))
    }
    let meant =
      probableValue(text, as: .duration) ?? probableValue(words.map(\.whole).joined(separator: " "), as: .duration)
    throw SimulationMistake(
      .badLine,
      "`\(text)` is not \(ValueType.duration.valueText), above zero and below 2^63 milliseconds"
        + (meant.map { "; did you mean `\($0)`?" } ?? ""), at: first.columns)
  }

  private func facts(
    _ words: [SimulationWord], behind command: SimulationWord
  ) throws(SimulationMistake) -> [FieldValue] {
    var words = words
    // `set field value`
    if words.count == 2, words[0].key == nil, words[1].key == nil {
      words = [
        SimulationWord(
          key: words[0].text, text: words[1].text, columns: words[0].columns.lowerBound..<words[1].columns.upperBound)
      ]
    }
    if words.isEmpty {
      throw SimulationMistake(
        .badLine, "write the field and its value after `set`, as in `set field=value`", at: command.columns)
    }
    var facts: [FieldValue] = []
    for word in words {
      let (id, value) = try field(word, besides: facts)
      let field = machine[id]
      if field.isFixed {
        throw SimulationMistake(
          .badLine,
          "`\(field.name)` is `fixed`: it keeps the value with which the machine begins; write `given \(word.whole)`",
          at: word.columns)
      }
      if field.isPrivate {
        throw SimulationMistake(
          .badLine,
          "`\(field.name)` is `private`: only actions set it; send the events that change it, or write "
            + "`given STATE \(word.whole)`", at: word.columns)
      }
      facts.append(FieldValue(field: id, value: value))
    }
    return facts
  }

  /// Returns the field and the value that a word writes.
  private func field(
    _ word: SimulationWord, besides others: [FieldValue]
  ) throws(SimulationMistake) -> (ID<Field>, Value) {
    guard let key = word.key else {
      throw SimulationMistake(
        .badLine, "`\(word.text)` has no field; write `field=value`, and a text with spaces in double quotes",
        at: word.columns)
    }
    let names = machine.fieldNames
    guard let id = names[key] else {
      let advice =
        nearestName(to: key, among: names.keys.sorted()).map { "; did you mean `\($0)`?" }
        ?? (names.isEmpty ? "; \(machine.name) has none" : "")
      throw SimulationMistake(.badLine, "there is no context field `\(key)`\(advice)", at: word.columns)
    }
    if others.contains(where: { $0.field == id }) {
      throw SimulationMistake(.badLine, "`\(key)` is given twice; leave one out", at: word.columns)
    }
    let field = machine[id]
    let value = try value(word, as: field.type, of: key)
    if !field.allows(value), let range = field.boundsText, let words = field.boundsInWords {
      throw SimulationMistake(
        .badLine, "`\(value)` lies outside of `\(range)`, the range of `\(key)`; write a value \(words)",
        at: word.columns)
    }
    return (id, value)
  }

  // MARK: Beginnings

  /// Returns the beginning that words write: states, and fields with their values.
  func beginning(_ words: [SimulationWord]) throws(SimulationMistake) -> SimulationSession.Beginning {
    var beginning = SimulationSession.Beginning()
    for word in words where word.key == nil {
      // `given one, other` is meant as well.
      let name = word.text.hasSuffix(",") ? String(word.text.dropLast()) : word.text
      let state = try self.state(name, at: word.columns)
      if !beginning.states.contains(state) { beginning.states.append(state) }
    }
    for word in words where word.key != nil {
      let (id, value) = try field(word, besides: beginning.fields)
      if machine[id].isPrivate, beginning.states.isEmpty {
        throw SimulationMistake(
          .badLine,
          "`\(machine[id].name)` is `private`: the machine starts with its default; name a state, as in "
            + "`given STATE \(word.whole)`", at: word.columns)
      }
      beginning.fields.append(FieldValue(field: id, value: value))
    }
    return beginning
  }

  private func state(_ name: String, at columns: Range<Int>) throws(SimulationMistake) -> ID<State> {
    let states = machine.states.dropFirst().filter { !$0.path.isEmpty }
    if let state = states.first(where: { $0.path == name }) { return try active(state, at: columns) }
    // Behind the name of a part stands the end of a path in it.
    let part = machine.parts.filter { name.hasPrefix($0.name + ".") }.max { $0.name.utf8.count < $1.name.utf8.count }
    let prefix = part.map { $0.name + "." } ?? ""
    let end = "." + name.dropFirst(prefix.count)
    let candidates = states.filter { state in
      let isOwn = machine.declares(state.id)
      return (part == nil ? isOwn : state.path.hasPrefix(prefix))
        && ("." + state.path.dropFirst(prefix.count)).hasSuffix(end)
    }
    if candidates.count == 1 { return try active(candidates[0], at: columns) }
    if candidates.isEmpty {
      let paths = states.filter { !$0.isHistory }.map(\.path)
      let meant = nearestName(to: name, among: paths + states.filter { !$0.isHistory }.map(\.name))
      let advice =
        meant.map { "; did you mean `\($0)`?" }
        ?? (machine.fieldNames[name] == nil ? "" : "; to give a field a value, write `\(name)=…`")
      throw SimulationMistake(.badLine, "there is no state `\(name)`\(advice)", at: columns)
    }
    let list = candidates.prefix(8).map { "`\($0.path)`" }.joined(separator: ", ")
    throw SimulationMistake(
      .badLine, "`\(name)` may be any of \(list)\(candidates.count > 8 ? ", …" : ""); write more of the path",
      at: columns)
  }

  private func active(_ state: State, at columns: Range<Int>) throws(SimulationMistake) -> ID<State> {
    guard state.isHistory else { return state.id }
    throw SimulationMistake(
      .badLine, "`\(state.path)` is a history pseudo-state, which is never active; name a state", at: columns)
  }

  // MARK: Numbers and names

  private func count(_ words: [SimulationWord]) throws(SimulationMistake) -> Int {
    guard let word = words.first else { return 1 }
    guard words.count == 1, let count = Int(word.whole), count > 0 else {
      throw SimulationMistake(
        .badLine, "`\(word.whole)` is no number of steps; write `undo`, or `undo 3`", at: word.columns)
    }
    return count
  }

  /// Returns the text behind a command, if the line begins with it.
  private func name(behind command: String, in line: Substring) -> String? {
    guard line.hasPrefix(command) else { return nil }
    let rest = line.dropFirst(command.count)
    guard let first = rest.first else { return "" }
    guard first == " " || first == "\t" else { return nil }
    let blanks: Set<Character> = [" ", "\t"]
    var name = rest.drop { blanks.contains($0) }
    while let last = name.last, blanks.contains(last) { name.removeLast() }
    return String(name)
  }

  private func scenarioName(_ text: String, in line: String) throws(SimulationMistake) -> String {
    // Quotes around the whole name aren't part of it.
    let words = text.hasPrefix("\"") ? (try? splitWords(text)) ?? [] : []
    let name = words.count == 1 ? words[0].text : text
    let isOnOneLine = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    if !name.isEmpty, isOnOneLine { return name }
    let message =
      name.isEmpty
      ? "write a name for the scenario after `save`, as in `save a pause`"
      : "a scenario's name must be a text on one line without control characters"
    throw SimulationMistake(.badLine, message)
  }
}
