import LifelineReporting
import LifelineSource

/// A life line as JSON: its columns, and what happens in its rows.
enum LifeLineDocument {
  private typealias Members = [(name: String, value: JSON)]

  /// Returns the object about a life line. Rows are counted from 0.
  static func object(_ picture: LifeLine) -> JSON {
    [
      "title": .string(picture.title), "subtitle": .string(picture.subtitle),
      "holds": picture.verdict.map { .bool($0.holds) }, "verdict": picture.verdict.map { .string($0.text) },
      "columns": texts(picture.columns), "channels": texts(picture.channels),
      "rows": .array(picture.rows.map { row($0, of: picture) }),
      "promises": picture.promises.isEmpty ? nil : .array(picture.promises.map(promise)),
      "remarks": picture.remarks.isEmpty ? nil : texts(picture.remarks),
    ]
  }

  private static func row(_ row: LifeLine.Row, of picture: LifeLine) -> JSON {
    let expectation: Members =
      row.expectation.map { expectation in
        (expectation.text.map { [("expected", .string($0))] } ?? [])
          + [("agreement", .string(expectation.agreement.rawValue))]
      } ?? []
    return .object(
      (row.number.map { [("number", .number($0))] } ?? []) + content(of: row, in: picture) + expectation
        + (row.isWrong ? [("isWrong", true)] : [])
        + [("states", .array(row.bars.map { texts($0.map(\.name)) }))])
  }

  private static func content(of row: LifeLine.Row, in picture: LifeLine) -> Members {
    func column(_ index: Int) -> Members {
      picture.columns.indices.contains(index) ? [("column", .string(picture.columns[index]))] : []
    }
    func named(_ kind: String, _ name: String) -> Members { [("kind", .string(kind)), ("name", .string(name))] }
    switch row.content {
    case .stimulus(let stimulus):
      return named(stimulus.kind.rawValue, stimulus.words) + arguments(stimulus.kind == .set ? [] : stimulus.arguments)
        + [("treatment", .string(stimulus.treatment.rawValue))]
    case .entered(let bar): return named("entered", bar.name) + column(bar.column)
    case .call(let call), .omittedCall(let call):
      let isMade = if case .call = row.content { true } else { false }
      return named(isMade ? "call" : "omittedCall", call.name) + arguments(call.arguments) + column(call.column)
        + (picture.channels.indices.contains(call.channel)
          ? [("channel", .string(picture.channels[call.channel]))] : [])
        + [("isObserved", .bool(call.isObserved))] + choice(call.choice)
    case .missingCall: return [("kind", "missingCall")]
    case .unplayedCall: return [("kind", "unplayedCall")]
    case .sent(let name, let from, let to, let isTaken):
      let target = picture.columns.indices.contains(to) ? [(name: "to", value: JSON.string(picture.columns[to]))] : []
      return named("sent", name) + column(from) + target + (isTaken ? [] : [("treatment", "ignored")])
    case .raised(let name, let index): return named("raised", name) + column(index)
    case .restarted(let index): return [("kind", "restarted")] + column(index)
    case .folded(let repetition, let callCount):
      return [
        ("kind", "repeated"), ("repeatedSteps", .number(repetition.stepCount)), ("times", .number(repetition.count)),
        ("calls", .number(callCount)),
      ]
    case .mistake(let text): return [("kind", "mistake"), ("text", .string(text))]
    case .ending(let text, let holds): return [("kind", "ending"), ("text", .string(text)), ("holds", .bool(holds))]
    }
  }

  private static func arguments(_ items: [String]) -> Members {
    items.isEmpty ? [] : [("arguments", .string(items.joined(separator: ", ")))]
  }

  private static func choice(_ choice: LifeLine.Choice?) -> Members {
    switch choice {
    case .optional: [("choice", "optional")]
    case .instead(let others): [("choice", "oneOf"), ("instead", texts(others))]
    case .anyOrder: [("choice", "anyOrder")]
    case nil: []
    }
  }

  private static func promise(_ promise: LifeLine.KeptPromise) -> JSON {
    [
      "promise": .string(promise.kind.rawValue), "outcome": .string(promise.outcome.rawValue),
      "name": .string(promise.name), "supplierRow": promise.supplier.map { .number($0) },
      "userRow": promise.user.map { .number($0) },
    ]
  }

  private static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}
