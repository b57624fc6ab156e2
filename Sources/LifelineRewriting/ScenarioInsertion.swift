import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource
import LifelineYAML

/// A spec to which a scenario was added.
package struct ScenarioInsertion: Sendable {
  /// The bytes of the spec. Those of the old one are all in it, in order.
  package var bytes: [UInt8]
  /// The result of reading ``bytes``.
  package var reading: SpecReading
}

/// The reason that a scenario isn't added to a spec.
package enum InsertionRefusal: Error {
  /// There is a scenario of this name.
  case nameIsTaken
  /// The text can't be changed safely, for this reason.
  case unsafe(String)
}

/// Returns the text of a scenario as lines of a block, for people.
package func scenarioLines(_ scenario: RecordedScenario, of machine: Machine) -> [String] {
  ["scenarios:"] + ScenarioText(machine).lines(of: scenario).map { "  " + $0 }
}

/// Adds a scenario behind those of a spec. Every byte of the spec stays.
///
/// The new text is read and checked: it must say the same as before, and the new scenario must hold.
/// - Parameters:
///   - bytes: The bytes of the spec.
///   - reading: The result of reading `bytes`.
package func insert(
  _ scenario: RecordedScenario, into bytes: [UInt8], reading: SpecReading
) throws(InsertionRefusal) -> ScenarioInsertion {
  guard let machine = reading.machine, let root = reading.document.root else { throw .unsafe("the spec has errors") }
  if machine.scenarios.contains(where: { $0.name == scenario.name }) { throw .nameIsTaken }
  let source = CommentedSource.scan(reading.document)
  guard let edit = insertion(of: scenario, EditableNode(root: root), source, ScenarioText(machine)),
    let text = source.bytes.applying([edit])
  else { throw .unsafe("its `scenarios` are an alias") }
  // A byte order mark isn't part of the text.
  let new = Array(bytes.prefix(bytes.count - source.bytes.count) + text)
  let result = SpecReader.read(bytes: new, path: machine.path, using: reading.used)
  try check(result, scenario, against: reading, source)
  return ScenarioInsertion(bytes: new, reading: result)
}

/// Throws the reason that a spec with a new scenario can't replace the old one, if there is one.
private func check(
  _ new: SpecReading, _ scenario: RecordedScenario, against old: SpecReading, _ source: CommentedSource
) throws(InsertionRefusal) {
  guard var machine = new.machine, let added = machine.scenarios.last else {
    let first = new.diagnostics.first { $0.severity == .error }
    throw .unsafe("the spec couldn't be read then: \(first?.message ?? "it has no scenario")")
  }
  let names = (old.machine?.scenarios.map(\.name) ?? []) + [scenario.name]
  let comments = CommentedSource.scan(new.document).allComments
  guard machine.scenarios.map(\.name) == names, source.allComments.isSubset(of: comments),
    let before = old.document.root, let after = new.document.root,
    after.saysTheSame(as: before, besides: ["scenarios", scenario.name][...])
  else { throw .unsafe("other parts of the spec would change") }
  machine.scenarios = [added]
  let report = checkScenarios(of: machine)
  guard report.failedScenarios == 0 else {
    throw .unsafe("it doesn't hold: \(report.diagnostics.first?.message ?? "")")
  }
}

/// Returns the edit that adds a scenario, or `nil` if an alias is in the way.
private func insertion(
  of scenario: RecordedScenario, _ root: EditableNode, _ source: CommentedSource, _ writing: ScenarioText
) -> TextEdit? {
  let flow = writing.flowText(of: scenario)
  let lines = writing.lines(of: scenario)
  guard let scenarios = root.value("scenarios", source) else {
    if root.isFlow(source) { return flowInsertion(of: "scenarios: {\(flow)}", into: root, source) }
    return blockInsertion(of: ["scenarios:"] + lines.map { "  " + $0 }, into: root, source, behindBlankLine: true)
  }
  guard scenarios.node.alias == nil else { return nil }
  if scenarios.isFlow(source) { return flowInsertion(of: flow, into: scenarios, source) }
  return blockInsertion(of: lines, into: scenarios, source, behindBlankLine: source.separatesEntries(of: scenarios))
}

