import LifelineInterpreter
import LifelineModel

/// The places of a configuration's contents in a row of words.
///
/// First what distinguishes the configuration: the active states, the components at their ends, the memories of histories,
/// the deferred events, the class of the running timers, and the fields that the machine remembers, each as the number that
/// stands for all that make the same difference. Then the running timers and all fields as they are.
package struct Layout: Sendable {
  /// A field that the machine remembers.
  package struct Memory: Sendable {
    var field: Int
    /// The numbers beyond which all are alike, if there are any.
    var bounds: ClosedRange<Int>?

    package init(field: Int, bounds: ClosedRange<Int>?) {
      self.field = field
      self.bounds = bounds
    }
  }

  let memories: [Memory]
  let activeCount: Int
  let finishedCount: Int
  let historyCount: Int
  let fieldCount: Int

  let finished: Int
  let histories: Int
  /// The place of the index of the list of deferred events.
  package let deferred: Int
  /// The place of what distinguishes the running timers. Whoever saves a configuration fills it in.
  package let timerClass: Int
  /// The place of the index of the list of running timers, and the number of words that distinguish a configuration.
  package let timers: Int
  /// The place of the first field.
  package let fields: Int
  package let width: Int

  package init(_ program: Program, memories: [Memory]) {
    self.memories = memories
    activeCount = BitSet.wordCount(for: program.states.count)
    finishedCount = BitSet.wordCount(for: program.components.count)
    historyCount = program.histories.count
    fieldCount = program.defaults.count
    finished = activeCount
    histories = finished + finishedCount
    deferred = histories + historyCount
    timerClass = deferred + 1
    timers = timerClass + 1 + memories.count
    fields = timers + 1
    width = fields + fieldCount
  }

  /// The places of the active states.
  package var activeWords: Range<Int> { 0..<activeCount }
  /// The place of the deferred events.
  package var deferredWords: Range<Int> { deferred..<deferred + 1 }
  /// The place of what distinguishes the running timers.
  package var timerWords: Range<Int> { timerClass..<timerClass + 1 }
  /// The places of the fields that the machine remembers.
  package var memoryWords: Range<Int> { timerClass + 1..<timers }
  /// The places of the memories of histories.
  package var historyWords: Range<Int> { histories..<deferred }
}
