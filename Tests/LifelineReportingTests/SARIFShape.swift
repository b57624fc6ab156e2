import Foundation

/// The objects of SARIF 2.1.0 that logs consist of, with their members. Any other member is a fault, even if the
/// standard allows it.
indirect enum SARIFShape: Sendable {
  case text
  case words([String])
  /// A whole number that isn't less than this.
  case number(from: Int)
  case list(SARIFShape)
  case object([String: SARIFShape], required: [String])

  private static let message = object(["text": .text], required: ["text"])
  private static let artifact = object(["uri": .text], required: ["uri"])
  private static let region = object(
    [
      "startLine": .number(from: 1), "startColumn": .number(from: 1), "endLine": .number(from: 1),
      "endColumn": .number(from: 1),
    ], required: ["startLine"])
  private static let physicalLocation = object(
    ["artifactLocation": artifact, "region": region], required: ["artifactLocation"])
  private static let location = object(
    ["id": .number(from: -1), "physicalLocation": physicalLocation, "message": message], required: [])
  private static let level = words(["none", "note", "warning", "error"])
  private static let replacement = object(
    ["deletedRegion": region, "insertedContent": object(["text": .text], required: [])], required: ["deletedRegion"])
  private static let change = object(
    ["artifactLocation": artifact, "replacements": list(replacement)], required: ["artifactLocation", "replacements"])
  private static let result = object(
    [
      "ruleId": .text, "ruleIndex": .number(from: -1), "level": level, "message": message,
      "locations": list(location), "relatedLocations": list(location),
      "fixes": list(object(["artifactChanges": list(change)], required: ["artifactChanges"])),
    ], required: ["message"])
  private static let rule = object(
    [
      "id": .text, "shortDescription": message, "help": message,
      "defaultConfiguration": object(["level": level], required: []),
    ], required: ["id"])
  private static let driver = object(
    ["name": .text, "version": .text, "rules": list(rule)], required: ["name"])
  private static let run = object(
    [
      "tool": object(["driver": driver], required: ["driver"]),
      "columnKind": words(["utf16CodeUnits", "unicodeCodePoints"]), "results": list(result),
    ], required: ["tool"])
  private static let log = object(
    ["$schema": .text, "version": words(["2.1.0"]), "runs": list(run)], required: ["version", "runs"])

  /// Returns the faults of a log, in order.
  static func faults(in log: [String: Any]) -> [String] { self.log.faults(in: log, at: "log").sorted() }

  private func faults(in value: Any, at path: String) -> [String] {
    switch self {
    case .text: return value is String ? [] : ["\(path): not a text"]
    case .words(let words):
      return (value as? String).map(words.contains) == true
        ? [] : ["\(path): not one of \(words.joined(separator: ", "))"]
    case .number(let first):
      guard let number = value as? Int else { return ["\(path): not a whole number"] }
      return number >= first ? [] : ["\(path): below \(first)"]
    case .list(let shape):
      guard let items = value as? [Any] else { return ["\(path): not a list"] }
      return items.enumerated().flatMap { shape.faults(in: $1, at: "\(path)[\($0)]") }
    case .object(let shapes, let required):
      guard let object = value as? [String: Any] else { return ["\(path): not an object"] }
      let missing = required.filter { object[$0] == nil }.map { "\(path): \($0) is missing" }
      return object.reduce(into: missing) { faults, entry in
        let place = "\(path).\(entry.key)"
        faults += shapes[entry.key]?.faults(in: entry.value, at: place) ?? ["\(path): unknown key \(entry.key)"]
      }
    }
  }
}
