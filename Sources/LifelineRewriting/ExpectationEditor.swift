import LifelineModel
import LifelineScenarios
import LifelineYAML

/// Finds the edits of a spec's text that make a scenario expect what a correction says.
struct ExpectationEditor {
  let source: CommentedSource
  private let writing: ExpectationText
  var edits: [TextEdit] = []
  /// The first edited part that is also used elsewhere, through an alias.
  var sharing: EditableNode.Sharing?

  init(_ source: CommentedSource, machine: Machine) {
    self.source = source
    writing = ExpectationText(machine: machine)
  }

  /// Adds the edits of `scenario`, the node of a scenario.
  mutating func correct(_ scenario: EditableNode, by correction: Correction) throws(UnfixableExpectation) {
    if let start = correction.start { try addStart(start, to: scenario) }
    if !correction.steps.isEmpty {
      let when = try value("when", of: scenario)
      let steps = when.items(source)
      for (index, step) in correction.steps.sorted(by: { $0.key < $1.key }) {
        guard steps.indices.contains(index) else { throw unknownForm(when) }
        try correct(step: steps[index], by: step)
      }
    }
    if let expectedState = correction.expectedState {
      try correct(expectedState: try value("then", of: scenario), by: expectedState)
    }
  }

  private func value(_ key: String, of node: EditableNode) throws(UnfixableExpectation) -> EditableNode {
    guard let value = node.value(key, source) else { throw unknownForm(node) }
    return value
  }

  // MARK: Steps

  private mutating func correct(
    step: EditableNode, by correction: StepCorrection
  ) throws(UnfixableExpectation) {
    if let isHandled = correction.isHandled {
      try correct(handlingOf: step, isHandled, correction.calls)
    } else if let calls = correction.calls {
      try correct(calls: try expectation(of: step), by: calls)
    } else if let calls = correction.recordedCalls {
      try record(calls, in: step)
    }
    if let through = correction.through { try correct(states: try value("through", of: step), by: through) }
    if let expectedState = correction.expectedState {
      try correct(expectedState: try value("then", of: step), by: expectedState)
    }
  }

  /// Returns the node with the expected calls: the value of `expect`, or of the event or `start`.
  private func expectation(of step: EditableNode) throws(UnfixableExpectation) -> EditableNode {
    if let expect = step.value("expect", source) { return expect }
    return try subject(of: step).node
  }

  /// Returns the key that tells what happens in the step, with its value.
  private func subject(of step: EditableNode) throws(UnfixableExpectation) -> (key: String, node: EditableNode) {
    let subject = step.values(source).first { !["with", "through", "then", "expect"].contains($0.key) }
    guard let subject else { throw unknownForm(step) }
    return subject
  }

  private mutating func correct(
    handlingOf step: EditableNode, _ isHandled: Bool, _ calls: CallsCorrection?
  ) throws(UnfixableExpectation) {
    if case .scalar(let event) = step.node.content {
      // The step is the name of an event, which is to be ignored.
      let isWrapped = step.isInFlow || step.keyRange != nil
      return try replace(step, by: isWrapped ? "{ignored: \(event.text)}" : "ignored: \(event.text)")
    }
    let subject = try subject(of: step)
    guard let keyRange = subject.node.keyRange, let key = source.bytes(of: keyRange) else { throw unknownForm(step) }
    noteSharing(of: subject.node)
    if isHandled {
      guard case .scalar(let event) = subject.node.node.content, case .whole(let calls)? = calls else {
        throw unknownForm(step)
      }
      edits.append(TextEdit(range: key, replacement: event.text))
      try replace(subject.node, by: writing.text(calls))
    } else {
      edits.append(TextEdit(range: key, replacement: "ignored"))
      try replace(subject.node, by: subject.key)
    }
  }

  /// Adds the calls to a step that is the name of an event, or to a `wait`.
  private mutating func record(_ calls: ExpectedCalls, in step: EditableNode) throws(UnfixableExpectation) {
    let text = writing.text(calls)
    if case .scalar(let event) = step.node.content {
      let isWrapped = step.isInFlow || step.keyRange != nil
      return try replace(step, by: isWrapped ? "{\(event.text): \(text)}" : "\(event.text): \(text)")
    }
    let time = try value("wait", of: step)
    noteSharing(of: time)
    guard step.node.alias == nil, let key = time.keyRange.flatMap({ source.bytes(of: $0) }),
      let range = source.bytes(of: time.node.usageRange)
    else { throw unknownForm(step) }
    if step.isFlow(source) {
      edits.append(TextEdit(inserting: ", expect: \(text)", at: range.upperBound))
    } else {
      let line = source.newLine(toColumnOf: key.lowerBound) + "expect: \(text)"
      edits.append(TextEdit(inserting: line, at: source.endOfLine(at: range.upperBound)))
    }
  }

  // MARK: Start

