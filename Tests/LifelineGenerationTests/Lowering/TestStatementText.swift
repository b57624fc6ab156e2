import LifelineModel

@testable import LifelineGeneration

/// Returns a statement of a generated test in a short form with the names of the spec.
func describe(_ statement: TestStatement, in machine: Machine) -> String {
  func text(_ fact: FieldValue) -> String { "\(machine[fact.field].name) = \(fact.value)" }
  func text(_ call: EventCall) -> String {
    let arguments = call.arguments.map(\.description).joined(separator: ", ")
    return machine[call.event].name + (arguments.isEmpty ? "" : "(\(arguments))")
  }
  func text(_ pattern: CallPattern?) -> String {
    switch pattern {
    case nil: "(any)"
    case .call(let callback, let arguments, _):
      machine[callback].name
        + (arguments.isEmpty ? "" : "(\(arguments.map { "\($0.parameter): \($0.value)" }.joined(separator: ", ")))")
    case .sequence(let items): "[\(items.map(text).joined(separator: ", "))]"
    case .anyOrder(let items): "any order [\(items.map(text).joined(separator: ", "))]"
    case .interleaved(let items): "interleaved [\(items.map(text).joined(separator: ", "))]"
    case .optional(let item): "optional \(text(item))"
    case .repeated(let item): "repeated \(text(item))"
    case .oneOf(let items): "one of [\(items.map(text).joined(separator: ", "))]"
    case .choose: "unresolved"
    }
  }
  func text(_ awaited: AwaitedCalls?) -> String {
    awaited.map { " for \(text($0.pattern))\($0.channels.map { " of \($0)" } ?? "")" } ?? ""
  }
  switch statement {
  case .begin(let beginning):
    let kind =
      switch beginning.kind {
      case .resume(let states): "resume in \(states.map { machine[$0].name }.joined(separator: ", "))"
      case .start(let expected, _): "start \(text(expected))"
      case .startWithoutCalls: "start without calls"
      case .startUnchecked: "start unchecked"
      }
    let fields = beginning.fields.map(text)
    let channels = beginning.channels.map { ["channels: \($0.joined(separator: ", "))"] } ?? []
    let never = beginning.never.isEmpty ? [] : ["never: \(beginning.never.map { machine[$0].name }.joined())"]
    return ([kind] + fields + channels + never).joined(separator: "; ")
  case .checkStart(let expected, _): return "check start \(text(expected))"
  case .send(let call, let expected, _): return "send \(text(call)) \(text(expected))"
  case .ignore(let call, _): return "ignore \(text(call))"
  case .wait(let milliseconds, let expected, _): return "wait \(milliseconds) \(text(expected))"
  case .drive(let call, let awaited): return "drive \(text(call))\(text(awaited))"
  case .pass(let milliseconds, let awaited): return "pass \(milliseconds)\(text(awaited))"
  case .awaitStart(let awaited): return "start\(text(awaited))"
  case .finish: return "finish"
  case .set(let fact, _): return "set \(text(fact))"
  case .checkState(let state, _): return "state \(machine[state].name)"
  case .checkField(let fact, _): return "field \(text(fact))"
  case .checkDeadline(let milliseconds, _): return "deadline \(milliseconds.map(String.init) ?? "none")"
  }
}
