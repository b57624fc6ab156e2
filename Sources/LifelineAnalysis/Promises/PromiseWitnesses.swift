import LifelineModel
import LifelineScenarios

/// A shortest run in which a promise is kept.
struct PromiseWitness {
  /// The name of the callback that answers, or of the one that is made between two others, behind the promise.
  var mention: Promise.Mention
  /// The things that happen from the question, or from the opening call, to the call that keeps the promise.
  var path: [Exploration.Occurrence]
}

extension PromiseGraph {
  /// Finds a shortest run to each answer of the promise, or to a call between the two others. The graph is one of the first alternatives,
  /// which generated code takes.
  /// - Returns: The runs, and the callbacks for which there is none.
  func findWitnesses(
    _ letters: EdgeLetters, _ leaving: Exploration.EdgesByNode, within budget: inout WorkBudget
  ) -> (found: [PromiseWitness], missing: [Promise.Mention]) {
    var missing = wanted
    var found: [PromiseWitness] = []
    for (index, place) in places.enumerated() where !missing.isEmpty {
      let edges = leaving.indices(of: place.node)
      guard budget.spend(1 + edges.count) else { break }
      for edge in edges where exploration.edges.takesFirstAlternatives(edge) {
        let kept = callsThatKeep(letters.sequences[letters.number(of: edge)], from: place.state)
        guard let position = missing.firstIndex(where: { kept.contains($0.callback) }) else { continue }
        let path = path(to: index, whileOpen: true) + [exploration.edges[edge].occurrence]
        found.append(PromiseWitness(mention: missing.remove(at: position), path: path))
      }
    }
    return (found, missing)
  }

  private var wanted: [Promise.Mention] {
    let promise = automaton.promise
    if automaton.isAboutAnswer { return promise.callbacks }
    return promise.callback.map { [Promise.Mention(callback: $0, range: promise.range)] } ?? []
  }

  /// Returns the callbacks whose calls keep the promise, after one that asked or opened.
  private func callsThatKeep(
    _ letters: [PromiseAutomaton.Letter], from start: PromiseAutomaton.State
  ) -> IDSet<Callback> {
    var state = start
    var result = IDSet<Callback>()
    for letter in letters {
      let wasOpen = state.isOpen
      guard automaton.follow(letter, &state) == nil, case .happening(.call(let callback)) = letter, wasOpen else {
        continue
      }
      let keeps = automaton.isAboutAnswer ? !state.isOpen : automaton.promise.callback == callback
      if keeps { result.insert(callback) }
    }
    return result
  }
}
