import LifelineEngine
import LifelineModel

/// A stimulus as words, with the positions of the arguments whose values have been chosen.
struct FlatChoice {
  var kind: FlatStimulus
  /// The fields that the host sets first, each followed by its value.
  var facts: [Int] = []
  var arguments: [Int] = []
  /// The positions of the arguments whose values have been chosen: a bit for each.
  var chosen: [Int] = []
  /// The alternatives that the machine takes of the actions that leave something open.
  var alternatives: [Int] = []

  /// The number of facts.
  var factCount: Int { facts.count / 2 }

  /// Begins with the first choice of a kind of stimulus.
  /// - Parameter first: The first value of each parameter of the event.
  mutating func begin(_ kind: FlatStimulus, _ first: [Int]) {
    self.kind = kind
    facts.empty()
    arguments.empty()
    chosen.empty()
    alternatives.empty()
    if first.isEmpty { return }
    arguments.append(contentsOf: first)
    for _ in 0..<(arguments.count + Int.bitWidth - 1) / Int.bitWidth { chosen.append(0) }
  }

  /// Notes that the value of an argument is chosen.
  /// - Returns: Whether it wasn't before.
  mutating func choose(_ argument: Int) -> Bool {
    let (word, bit) = (argument / Int.bitWidth, 1 << (argument % Int.bitWidth))
    guard chosen[word] & bit == 0 else { return false }
    chosen[word] |= bit
    return true
  }

  func hasFact(_ field: Int) -> Bool {
    for position in 0..<factCount where facts[2 * position] == field { return true }
    return false
  }

  /// Writes the choice with its first facts into a list of words, in the place of the list's contents.
  func write(to list: inout [Int], factCount: Int) {
    list.empty()
    list.append(factCount)
    list.append(contentsOf: facts[..<(2 * factCount)])
    list.append(contentsOf: arguments)
    list.append(contentsOf: chosen)
    list.append(contentsOf: alternatives)
  }

  /// Takes over the choice that a list of words stands for. It is one of the same kind.
  mutating func read(_ list: Int, of table: ListTable) {
    let start = table.range(of: list).lowerBound
    let end = table.range(of: list).upperBound
    let count = table[word: start]
    facts.empty()
    for position in 0..<2 * count { facts.append(table[word: start + 1 + position]) }
    let rest = start + 1 + 2 * count
    for index in arguments.indices { arguments[index] = table[word: rest + index] }
    for index in chosen.indices { chosen[index] = table[word: rest + arguments.count + index] }
    alternatives.empty()
    for word in rest + arguments.count + chosen.count..<end { alternatives.append(table[word: word]) }
  }
}

/// A kind of stimulus, with the event as its index.
enum FlatStimulus: Equatable {
  case start
  case send(Int)
  case elapse
  case approach(milliseconds: Int)
}

extension FlatChoice {
  /// The first word for the stimulus.
  private var firstWord: Int {
    switch kind {
    case .start: StimulusCode.start
    case .send(let event): 4 * event + StimulusCode.send
    case .elapse: StimulusCode.elapse
    case .approach: StimulusCode.approach
    }
  }

  /// The word for the stimulus, if there are no others; a number below zero if there are.
  var onlyWord: Int {
    if case .approach = kind { return -1 }
    return arguments.isEmpty && facts.isEmpty && alternatives.isEmpty ? firstWord : -1
  }

  /// Writes the words for the stimulus into a list.
  /// - Parameter firstArguments: The arguments of each event that need no words.
  func writeStimulus(to list: inout [Int], besides firstArguments: [[Int]]) {
    list.empty()
    list.append(firstWord)
    if case .approach(let milliseconds) = kind { list.append(milliseconds) }
    if case .send(let event) = kind {
      for position in arguments.indices where arguments[position] != firstArguments[event][position] {
        list.append(StimulusCode.argument(at: position))
        list.append(arguments[position])
      }
    }
    list.append(contentsOf: facts)
    if alternatives.isEmpty { return }
    list.append(StimulusCode.alternatives)
    list.append(contentsOf: alternatives)
  }
}
