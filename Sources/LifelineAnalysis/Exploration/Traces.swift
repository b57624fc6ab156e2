import LifelineEngine
import LifelineInterpreter
import LifelineModel

extension Exploration {
  /// Sequences of callbacks, each once. They are kept as words, and made into values where they are looked at.
  struct Traces: RandomAccessCollection, Sendable {
    let lists: ListTable

    var startIndex: Int { 0 }
    var endIndex: Int { lists.count }

    subscript(index: Int) -> [ID<Callback>] { lists[index].map { ID($0) } }

    /// Returns the number of callbacks in a sequence.
    func count(at index: Int) -> Int { lists.range(of: index).count }

    /// Returns whether a sequence has no callbacks.
    func isEmpty(at index: Int) -> Bool { lists.range(of: index).isEmpty }
  }

  /// Sequences of outcomes for parts, each once. There is no empty one.
  struct PartTraces: RandomAccessCollection, Sendable {
    let lists: ListTable
    let program: Program

    var startIndex: Int { 0 }
    var endIndex: Int { lists.count - 1 }

    subscript(index: Int) -> [Reaction.PartOutcome] { Engine.partOutcomes(lists[index + 1], of: program) }
  }
}