/// Returns the edit that adds an entry behind the others of a mapping between braces.
private func flowInsertion(of text: String, into mapping: EditableNode, _ source: CommentedSource) -> TextEdit? {
  guard let range = source.bytes(of: mapping.node.range) else { return nil }
  guard let last = mapping.values(source).last, let end = source.bytes(of: last.node.node.usageRange) else {
    return TextEdit(inserting: text, at: range.lowerBound + 1)
  }
  return TextEdit(inserting: ", " + text, at: end.upperBound)
}

/// Returns the edit that adds lines behind the entries of a mapping without braces.
private func blockInsertion(
  of lines: [String], into mapping: EditableNode, _ source: CommentedSource, behindBlankLine: Bool
) -> TextEdit? {
  let entries = mapping.values(source)
  guard let first = entries.first?.node.keyRange.flatMap({ source.bytes(of: $0) }), let last = entries.last,
    let key = last.node.keyRange.flatMap({ source.bytes(of: $0) }),
    let value = source.bytes(of: last.node.node.usageRange)
  else { return nil }
  let newLine = source.newLine(toColumnOf: first.lowerBound)
  let offset = source.endOfBlock(from: max(key.upperBound, value.upperBound), deeperThan: first.lowerBound)
  return TextEdit(inserting: (behindBlankLine ? source.lineEnd : "") + lines.map { newLine + $0 }.joined(), at: offset)
}

extension CommentedSource {
  /// Returns whether blank lines separate the entries of a mapping.
  fileprivate func separatesEntries(of mapping: EditableNode) -> Bool {
    let keys = mapping.values(self).compactMap { $0.node.keyRange.flatMap { bytes(of: $0)?.lowerBound } }
    guard keys.count > 1, let last = keys.last else { return false }
    let lines = string(0..<last).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
    return lines.reversed().drop { $0.drop { $0 == " " }.first == "#" }.first?.allSatisfy { $0 == " " } ?? false
  }

  /// Returns the end of the last line of a block that has its last character before `offset`. Comments below the block
  /// belong to it if they are indented deeper than `parent`.
  fileprivate func endOfBlock(from offset: Int, deeperThan parent: Int) -> Int {
    var end = offset
    // A text below `|` ends with its line.
    while end > 0, isLineEnd(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    end = endOfLine(at: end)
    let column = column(of: parent)
    while end < bytes.count {
      let start = startOfNextLine(after: end)
      let text = bytes[start...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
      guard text < bytes.count, bytes[text] == UInt8(ascii: "#"), text - start > column else { break }
      end = endOfLine(at: text)
    }
    return end
  }

  private func column(of offset: Int) -> Int {
    offset - (bytes[..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0)
  }
}

extension YAMLNode {
  /// Returns whether two nodes have the same content, wherever they are written.
  /// - Parameter path: The keys of an entry that this node may have and the other one doesn't.
  fileprivate func saysTheSame(as other: YAMLNode, besides path: ArraySlice<String> = []) -> Bool {
    switch (content, other.content) {
    case (.scalar(let scalar), .scalar(let otherScalar)):
      return scalar == otherScalar
    case (.sequence(let items), .sequence(let otherItems)):
      return items.count == otherItems.count && zip(items, otherItems).allSatisfy { $0.saysTheSame(as: $1) }
    case (.mapping(let entries), .mapping(let otherEntries)):
      let added = entries.count == otherEntries.count + 1 && entries.last?.key == path.first
      guard added || entries.count == otherEntries.count else { return false }
      return zip(entries, otherEntries).allSatisfy { entry, other in
        entry.key == other.key
          && entry.value.saysTheSame(as: other.value, besides: entry.key == path.first ? path.dropFirst() : [])
      }
    default:
      return false
    }
  }
}
