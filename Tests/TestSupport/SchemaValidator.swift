import Foundation
import LifelineReporting
import LifelineSchema
import LifelineSource

/// A validator that others wrote, in a process of its own, which holds texts against the schemas.
package final class SchemaValidator: @unchecked Sendable {
  /// The judgement of a schema on a text.
  package enum Verdict: Equatable, Sendable {
    case accepted
    case refused(String)
    /// The text isn't YAML, or the validator failed.
    case unreadable(String)
  }

  /// The variable that names a Python interpreter that has the validator.
  package static let variable = "LIFELINE_SCHEMA_VALIDATOR"

  /// The validator; `nil` if the environment names none.
  package static let shared: SchemaValidator? = ProcessInfo.processInfo.environment[variable]
    .flatMap { $0.isEmpty ? nil : SchemaValidator(python: $0) }

  private let lock = NSLock()
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private var unread = Data()
  private var known: [String: Verdict] = [:]

  private init(python: String) {
    process.executableURL = URL(filePath: python)
    process.arguments = [packageRoot.appending(path: ".ci/validate.py").path]
    process.standardInput = requests
    process.standardOutput = answers
    // A validator that doesn't run gives no answers, which is a verdict of its own.
    try? process.run()
    let texts = SchemaDocument.allCases.map { ("\($0)", $0.text) } + [("result", ResultSchema.text)]
    let schemas = texts.map { "\"\($0)\":\($1.replacing("\n", with: " "))" }
    send("{\(schemas.joined(separator: ","))}")
  }

  /// Returns the verdict of a schema on a text.
  package func verdict(on text: String, by schema: SchemaDocument) -> Verdict { verdict(on: text, "text", "\(schema)") }

  /// Returns the verdict of the schema of results on a document.
  package func verdictOnResult(_ text: String) -> Verdict { verdict(on: text, "json", "result") }

  private func verdict(on text: String, _ form: String, _ schema: String) -> Verdict {
    lock.lock()
    defer { lock.unlock() }
    let key = "\(schema) \(text)"
    if let verdict = known[key] { return verdict }
    send(JSON.object([("schema", .string(schema)), (form, .string(text))]).text)
    let verdict = readVerdict()
    known[key] = verdict
    return verdict
  }

  private func send(_ line: String) {
    guard process.isRunning else { return }
    try? requests.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  private func readVerdict() -> Verdict {
    while !unread.contains(UInt8(ascii: "\n")) {
      let data = answers.fileHandleForReading.availableData
      if data.isEmpty { return .unreadable("the validator has ended") }
      unread += data
    }
    let line = unread.prefix { $0 != UInt8(ascii: "\n") }
    unread = Data(unread.dropFirst(line.count + 1))
    guard let answer = try? JSONSerialization.jsonObject(with: line) as? [String: String] else {
      return .unreadable(String(decoding: line, as: UTF8.self))
    }
    let reason = answer["reason"] ?? ""
    return switch answer["verdict"] {
    case "accepted": .accepted
    case "refused": .refused(reason)
    default: .unreadable(reason)
    }
  }
}

/// The codes of the errors that a schema has to find, each with parts of messages about what it can't know.
///
/// A schema knows the shapes of values, but not what names mean: references, types, expressions, `needs`, and whether a
/// text is in quotes.
package let schemaCodes: [String: [String]] = [
  "L201": ["`true`, `false` or `observable`", "is not atomic", "from the callback's parameters"],
  // Any other name may be that of a part.
  "L202": ["an action has no key", "an expectation has no key"],
  "L203": ["which only a private field"], "L204": [], "L205": ["is the machine, which contains its types"], "L206": [],
  "L215": [], "L218": [],
  "L220": [], "L221": [], "L222": [], "L223": [],
  "L301": [], "L302": ["is refuted", "follows itself", "`given` sets"], "L304": [], "L306": ["follows one"],
  "L310": [], "L320": ["is a part; write the calls"],
  "L601": [], "L602": ["write one of the two keys"], "L603": [],
]

/// Returns the differences between the diagnostics of a text and the verdict of its schema, if there is a validator: a
/// schema accepts every text without errors, and refuses every text with an error of `schemaCodes`.
package func schemaDifferences(
  of text: String, _ diagnostics: [Diagnostic], by schema: SchemaDocument = .spec
) -> [String] {
  guard let validator = SchemaValidator.shared else { return [] }
  let errors = diagnostics.filter { $0.severity == .error }
  // A text with errors in its YAML has no values that a schema could judge.
  if errors.contains(where: { $0.kind.code.hasPrefix("L1") }) { return [] }
  let known = errors.first { error in
    schemaCodes[error.kind.code].map { parts in !parts.contains { error.message.contains($0) } } ?? false
  }
  if known == nil, !errors.isEmpty { return [] }
  switch (validator.verdict(on: text, by: schema), known) {
  case (.accepted, nil), (.refused, .some): return []
  case (.accepted, let error?): return ["the schema accepts what has the error \(error.kind.code) \(error.message)"]
  case (.refused(let reason), nil): return ["the schema refuses what has no error: \(reason)"]
  case (.unreadable(let reason), _): return ["the validator can't judge the text: \(reason)"]
  }
}
