import LifelineModel

/// The members of a monitor that compares arguments of calls.
extension MonitorDeclaration {
  /// Whether the monitor is told of arguments.
  var hasArguments: Bool { !table.arguments.isEmpty }

  private var callType: String { "\(machine.names.type).Callback" }

  /// The property of a violation that says what is wrong.
  var wrongArguments: Declaration {
    Declaration(
      "Whether the call could have come with other arguments.", isPublic: true,
      head: "fileprivate(set) var hasWrongArguments = false")
  }

  /// The statement that describes a call with wrong arguments.
  var descriptionOfArguments: Statement {
    let shown = shownItem
    let text = #""`" + \#(shown.text) + "` came with arguments that it can't have (" + \#(shown.location)"#
    return #"if hasWrongArguments { return \#(text) + "); before it: " + \#(shown.recent)\#(storyInText) }"#
  }

  /// The function that follows calls with arguments.
  var observeWithArguments: Declaration {
    let (parameter, argument) = promises.isTimed ? (", at time: Swift.Duration? = nil", ", at: time") : ("", "")
    let subject = hasEvents ? "item: index" : "callback: call.name"
    let breach = promises.isEmpty ? "" : ", breach: found?.breach"
    let forgotten: [Statement] =
      promises.isEmpty
      ? [] : ["promises = \(promisesTypeName)(isStart: false)", "promises.observe(call.name\(argument))"]
    return Declaration(
      documentation: [
        "Notes a call with its arguments, of which those that are a `Bool` or a case are compared with what the machine computes.",
        "",
        "After a violation, the monitor goes on as if it began with this call, without knowing what came before.", "",
      ]
        + (promises.isTimed
          ? ["- Parameter time: The time since any moment before the first call. Without it, nothing comes too late."]
          : [])
        + [
          "- Returns: The violation if the call can't come here\(promises.isEmpty ? "" : ", breaks a promise"), or can't have these arguments."
        ],
      attribute: "@discardableResult", isPublic: true,
      head: "mutating func observe(call: \(callType)\(parameter)) -> \(violation)?",
      body: .statements(
        [
          .constant("(before, recent)", "(state, recentCalls)"),
          .constant("(index, column)", "(Self.index(of: call.name), Self.column(of: call))"),
          .constant("found", "observe(call.name\(argument))"),
          .constant("next", "Self.successor(of: before, by: column)"),
          "if next != Self.none {", "  state = next", "  return found", "}",
          .constant("other", "Self.successor(of: \(anywhereState), by: column)"),
          .guard(
            "Self.successor(of: before, by: index) != Self.none",
            else: ["if other != Self.none { state = other }", .return("found")]),
          "state = other == Self.none ? Self.successor(of: \(anywhereState), by: index) : other",
        ] + forgotten + [
          .constant(
            "wrong",
            "\(violation)(\(subject), state: before, recentCalls: recent\(choiceArgument)\(breach), hasWrongArguments: true)"
          ),
          "if violation == nil { violation = wrong }", .return("wrong"),
        ]))
  }

  /// The function that finds the column of a call with arguments.
  var columnOfCall: Declaration {
    let own = machine.machine.callbacks
    var lines = table.arguments.map { arguments -> String in
      let callback = own[arguments.callback.index]
      let places = arguments.parameters.map(\.place)
      let pattern = callback.parameters.indices.map { places.contains($0) ? "let value\($0)" : "_" }
      var sum = ""
      for compared in arguments.parameters {
        let value =
          callback.parameters[compared.place].type == .bool
          ? "(value\(compared.place) ? 1 : 0)" : "Swift.Int(value\(compared.place).rawValue)"
        sum = sum.isEmpty ? value : "(\(sum)) * \(compared.values.count) + \(value)"
      }
      let name = SwiftText.identifier(callback.name)
      return "case .\(name)(\(pattern.joined(separator: ", "))): return \(arguments.firstColumn) + \(sum)"
    }
    let others = own.count - lines.count + machine.context.ownParts.count { $0.context.hasCallbacks }
    if others > 0 { lines.append("default: return index(of: call.name)") }
    return Declaration(
      "Returns the column of the table for a call with its arguments.",
      head: "private static func column(of call: \(callType)) -> Swift.Int",
      body: ["switch call {"] + lines.map { "\($0)" as Statement } + ["}"])
  }
}