  /// Inserts a step `start` before all others.
  private mutating func addStart(
    _ calls: ExpectedCalls, to scenario: EditableNode
  ) throws(UnfixableExpectation) {
    let start = "start: \(writing.text(calls))"
    guard let when = scenario.value("when", source) else { return try addWhen(start, to: scenario) }
    noteSharing(of: when)
    guard when.node.alias == nil, let range = source.bytes(of: when.node.range) else { throw unknownForm(when) }
    let newLine = source.newLine(toColumnOf: range.lowerBound)
    switch when.node.content {
    case .sequence(let items) where when.isFlow(source):
      edits.append(TextEdit(inserting: "{\(start)}" + (items.isEmpty ? "" : ", "), at: range.lowerBound + 1))
    case .sequence:
      edits.append(TextEdit(inserting: "- \(start)" + newLine, at: range.lowerBound))
    case .mapping where !when.isFlow(source):
      // The only step becomes an item of a list, and all its lines move to the right.
      edits.append(TextEdit(inserting: "- \(start)" + newLine + "- ", at: range.lowerBound))
      var line = source.endOfLine(at: range.lowerBound)
      while line < range.upperBound {
        let next = source.startOfNextLine(after: line)
        let end = source.endOfLine(at: next)
        if next < range.upperBound, end > next { edits.append(TextEdit(inserting: "  ", at: next)) }
        line = end
      }
    case .scalar, .mapping:
      edits.append(TextEdit(inserting: "[{\(start)}, ", at: range.lowerBound))
      edits.append(TextEdit(inserting: "]", at: range.upperBound))
    }
  }

  private mutating func addWhen(_ start: String, to scenario: EditableNode) throws(UnfixableExpectation) {
    noteSharing(of: scenario)
    guard let range = source.bytes(of: scenario.node.range) else { throw unknownForm(scenario) }
    if scenario.isFlow(source) {
      let separator = scenario.values(source).isEmpty ? "" : ", "
      edits.append(TextEdit(inserting: "when: {\(start)}" + separator, at: range.lowerBound + 1))
    } else {
      let newLine = source.newLine(toColumnOf: range.lowerBound)
      edits.append(TextEdit(inserting: "when: {\(start)}" + newLine, at: range.lowerBound))
    }
  }

  // MARK: Calls

  private mutating func correct(
    calls node: EditableNode, by correction: CallsCorrection
  ) throws(UnfixableExpectation) {
    switch correction {
    case .whole(.list(let calls)) where !calls.isEmpty && node.isOwnList:
      // The list stays in its style: with dashes or between brackets.
      try replace(list: node, by: calls.map { .new(writing.text($0)) })
    case .whole(let calls):
      try replace(node, by: writing.text(calls))
    case .items(let changes):
      let items = node.items(source)
      try replace(
        list: node,
        by: try changes.map { (change) throws(UnfixableExpectation) -> NewItem in
          switch change {
          case .kept(let index): .old(index, text: nil)
          case .replaced(let index, let call): .old(index, text: try text(of: call, replacing: items[index]))
          case .added(let call): .new(writing.text(call))
          }
        })
    }
  }

  /// Returns the text of a call that replaces an expected one. Of a call with other arguments, only these change.
  private func text(of call: ExpectedCall, replacing item: EditableNode) throws(UnfixableExpectation) -> String {
    let name = writing.machine[call.callback].name
    guard !call.arguments.isEmpty, item.node.alias == nil, let arguments = item.value(name, source),
      let range = source.bytes(of: item.node.range)
    else { return styled(writing.text(call), like: item) }
    let values = arguments.values(source)
    guard values.count == call.arguments.count, arguments.node.alias == nil else { return writing.text(call) }
    var edits: [TextEdit] = []
    for (argument, value) in zip(call.arguments, values) {
      guard let old = source.bytes(of: value.node.node.usageRange) else { throw unknownForm(value.node) }
      edits.append(
        TextEdit(
          range: (old.lowerBound - range.lowerBound)..<(old.upperBound - range.lowerBound),
          replacement: styled("\(argument.value)", like: value.node)))
    }
    guard let bytes = Array(source.bytes[range]).applying(edits) else { throw unknownForm(item) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: States and fields

  private mutating func correct(
    states node: EditableNode, by changes: [ListChange<ID<State>>]
  ) throws(UnfixableExpectation) {
    let items = node.items(source)
    try replace(
      list: node,
      by: changes.map { change in
        switch change {
        case .kept(let index): .old(index, text: nil)
        case .replaced(let index, let state):
          .old(index, text: styled(writing.reference(state), like: items[index]))
        case .added(let state): .new(writing.reference(state))
        }
      })
  }

  private mutating func correct(
    expectedState node: EditableNode, by correction: ExpectedStateCorrection
  ) throws(UnfixableExpectation) {
    var states = node
    if case .mapping = node.node.content {
      let fields = node.values(source).filter { $0.key != "state" }
      for (index, value) in correction.fields {
        guard fields.indices.contains(index) else { throw unknownForm(node) }
        try replace(fields[index].node, by: styled("\(value)", like: fields[index].node))
      }
      if correction.states != nil { states = try value("state", of: node) }
    }
    if let changes = correction.states { try correct(states: states, by: changes) }
  }
}
