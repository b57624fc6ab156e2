import LifelineModel
import LifelineScenarios
import LifelineYAML

/// Finds the stretches of a spec to change so that a scenario says what it would have to say.
struct CorrectionEditor {
  private let text: SpecText
  private let writing: ExpectationText
  private(set) var edits: [TextEdit] = []
  /// What is changed that stands elsewhere too, by way of an alias.
  private(set) var sharing: Spot.Sharing?

  init(_ text: SpecText, machine: Machine) {
    self.text = text
    writing = ExpectationText(machine: machine)
  }

  /// Edits for a scenario, which is what `spot` says.
  mutating func correct(_ spot: Spot, by correction: Correction) throws(UnfixableExpectation) {
    if let start = correction.start { try addStart(start, to: spot) }
    if !correction.steps.isEmpty {
      guard let when = spot.value("when", text) else { throw unknown(spot) }
      let steps = when.items(text)
      for (place, step) in correction.steps.sorted(by: { $0.key < $1.key }) {
        guard steps.indices.contains(place) else { throw unknown(when) }
        try correct(step: steps[place], by: step)
      }
    }
    if let outcome = correction.outcome {
      guard let then = spot.value("then", text) else { throw unknown(spot) }
      try correct(outcome: then, by: outcome)
    }
  }

  // MARK: Steps

  private mutating func correct(step: Spot, by correction: StepCorrection) throws(UnfixableExpectation) {
    if let isHandled = correction.isHandled {
      try correct(handlingOf: step, isHandled, correction.calls)
    } else if let calls = correction.calls {
      try correct(calls: try expectation(of: step), by: calls)
    }
    if let through = correction.through {
      guard let spot = step.value("through", text) else { throw unknown(step) }
      try correct(states: spot, by: through)
    }
    if let outcome = correction.outcome {
      guard let spot = step.value("then", text) else { throw unknown(step) }
      try correct(outcome: spot, by: outcome)
    }
  }

  /// Where a step says what is called: beside `wait`, or behind the event or `start`.
  private func expectation(of step: Spot) throws(UnfixableExpectation) -> Spot {
    if let expect = step.value("expect", text) { return expect }
    guard let main = main(of: step) else { throw unknown(step) }
    return main.spot
  }

  private func main(of step: Spot) -> (key: String, spot: Spot)? {
    step.values(text).first { !["with", "through", "then", "expect"].contains($0.key) }
  }

  private mutating func correct(
    handlingOf step: Spot, _ isHandled: Bool, _ calls: CallsCorrection?
  ) throws(UnfixableExpectation) {
    if case .scalar(let event) = step.node.content {
      // An event's name alone: it is to be ignored.
      let isWrapped = step.isInFlow || step.keyRange != nil
      return try replace(step, by: isWrapped ? "{ignored: \(event.text)}" : "ignored: \(event.text)")
    }
    guard let main = main(of: step), let keyRange = main.spot.keyRange, let key = text.bytes(of: keyRange) else {
      throw unknown(step)
    }
    noteSharing(of: main.spot)
    if isHandled {
      guard case .scalar(let event) = main.spot.node.content, case .whole(let calls)? = calls else {
        throw unknown(step)
      }
      edits.append(TextEdit(range: key, replacement: event.text))
      try replace(main.spot, by: writing.text(calls))
    } else {
      edits.append(TextEdit(range: key, replacement: "ignored"))
      try replace(main.spot, by: main.key)
    }
  }

