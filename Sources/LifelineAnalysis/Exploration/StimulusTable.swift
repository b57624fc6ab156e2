import LifelineEngine
import LifelineInterpreter
import LifelineModel

/// The stimuli that edges and occurrences mention, as words, each once.
///
/// Of the arguments, a stimulus keeps those that differ from the first values of their parameters: an event may have hundreds.
struct StimulusTable: Sendable {
  private var lists = ListTable()
  private var words: [Int] = []
  /// The indices of the stimuli that have no arguments and no facts, by their only words; zero if one isn't known yet.
  private var plain: [Int32]
  /// The first value of each parameter of each event.
  private let firstArguments: [[Int]]

  /// Creates a table without stimuli for a machine with some events.
  init(firstArguments: [[Int]]) {
    self.firstArguments = firstArguments
    plain = Array(repeating: 0, count: 4 * (firstArguments.count + 1))
  }

  /// The number of words that the table takes.
  var wordCount: Int { lists.wordCount }

  /// The indices of the stimuli. The first one isn't the index of any.
  var indices: Range<Int> { 0..<lists.count }

  /// Returns the index of the stimulus of a choice, which is added if it's missing.
  mutating func index(of choice: FlatChoice) -> Int32 {
    let only = choice.onlyWord
    if only >= 0, plain[only] != 0 { return plain[only] }
    choice.writeStimulus(to: &words, besides: firstArguments)
    let index = Int32(lists.intern(words))
    if only >= 0 { plain[only] = index }
    return index
  }

  /// Returns the event that a stimulus sends; `nil` if it's something else.
  func event(at index: Int) -> ID<Event>? {
    guard index > 0 else { return nil }
    let first = lists[word: lists.range(of: index).lowerBound]
    return first % 4 == StimulusCode.send ? ID(first / 4) : nil
  }

  /// Returns a stimulus as values.
  func stimulus(at index: Int, of engine: Engine) -> Stimulus {
    var rest = StimulusWords(lists, of: index)
    let first = rest.next()
    let kind: Stimulus.Kind
    switch first % 4 {
    case StimulusCode.start: kind = .start
    case StimulusCode.send:
      var arguments = firstArguments[first / 4]
      while let position = rest.argument {
        _ = rest.next()
        arguments[position] = rest.next()
      }
      let parameters = engine.program.machine.events[first / 4].parameters
      kind = .send(
        ID(first / 4), arguments: zip(arguments, parameters).map { engine.valueTable.value($0, as: $1.type) })
    case StimulusCode.elapse: kind = .elapse
    default: kind = .approach(milliseconds: rest.next())
    }
    var stimulus = Stimulus(kind)
    while let field = rest.field {
      _ = rest.next()
      let value = engine.valueTable.value(rest.next(), as: engine.program.machine.fields[field].type)
      stimulus.facts.append(FieldValue(field: ID(field), value: value))
    }
    if !rest.isEmpty {
      _ = rest.next()
      while !rest.isEmpty { stimulus.alternatives.append(rest.next()) }
    }
    return stimulus
  }
}

/// The numbers that stand for kinds of words in the list of a stimulus.
enum StimulusCode {
  // The first word is one of these, plus four times the index of an event.
  static let start = 0
  static let send = 1
  static let elapse = 2
  static let approach = 3

  /// The word in front of the alternatives. No field has this number.
  static let alternatives = -1

  /// Returns the word in front of an argument, below that of the alternatives.
  static func argument(at position: Int) -> Int { -2 - position }
}

/// The words of a stimulus that are still to be read.
private struct StimulusWords {
  private let lists: ListTable
  private var position: Int
  private let end: Int

  init(_ lists: ListTable, of index: Int) {
    self.lists = lists
    (position, end) = (lists.range(of: index).lowerBound, lists.range(of: index).upperBound)
  }

  var isEmpty: Bool { position == end }

  /// The position of the argument that the next word announces; `nil` if it announces something else.
  var argument: Int? {
    guard !isEmpty, lists[word: position] < StimulusCode.alternatives else { return nil }
    return StimulusCode.argument(at: lists[word: position])
  }

  /// The field that the next word announces; `nil` if it announces something else.
  var field: Int? { isEmpty || lists[word: position] < 0 ? nil : lists[word: position] }

  mutating func next() -> Int {
    position += 1
    return lists[word: position - 1]
  }
}
