import LifelineInterpreter
import LifelineModel

/// The number of combinations of values that are tried for one kind of stimulus.
let combinationLimit = 10_000

/// The greatest number of actions in one reaction whose open calls are tried in other forms. More of them have too many combinations,
/// and those of an endless loop don't matter.
let openActionLimit = 64

extension EnvironmentModel {
  /// Calls `body` with every stimulus that makes a difference in `snapshot`.
  ///
  /// A fact or an argument gets its other values only after a reaction has depended on it, and so does an action that leaves
  /// something open, so every combination that makes a difference is tried once.
  /// - Parameters:
  ///   - other: A snapshot of a mutant, in which other stimuli may make a difference.
  ///   - body: Applies the stimulus and returns what the reaction depended on; `nil` to stop.
  /// - Returns: Whether every stimulus was tried.
  func forEachStimulus(
    in snapshot: Snapshot, orIn other: Snapshot? = nil, _ body: (Stimulus) -> Observation?
  ) -> Bool {
    let own = stimuli(in: snapshot)
    let known = Set(own)
    let more = other.map { stimuli(in: $0).filter { !known.contains($0) } } ?? []
    var isExhaustive = true
    for kind in own + more {
      var pending = [Choice(stimulus: Stimulus(kind))]
      var known = Set(pending)
      func add(_ choice: Choice) {
        if known.contains(choice) { return }
        guard pending.count < combinationLimit else {
          isExhaustive = false
          return
        }
        known.insert(choice)
        pending.append(choice)
      }
      var next = 0
      while next < pending.count {
        var choice = pending[next]
        next += 1
        guard let observation = body(choice.stimulus) else { return false }
        for fact in missingFacts(of: choice.stimulus, in: snapshot, for: observation) {
          for value in values.fields[fact.field.index] where value != fact.value {
            add(choice.setting(fact.field, to: value, varyingAgain: parameters(of: kind, comparedWith: fact.field)))
          }
          choice.stimulus.facts.append(fact)
        }
        if case .send(let event, _) = kind {
          for (index, parameter) in machine[event].parameters.enumerated()
          where observation.parameters.contains(parameter.name) && choice.arguments.insert(index).inserted {
            var changed = snapshot
            for fact in choice.stimulus.facts { changed.fields[fact.field.index] = fact.value }
            for value in values.arguments(at: index, of: event, in: changed, machine).dropFirst() {
              add(choice.settingArgument(index, to: value))
            }
          }
        }
        guard observation.openCounts.count <= openActionLimit else {
          isExhaustive = false
          continue
        }
        for position in observation.openCounts.indices.dropFirst(choice.stimulus.alternatives.count) {
          for alternative in 1..<observation.openCounts[position] {
            add(choice.choosing(alternative, at: position))
          }
        }
      }
    }
    return isExhaustive
  }

  /// Returns `stimulus` with all facts that a reaction to it in `snapshot` depends on.
  func complete(_ stimulus: Stimulus, in snapshot: Snapshot, for observation: Observation) -> Stimulus {
    var stimulus = stimulus
    stimulus.facts += missingFacts(of: stimulus, in: snapshot, for: observation)
    return stimulus
  }

  /// Returns the positions of the parameters whose values depend on a fact. If the fact is read after the argument, other
  /// arguments may matter than for the value that the fact had.
  private func parameters(of kind: Stimulus.Kind, comparedWith field: ID<Field>) -> [Int] {
    guard case .send(let event, _) = kind else { return [] }
    return machine[event].parameters.indices.filter {
      values.isParameter(machine[event].parameters[$0].name, comparedWith: field)
    }
  }

  private func missingFacts(
    of stimulus: Stimulus, in snapshot: Snapshot, for observation: Observation
  ) -> [FieldValue] {
    observation.fields.filter { field in
      roles.roles[field.index] == .fact && !stimulus.facts.contains { $0.field == field }
    }.map { FieldValue(field: $0, value: snapshot.fields[$0.index]) }
  }
}

/// A stimulus with the indices of the arguments whose values have been chosen.
private struct Choice: Hashable {
  var stimulus: Stimulus
  var arguments: Set<Int> = []

  func setting(_ field: ID<Field>, to value: Value, varyingAgain parameters: [Int]) -> Choice {
    var choice = self
    choice.arguments.subtract(parameters)
    choice.stimulus.facts.append(FieldValue(field: field, value: value))
    return choice
  }

  func choosing(_ alternative: Int, at position: Int) -> Choice {
    var choice = self
    choice.stimulus.alternatives += Array(repeating: 0, count: position - stimulus.alternatives.count) + [alternative]
    return choice
  }

  func settingArgument(_ index: Int, to value: Value) -> Choice {
    var choice = self
    if case .send(let event, var arguments) = stimulus.kind, index < arguments.count {
      arguments[index] = value
      choice.stimulus.kind = .send(event, arguments: arguments)
    }
    return choice
  }
}