  /// Puts `start` before all steps.
  private mutating func addStart(_ calls: ExpectedCalls, to scenario: Spot) throws(UnfixableExpectation) {
    let start = "start: \(writing.text(calls))"
    guard let when = scenario.value("when", text) else {
      noteSharing(of: scenario)
      guard let range = text.bytes(of: scenario.node.range) else { throw unknown(scenario) }
      let isBraces = scenario.isFlow(text)
      if isBraces {
        let isEmpty = scenario.values(text).isEmpty
        let place = range.lowerBound + 1
        edits.append(TextEdit(range: place..<place, replacement: "when: {\(start)}" + (isEmpty ? "" : ", ")))
      } else {
        let entry = "when: {\(start)}" + text.newLine(toColumnOf: range.lowerBound)
        edits.append(TextEdit(range: range.lowerBound..<range.lowerBound, replacement: entry))
      }
      return
    }
    noteSharing(of: when)
    guard when.node.alias == nil, let range = text.bytes(of: when.node.range) else { throw unknown(when) }
    func insert(_ new: String, at place: Int) { edits.append(TextEdit(range: place..<place, replacement: new)) }
    switch when.node.content {
    case .sequence(let items) where when.isFlow(text):
      insert("{\(start)}" + (items.isEmpty ? "" : ", "), at: range.lowerBound + 1)
    case .sequence:
      insert("- \(start)" + text.newLine(toColumnOf: range.lowerBound), at: range.lowerBound)
    case .scalar:
      insert("[{\(start)}, ", at: range.lowerBound)
      insert("]", at: range.upperBound)
    case .mapping where when.isFlow(text):
      insert("[{\(start)}, ", at: range.lowerBound)
      insert("]", at: range.upperBound)
    case .mapping:
      // The one step becomes an item of a list, and all its lines move to the right.
      insert("- \(start)" + text.newLine(toColumnOf: range.lowerBound) + "- ", at: range.lowerBound)
      var line = text.endOfLine(at: range.lowerBound)
      while line < range.upperBound {
        let next = text.startOfNextLine(after: line)
        let end = text.endOfLine(at: next)
        if next < range.upperBound, end > next { insert("  ", at: next) }
        line = end
      }
    }
  }

  // MARK: Calls

  private mutating func correct(calls spot: Spot, by correction: CallsCorrection) throws(UnfixableExpectation) {
    switch correction {
    case .whole(.list(let calls)) where !calls.isEmpty && spot.isOwnList:
      // As it was, with dashes or between brackets.
      try replace(list: spot, by: calls.map { .new(writing.text($0)) })
    case .whole(let calls): try replace(spot, by: writing.text(calls))
    case .items(let changes):
      let items = spot.items(text)
      let new = try changes.map { (change) throws(UnfixableExpectation) -> NewItem in
        switch change {
        case .kept(let place): .old(place, text: nil)
        case .replaced(let place, let call): .old(place, text: try text(of: call, inPlaceOf: items[place]))
        case .added(let call): .new(writing.text(call))
        }
      }
      try replace(list: spot, by: new)
    }
  }

