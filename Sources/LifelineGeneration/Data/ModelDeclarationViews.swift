import LifelineModel
import LifelineTemplating

/// An event as data.
struct ModelEventView: TemplateView {
  let event: Event
  let context: MachineContext

  static let keys: ViewKeys<Self> = [
    "name": .text(\.event.name, "The event's name."),
    "identifier": .text(
      { $0.event.isInternal ? "" : SwiftText.identifier($0.event.name) },
      "The event's case of `Event` in Swift, or nothing if only the machine raises it."),
    "isInternal": .flag(\.event.isInternal, "Whether only the machine itself raises the event."),
    "parameters": .list({ ModelParameterView.parameters($0.event.parameters, $0.context) }, "The parameters."),
    "doc": .list({ ModelTextView.lines($0.event.documentation.text) }, "The lines of the documentation."),
    "line": .text({ "\($0.event.range.start.line)" }, "The line of the spec."),
  ]
}

/// A callback as data.
struct ModelCallbackView: TemplateView {
  let callback: Callback
  let context: MachineContext

  static let keys: ViewKeys<Self> = [
    "name": .text(\.callback.name, "The callback's name."),
    "identifier": .text({ SwiftText.identifier($0.callback.name) }, "The callback's case of `Callback` in Swift."),
    "selectors": .list(
      { $0.callback.selectors.map { ModelTextView(text: $0) } }, "The names by which logs know the callback."),
    "channel": .text(\.callback.channel, "The channel."),
    "parameters": .list({ ModelParameterView.parameters($0.callback.parameters, $0.context) }, "The parameters."),
    "needs": .texts(
      { $0.words(of: "needs") }, "The callback that comes before each call, since the previous call, or `any of a, b`."),
    "onlyAfter": .texts(
      { $0.words(of: "onlyAfter") }, "The callback that comes at some time before each call, or `any of a, b`."),
    "between": .texts({ $0.words(of: "between") }, "The callbacks between which each call comes: `open and close`."),
    "answeredBy": .texts(
      { $0.words(of: "answeredBy") }, "The callbacks that answer, with what comes later and the time: `end within 30s`."
    ),
    "doc": .list({ ModelTextView.lines($0.callback.documentation.text) }, "The lines of the documentation."),
    "line": .text({ "\($0.callback.range.start.line)" }, "The line of the spec."),
  ]

  private func words(of key: String) -> [String] {
    let machine = context.whole
    let promises = machine.promises.filter { $0.key == key && machine.name(of: $0.subject) == callback.name }
    return promises.filter { $0.callback != nil }.map { machine.text(of: $0) }
  }
}

/// A parameter as data.
struct ModelParameterView: TemplateView {
  var name: String
  var label: String
  var type: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The parameter's name."),
    "label": .text(\.label, "The parameter's label in Swift."),
    "type": .text(\.type, "The parameter's type in Swift."),
  ]

  static func parameters(_ parameters: [Parameter], _ context: MachineContext) -> [ModelParameterView] {
    let text = ExpressionText(of: context, insideMachine: false)
    return parameters.map {
      ModelParameterView(name: $0.name, label: SwiftText.argumentLabel($0.name), type: text.type($0.type))
    }
  }
}

/// A context field as data.
struct ModelFieldView: TemplateView {
  let field: Field
  let context: MachineContext

  static let keys: ViewKeys<Self> = [
    "name": .text(\.field.name, "The field's name."),
    "identifier": .text({ SwiftText.identifier($0.field.name) }, "The field's property of `Context` in Swift."),
    "type": .text(
      { ExpressionText(of: $0.context, insideMachine: false).type($0.field.type) }, "The field's type in Swift."),
    "default": .view(
      { ModelTextView(text: "\($0.field.defaultValue)") }, "The value at the beginning, as the spec writes it."),
    "cases": .texts({ $0.field.type.caseNames ?? [] }, "The values, if the spec lists them."),
    "isFixed": .flag(\.field.isFixed, "Whether the field keeps the value with which the machine starts."),
    "isPrivate": .flag(\.field.isPrivate, "Whether only actions set the field."),
    "range": .text({ $0.field.boundsText ?? "" }, "The field's range, as the spec writes it, or nothing."),
    "lower": .text(
      { view in view.bound(view.field.bounds?.lowerBound) }, "The least value of the range in Swift, or nothing."),
    "upper": .text(
      { view in view.bound(view.field.bounds?.upperBound) }, "The greatest value of the range in Swift, or nothing."),
    "doc": .list({ ModelTextView.lines($0.field.documentation.text) }, "The lines of the documentation."),
    "line": .text({ "\($0.field.range.start.line)" }, "The line of the spec."),
  ]

  private func bound(_ number: Int?) -> String {
    number.map { ExpressionText(of: context, insideMachine: false).text(Value($0, as: field.type)) } ?? ""
  }
}

/// A scenario as data.
struct ModelScenarioView: TemplateView {
  let scenario: Scenario
  let machine: Machine

  static let keys: ViewKeys<Self> = [
    "title": .view({ ModelTextView(text: $0.scenario.name) }, "The scenario's name."),
    "given": .texts(
      { view in view.scenario.givenStates.map { view.machine[$0].path } }, "The paths of the states of `given`."),
    "events": .texts(\.events, "The names of the events that it sends, in order."),
    "never": .texts({ view in view.scenario.never.map { view.machine[$0].name } }, "The callbacks of `never`."),
    "isRefuted": .flag({ $0.scenario.refutation != nil }, "Whether the scenario is a claim that is wrong."),
    "decides": .flag(\.scenario.isDecision, "Whether the scenario pins down what no source promises."),
    "doc": .list({ ModelTextView.lines($0.scenario.documentation.text) }, "The lines of the documentation."),
    "line": .text({ "\($0.scenario.range.start.line)" }, "The line of the spec."),
  ]

  private var events: [String] {
    scenario.steps.compactMap { step in
      switch step.kind {
      case .send(let event, _, _), .ignored(let event, _): machine[event].name
      case .start, .wait, .set: nil
      }
    }
  }
}
