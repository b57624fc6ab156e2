import LifelineEngine
import LifelineModel

/// The stimuli that edges and occurrences mention, as words, each once.
struct StimulusTable {
  private var lists = ListTable()
  private var words: [Int] = []
  /// The indices of the stimuli that have no arguments and no facts, by their only words; zero if one isn't known yet.
  private var plain: [Int32]

  /// Creates a table without stimuli for a machine with a number of events.
  init(eventCount: Int) { plain = Array(repeating: 0, count: 4 * (eventCount + 1)) }

  /// The number of words that the table takes.
  var wordCount: Int { lists.wordCount }

  /// Returns the index of the stimulus of a choice, which is added if it's missing.
  mutating func index(of choice: FlatChoice) -> Int32 {
    let only = choice.onlyWord
    if only >= 0, plain[only] != 0 { return plain[only] }
    choice.writeStimulus(to: &words)
    let index = Int32(lists.intern(words))
    if only >= 0 { plain[only] = index }
    return index
  }

  /// Returns the stimuli in the order of their indices. The first isn't the index of any.
  func stimuli(of engine: Engine) -> [Stimulus] {
    [Stimulus(.start)] + (1..<lists.count).map { Stimulus.read(lists[$0], of: engine) }
  }
}