  /// A call in the place of what was expected; of a call with other arguments only these change.
  private func text(of call: ExpectedCall, inPlaceOf item: Spot) throws(UnfixableExpectation) -> String {
    let name = writing.machine[call.callback].name
    let isAliased = item.node.alias != nil
    guard !call.arguments.isEmpty, !isAliased, let arguments = item.value(name, text),
      let range = text.bytes(of: item.node.range)
    else { return styled(writing.text(call), like: item) }
    let values = arguments.values(text)
    guard values.count == call.arguments.count, arguments.node.alias == nil else { return writing.text(call) }
    var edits: [TextEdit] = []
    for (argument, value) in zip(call.arguments, values) {
      guard let place = text.bytes(of: value.spot.node.place) else { throw unknown(value.spot) }
      edits.append(
        TextEdit(
          range: (place.lowerBound - range.lowerBound)..<(place.upperBound - range.lowerBound),
          replacement: styled(writing.text(argument.value), like: value.spot)))
    }
    guard let bytes = Array(text.bytes[range]).applying(edits) else { throw unknown(item) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: States

  private mutating func correct(states spot: Spot, by changes: [ListChange<ID<State>>]) throws(UnfixableExpectation) {
    let items = spot.items(text)
    let new = changes.map { change -> NewItem in
      switch change {
      case .kept(let place): .old(place, text: nil)
      case .replaced(let place, let state):
        .old(place, text: styled(writing.reference(state), like: items[place]))
      case .added(let state): .new(writing.reference(state))
      }
    }
    try replace(list: spot, by: new)
  }

  private mutating func correct(outcome spot: Spot, by correction: OutcomeCorrection) throws(UnfixableExpectation) {
    var states = spot
    if case .mapping = spot.node.content {
      let fields = spot.values(text).filter { $0.key != "state" }
      for (place, value) in correction.fields {
        guard fields.indices.contains(place) else { throw unknown(spot) }
        let field = fields[place].spot
        try replace(field, by: styled(writing.text(value), like: field))
      }
      if correction.states != nil {
        guard let spot = spot.value("state", text) else { throw unknown(spot) }
        states = spot
      }
    }
    if let changes = correction.states { try correct(states: states, by: changes) }
  }

  // MARK: Replacing

  /// A name in the quotes that the one before it has.
  private func styled(_ new: String, like spot: Spot) -> String {
    guard case .scalar(let scalar) = spot.node.content, spot.node.alias == nil,
      new.utf8.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: ".") })
    else { return new }
    switch scalar.style {
    case .singleQuoted: return "'\(new)'"
    case .doubleQuoted: return "\"\(new)\""
    case .plain, .literal, .folded: return new
    }
  }

  private mutating func replace(list spot: Spot, by new: [NewItem]) throws(UnfixableExpectation) {
    let items = spot.items(text)
    guard case .sequence = spot.node.content, spot.node.alias == nil else {
      // What stands alone is a list of one item, and what an alias stands for is written out.
      let texts = try new.map { (item) throws(UnfixableExpectation) -> String in
        switch item {
        case .new(let text), .old(_, let text?): text
        case .old(let place, nil): try line(of: items[place])
        }
      }
      return try replace(spot, by: texts.count == 1 ? texts[0] : ExpectationText.list(texts))
    }
    noteSharing(of: spot)
    guard let sequence = SequenceText(spot, text) else { throw unknown(spot) }
    for (place, item) in items.enumerated() {
      let isKept = new.contains { if case .old(place, nil) = $0 { true } else { false } }
      if !isKept, let stretch = text.bytes(of: item.node.place) { try requireUnshared(stretch, at: item) }
    }
    guard let written = sequence.text(of: new) else { return try replace(spot, by: "[]") }
    edits.append(TextEdit(range: sequence.range, replacement: written))
  }

  /// What a node says, if that stands on one line and can stand between brackets.
  private func line(of spot: Spot) throws(UnfixableExpectation) -> String {
    guard let range = text.bytes(of: spot.node.place) else { throw unknown(spot) }
    let line = text.string(range)
    if case .mapping = spot.node.content, spot.node.alias == nil, !spot.isFlow(text) { throw unknown(spot) }
    if line.contains(where: \.isNewline) { throw unknown(spot) }
    return line
  }

  /// Puts `new`, which stands on one line, in the place of a whole node; its comments stay.
  private mutating func replace(_ spot: Spot, by new: String) throws(UnfixableExpectation) {
    noteSharing(of: spot)
    guard var range = text.bytes(of: spot.node.place) else { throw unknown(spot) }
    try requireUnshared(range, at: spot)
    let newLine = text.newLine(toColumnOf: range.lowerBound)
    if spot.isInFlow || spot.isFlow(text) {
      let kept = text.comments(in: range).map { $0 + newLine }.joined()
      let items = new.hasPrefix("[") ? String(new.dropFirst()) : new + "]"
      edits.append(TextEdit(range: range, replacement: kept.isEmpty ? new : "[ " + kept + items))
      return
    }
    if text.string(range).contains(where: \.isNewline) {
      range = range.lowerBound..<text.endOfLine(at: range.upperBound)
    }
    let kept = text.comments(in: range).map { newLine + $0 }.joined()
    guard let key = spot.keyRange.flatMap({ text.bytes(of: $0) }), key.upperBound <= range.lowerBound else {
      return edits.append(TextEdit(range: range, replacement: new + kept))
    }
    let between = text.string(key.upperBound..<range.lowerBound)
    if !between.contains(where: \.isNewline) {
      return edits.append(TextEdit(range: range, replacement: new + kept))
    }
    // What stood below its key comes beside it; comments in between come behind it.
    guard text.skippingSpace(from: key.upperBound + 1) == range.lowerBound, between.first == ":" else {
      throw unknown(spot)
    }
    let behind = between.dropFirst().reversed().drop { $0.isWhitespace }.reversed()
    edits.append(
      TextEdit(range: key.upperBound..<range.upperBound, replacement: ": \(new)\(String(behind))\(kept)"))
  }

  // MARK: Aliases

  private mutating func noteSharing(of spot: Spot) {
    sharing = sharing ?? spot.sharing
  }

  private func requireUnshared(_ range: Range<Int>, at spot: Spot) throws(UnfixableExpectation) {
    guard spot.node.alias == nil, text.hasShared(in: range) else { return }
    throw UnfixableExpectation(
      "an anchor in this is used elsewhere, and would be gone: write it out there", at: spot.node.place)
  }

  private func unknown(_ spot: Spot) -> UnfixableExpectation {
    UnfixableExpectation(
      "this is written in a way that is not rewritten: change it by hand", at: spot.node.place)
  }
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}
