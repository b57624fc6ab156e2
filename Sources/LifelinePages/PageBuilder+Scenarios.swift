import LifelineModel
import LifelineScenarios
import LifelineSource

extension PageBuilder {
  /// The runs that the spec pins down.
  var scenarios: [Block] {
    let ids = machine.scenarios.indices.filter { machine.scenarios[$0].refutation == nil }.map { ID<Scenario>($0) }
    guard !ids.isEmpty else { return [] }
    return [
      .heading(section("Scenarios")),
      .paragraph([
        .text("Each of these runs comes out as it says. In the pictures, time goes downward: at the left are the "),
        .text("events of the host, a bar is a state as long as it is active, and an arrow to the right is a call. "),
        .onLifeLines(
          [.text("After "), .code("←"), .text(" comes the call that this one needs.")],
          inPictures: [.text("A bracket at the right leads from a call to one that needs it.")]),
      ]),
    ] + descriptions(of: ids)
  }

  /// The claims about orders that are wrong.
  var refutedOrders: [Block] {
    let ids = machine.scenarios.indices.filter { machine.scenarios[$0].refutation != nil }.map { ID<Scenario>($0) }
    guard !ids.isEmpty else { return [] }
    return [
      .heading(section("Refuted orders")),
      .paragraph([
        .text(
          "Somebody claims each of these, and it is wrong. The pictures have what the machine does, and at the right "),
        .text("what is claimed. Where the claim is wrong, there is a "), .code("≠"), .text(" or a "), .code("✗"),
        .text("."),
      ]),
    ] + descriptions(of: ids)
  }

  private func descriptions(of ids: [ID<Scenario>]) -> [Block] {
    [.list(ids.map { [.heading([.text(machine[$0].name)], heading(of: $0))] })] + ids.flatMap(description)
  }

  private func heading(of id: ID<Scenario>) -> Heading { Heading(3, [.text(machine[id].name)], of: "scenario") }

  private func description(of id: ID<Scenario>) -> [Block] {
    let scenario = machine[id]
    var result: [Block] = [.heading(heading(of: id))]
    if let refutation = scenario.refutation {
      result.append(.paragraph([.strong([.text("It is wrong:")]), .text(" ")] + prose(refutation)))
    }
    result += paragraphs(scenario.documentation.text)
    if scenario.isDecision {
      result.append(.paragraph([.text("No source promises this; the machine decides it.")]))
    }
    if case .end(let first) = scenario.beginning {
      result.append(
        .paragraph([
          .text("It goes on where "), .heading([.text(machine[first].name)], heading(of: first)), .text(" ends."),
        ]))
    }
    return result + pictures(of: id) + list([], citing: scenario.documentation)
  }

  // MARK: Pictures

  /// The greatest number of combinations that are compared, and that of those that are drawn.
  private static let comparedLimit = 64
  private static let drawnLimit = 3

  /// Returns the pictures of a scenario: one for all combinations of `where` in which the same happens.
  private func pictures(of id: ID<Scenario>) -> [Block] {
    let combinations = Combinations.collect(from: machine[id], in: index)
    let compared = min(combinations.count, Self.comparedLimit)
    var groups: [(picture: LifeLine, numbers: [Int])] = []
    for number in 0..<compared {
      var picture = drawScenario(id, combination: number, in: index)
      // The page says why a claim is wrong above the picture.
      picture.remarks = machine[id].refutation == nil ? [] : ["the last step doesn't come out like that"]
      if let same = groups.firstIndex(where: { $0.picture.showsTheSame(as: picture) }) {
        groups[same].numbers.append(number)
      } else {
        groups.append((picture, [number]))
      }
    }
    let given = machine.first(ofChainTo: machine[id]).fields.map { "\(machine[$0.field].name): \($0.value)" }
    var result: [Block] = []
    for group in groups.prefix(Self.drawnLimit) {
      let situations = group.numbers.map { number in
        let varied = combinations.count > 1 ? [combinations.text(number)] : []
        return (given + varied).joined(separator: ", ")
      }.filter { !$0.isEmpty }.map { [Inline.code($0)] }
      guard !situations.isEmpty else {
        result.append(.run(group.picture))
        continue
      }
      result.append(.paragraph([.text("With ")] + situations.listed("or") + [.text(":")]))
      result.append(.run(group.picture))
    }
    let drawn = groups.prefix(Self.drawnLimit).reduce(0) { $0 + $1.numbers.count }
    if drawn < combinations.count {
      result.append(
        .paragraph([
          .text("It also holds in \(counted(combinations.count - drawn, "other combination")) of these, not drawn.")
        ]))
    }
    return result
  }
}

extension Machine {
  /// Returns the scenario with which the chain begins that a scenario ends.
  fileprivate func first(ofChainTo scenario: Scenario) -> Scenario {
    var first = scenario
    while case .end(let earlier) = first.beginning { first = self[earlier] }
    return first
  }
}

extension LifeLine {
  /// Returns whether the host and the machine do the same in another run, whatever the states are in which it begins.
  fileprivate func showsTheSame(as other: LifeLine) -> Bool {
    words == other.words && verdict == other.verdict
  }
}
