import LifelineModel
import LifelineTemplating

/// A machine as data, for templates of a user's own.
struct ModelView: TemplateView {
  let context: MachineContext
  let options: GenerationOptions

  static let keys: ViewKeys<Self> = [
    "specName": .text({ SwiftText.commentLine($0.options.specName) }, "The spec's file name."),
    "name": .text(\.machine.name, "The machine's name."),
    "type": .text(\.context.names.type, "The machine's type in Swift."),
    "access": .text(
      { $0.options.access == .internal ? "" : "\($0.options.access.rawValue) " },
      "The access modifier of declarations with a space, or nothing if it is `internal`."),
    "doc": .list({ ModelTextView.lines($0.machine.documentation.text) }, "The lines of the machine's documentation."),
    "states": .list(\.states, "The states of the machine in document order, without those of parts."),
    "events": .list(\.events, "The events, those that only the machine raises included."),
    "transitions": .list(\.transitions, "The transitions of all states, in document order."),
    "callbacks": .list(\.callbacks, "The callbacks of the machine, without those of parts."),
    "fields": .list(\.fields, "The context fields."),
    "hasParts": .flag({ !$0.machine.declared.parts.isEmpty }, "Whether the machine has parts."),
    "parts": .list(\.parts, "The parts."),
    "scenarios": .list(\.scenarios, "The scenarios in document order."),
  ]

  private var machine: Machine { context.whole }

  private var states: [ModelStateView] {
    machine.declared.states.dropFirst().map { ModelStateView(context: context, state: $0) }
  }

  private var events: [ModelEventView] {
    machine.declared.events.map { ModelEventView(event: $0, context: context) }
  }

  private var transitions: [ModelTransitionView] {
    machine.declared.states.flatMap { ModelTransitionView.transitions(of: $0, in: machine) }
  }

  private var callbacks: [ModelCallbackView] {
    machine.declared.callbacks.map { ModelCallbackView(callback: $0, context: context) }
  }

  private var fields: [ModelFieldView] {
    machine.declared.fields.map { ModelFieldView(field: $0, context: context) }
  }

  private var parts: [ModelPartView] {
    machine.declared.parts.map { ModelPartView(part: $0) }
  }

  private var scenarios: [ModelScenarioView] {
    machine.scenarios.map { ModelScenarioView(scenario: $0, machine: machine) }
  }
}

/// A text of a spec, in the forms that files need.
struct ModelTextView: TemplateView {
  let text: String

  static let keys: ViewKeys<Self> = [
    "text": .text({ SwiftText.commentLine($0.text) }, "The text on one line."),
    "literal": .text({ SwiftText.stringLiteral($0.text) }, "The text as a string literal of Swift."),
    "cell": .text(
      { SwiftText.commentLine($0.text).replacing("|", with: "\\|") },
      "The text for a cell of a table in Markdown: on one line, with its vertical bars escaped."),
  ]

  /// Returns the lines of prose.
  static func lines(_ prose: String?) -> [ModelTextView] {
    prose.map { SwiftText.commentLines($0).map { ModelTextView(text: $0) } } ?? []
  }
}

/// A part of a machine as data.
struct ModelPartView: TemplateView {
  let part: Part

  static let keys: ViewKeys<Self> = [
    "name": .text(\.part.name, "The part's name."),
    "machine": .text(\.part.machine.name, "The name of the part's machine."),
    "doc": .list({ ModelTextView.lines($0.part.documentation.text) }, "The lines of the documentation."),
  ]
}
