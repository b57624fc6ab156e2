import LifelineEngine
import LifelineModel

extension Explorer {
  /// Tries every stimulus of a kind that makes a difference in a node.
  ///
  /// A fact or an argument gets its other values only after a reaction has depended on it, and so does an action that leaves
  /// something open, so every combination that makes a difference is tried once.
  /// - Returns: Whether every stimulus was tried.
  mutating func tryChoices(of kind: FlatStimulus, in node: Int, hastening position: Int?) -> Bool {
    if case .send(let event) = kind {
      choice.begin(kind, host.firstArguments[event])
    } else {
      choice.begin(kind, [])
    }
    /// The number of choices that were tried. The others are behind them in the table, which is empty as long as there is
    /// only one.
    var triedCount = 0
    /// Whether a reaction runs too many actions that leave something open.
    var leavesOpenCalls = false
    hasChoices = false
    repeat {
      if triedCount > 0 { choice.read(triedCount + 1, of: choices) }
      triedCount += 1
      react(hastening: position)
      let factCount = choice.factCount
      for index in engine.readFields.indices {
        let field = engine.readFields[index]
        guard host.isFact[field], !choice.hasFact(field) else { continue }
        choice.facts.append(field)
        choice.facts.append(engine.origin[engine.layout.fields + field])
      }
      spendWorkOfReaction(factCount: factCount)
      if isInterrupted { return true }
      addReaction(from: node)
      if isInterrupted { return false }
      if choice.factCount > factCount { addOtherFacts(behind: factCount) }
      if case .send(let event) = kind, engine.readsParameters {
        addOtherArguments(of: event, behind: factCount)
      }
      if engine.openCounts.count > openActionLimit {
        leavesOpenCalls = true
      } else if engine.openCounts.count > choice.alternatives.count {
        addOtherAlternatives(behind: factCount)
      }
    } while hasChoices && triedCount < min(choices.count - 1, combinationLimit)
    if !leavesOpenCalls && (!hasChoices || !hasTooManyChoices) { return true }
    noteOmission(of: kind, in: node)
    return false
  }

  private mutating func noteOmission(of kind: FlatStimulus, in node: Int) {
    let event: ID<Event>? = if case .send(let event) = kind { ID(event) } else { nil }
    let omission = Exploration.Omission(event: event, isOfCalls: !engine.openCounts.isEmpty)
    omissions[node, default: []].append(omission)
  }

  /// Adds the choices in which the facts behind the first ones have other values, one after the other.
  /// - Parameter factCount: The number of facts before the last reaction.
  private mutating func addOtherFacts(behind factCount: Int) {
    beginChoices(factCount: factCount)
    for index in factCount..<choice.factCount {
      let (field, word) = (choice.facts[2 * index], choice.facts[2 * index + 1])
      for value in host.fields[field] where value != word {
        choice.write(to: &candidate, factCount: index + 1)
        candidate[2 * index + 2] = value
        if case .send(let event) = choice.kind {
          let chosen = candidate.count - choice.alternatives.count - choice.chosen.count
          for argument in choice.arguments.indices
          where host.isParameter(at: argument, of: event, comparedWith: field) {
            candidate[chosen + argument / Int.bitWidth] &= ~(1 << (argument % Int.bitWidth))
          }
        }
        _ = choices.intern(candidate)
        if hasTooManyChoices { return }
      }
    }
  }

  /// Adds the choices in which the parameters that the last reaction read have other values.
  /// - Parameter factCount: The number of facts before the last reaction.
  private mutating func addOtherArguments(of event: Int, behind factCount: Int) {
    beginChoices(factCount: factCount)
    var fields: [Int]?
    for position in choice.arguments.indices
    where engine.readParameters.contains(host.parameterNames[event][position]) && choice.choose(position) {
      let known = fields ?? fieldsWithFacts()
      fields = known
      for value in host.arguments(at: position, of: event, known, &engine.valueTable).dropFirst() {
        choice.write(to: &candidate, factCount: choice.factCount)
        candidate[1 + choice.facts.count + position] = value
        _ = choices.intern(candidate)
        if hasTooManyChoices { return }
      }
    }
  }

  /// Adds the choices in which one of the actions that leave something open takes another alternative, and those in front of
  /// it the first one, unless theirs are chosen.
  /// - Parameter factCount: The number of facts before the last reaction.
  private mutating func addOtherAlternatives(behind factCount: Int) {
    beginChoices(factCount: factCount)
    let chosenCount = choice.alternatives.count
    for position in chosenCount..<engine.openCounts.count {
      for alternative in 1..<engine.openCounts[position] {
        choice.write(to: &candidate, factCount: choice.factCount)
        for _ in chosenCount..<position { candidate.append(0) }
        candidate.append(alternative)
        _ = choices.intern(candidate)
        if hasTooManyChoices { return }
      }
    }
  }

  /// Whether there are more choices than are tried. No others have to be kept then.
  private var hasTooManyChoices: Bool { choices.count - 1 > combinationLimit }

  /// Begins the table of choices with the first one, unless it has begun.
  private mutating func beginChoices(factCount: Int) {
    if hasChoices { return }
    hasChoices = true
    choices.removeAll()
    choice.write(to: &candidate, factCount: factCount)
    _ = choices.intern(candidate)
  }

  /// Returns the values of the fields before the last reaction, after the host has set the facts.
  private mutating func fieldsWithFacts() -> [Int] {
    var fields = Array(engine.origin[engine.layout.fields...])
    for index in 0..<choice.factCount { fields[choice.facts[2 * index]] = choice.facts[2 * index + 1] }
    return fields
  }
}
