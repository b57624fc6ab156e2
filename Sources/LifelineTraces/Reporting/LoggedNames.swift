import LifelineAnalysis
import LifelineModel
import LifelineSource

/// The names that a scenario gives to the values of types that the spec doesn't know: those of the log, if they are names, and others for
/// texts such as those of a UUID or a URL, which no scenario can have.
struct LoggedNames {
  /// The names that aren't in the log, with their texts.
  private(set) var invented: [(name: String, text: String)] = []
  private var names: [String: String] = [:]

  /// Finds names for the values of a story.
  init(of story: LogStory, in machine: Machine) {
    var known: [(text: String, word: String)] = []
    func note(_ values: some Sequence<Value>, _ words: some Sequence<String>) {
      for case (.opaque(let text), let word) in zip(values, words) { known.append((text, word)) }
    }
    note(story.beginning, machine.fields.map(\.name))
    for step in story.steps {
      note(step.facts.map(\.value), step.facts.map { machine[$0.field].name })
      if case .send(let event, let arguments) = step.cause {
        note(arguments, machine[event].parameters.map(\.name))
      }
      for call in step.calls { note(call.arguments, machine[call.callback].parameters.map(\.name)) }
    }
    var used = Set(known.map(\.text))
    for (text, word) in known where names[text] == nil {
      guard !Self.isName(text) else {
        names[text] = text
        continue
      }
      let name = (1...).lazy.map { "\(word)\($0)" }.first { !used.contains($0) } ?? word
      used.insert(name)
      names[text] = name
      invented.append((name, text))
    }
  }

  /// The words that aren't names: those of expressions, and those that YAML reads as something else.
  private static let words: Set<String> = [
    "true", "false", "not", "and", "or", "in", "null", "yes", "no", "on", "off", "y", "n", "_",
  ]

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !isDigit(first), text.utf8.allSatisfy(isIdentifierByte) else { return false }
    return !words.contains(text.lowercased())
  }

  /// Returns a value as a scenario writes it.
  func text(of value: Value) -> String {
    if case .opaque(let text) = value { names[text] ?? text } else { value.description }
  }
}
