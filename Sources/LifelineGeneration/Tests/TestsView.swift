import LifelineModel
import LifelineTemplates
import LifelineTemplating

/// The tests of a machine as templates see them.
struct TestsView: TemplateView {
  let context: MachineContext
  private let options: GenerationOptions
  private let printer: TestPrinter
  /// The tests as methods, one for each combination of a scenario's values.
  let methods: [TestMethod]
  /// The tests as functions with rows, if the framework is Swift Testing.
  let functions: [TestFunction]
  private let values: [TestValue]
  private let gaps: [DerivedTests.Gap]

  /// Returns the view of the tests of a machine's scenarios and of the derived tests.
  static func make(
    for context: MachineContext, derived: DerivedTests?, options: GenerationOptions
  ) -> TestsView {
    let target: TestTarget = options.subject == nil ? .machine : .subject
    let scenarios = ScenarioLowering(context: context, target: target)
    let derivation = DerivedTestLowering(
      machine: context.whole, scenarios: scenarios, checksDeadlines: target == .machine && context.hasTimers)
    let derivedMethods = derivation.methods(of: derived?.tests ?? [])
    let methods = scenarios.methods() + derivedMethods
    let functions =
      options.framework == .swiftTesting ? scenarios.functions() + derivedMethods.map(TestFunction.init) : []
    return TestsView(
      context: context, options: options,
      printer: TestPrinter(context: context, target: target), methods: methods,
      functions: functions, values: suppliedValues(of: methods, in: context.whole), gaps: derived?.gaps ?? [])
  }

  static let keys: ViewKeys<Self> = [
    "specName": .text({ SwiftText.commentLine($0.options.specName) }, "The spec's file name."),
    "file": .text({ SwiftText.stringLiteral($0.options.specPath) }, "The spec's path as a string literal."),
    "fileName": .text({ SwiftText.stringLiteral($0.options.specName) }, "The spec's file name as a string literal."),
    "name": .text(\.machine.name, "The machine's name."),
    "type": .text(\.context.names.type, "The machine's type."),
    "imports": .texts(\.imports, "The imports."),
    "availability": .text(\.context.availability, "The attribute for machines that need `Swift.Duration`."),
    "usesSwiftTesting": .flag(
      { $0.options.framework == .swiftTesting }, "Whether the tests use Swift Testing, and not XCTest."),
    "methods": .list(\.methodViews, "The test methods, one for each combination of a scenario's `where`."),
    "functions": .list(\.functionViews, "The tests as functions of Swift Testing, which have rows; none with XCTest."),
    "hasRows": .flag({ $0.functions.contains(where: \.isParameterized) }, "Whether a function has rows."),
    "hasMethods": .flag({ !$0.methods.isEmpty }, "Whether there is a test."),
    "gaps": .texts(\.gapComments, "Comments that say what derived tests leave out."),
    "forbidsCalls": .flag({ $0.beginnings.contains { !$0.never.isEmpty } }, "Whether a test forbids calls."),
    "selectsChannels": .flag(
      { $0.beginnings.contains { $0.channels != nil } }, "Whether a test listens to some channels only."),
    "support": .text({ _ in BuiltInTemplates.play }, "The code that drives the machine and checks its calls."),
    "hasRegions": .flag(\.context.layout.hasRegions, "Whether the machine has regions."),
    "activePaths": .text(
      \.activePaths, "The expression for the paths of the active atomic states, those of parts included."),
    "hasParts": .flag({ !$0.context.parts.isEmpty }, "Whether the machine has parts."),
    "partType": .text({ "\($0.machine.name)Part" }, "The enum of the machine's parts."),
    "parts": .list(\.parts, "The parts, and those in them."),
    "partTypes": .list(\.partTypes, "The types of parts, each once."),
    "givenParts": .texts(\.givenParts, "The lines that say in `givenType` how the parts begin."),
    "partFacts": .texts(\.partFacts, "The lines of the types of the parts' fields with their values."),
    "hasTimers": .flag(\.context.hasTimers, "Whether the machine has timers."),
    "channels": .list(\.channels, "The channels of callbacks."),
    "callbacks": .list(\.callbacks, "The callbacks."),
    "hasSubject": .flag({ $0.options.subject != nil }, "Whether the tests drive another type than the machine."),
    "subjectType": .text(
      { $0.options.subject.map(SwiftText.path) ?? "" }, "The type that the tests drive, if it isn't the machine."),
    "subjectProtocol": .text({ "\($0.machine.name)Subject" }, "The protocol that this type conforms to."),
    "givenType": .text({ "\($0.machine.name)Given" }, "The type that says how a test begins."),
    "factType": .text({ "\($0.machine.name)Fact" }, "The type of a field with a value."),
    "hasFacts": .flag(\.context.hasContext, "Whether the machine has fields."),
    "subjectAdvice": .text(\.subjectAdvice, "Advice for a subject that doesn't conform, as a string literal."),
    "facts": .list(\.facts, "The fields."),
    "hasValues": .flag({ !$0.values.isEmpty }, "Whether the tests need values that only test code can supply."),
    "valuesType": .text(\.context.names.values, "The type that supplies these values."),
    "values": .list(\.valueViews, "These values."),
  ]

  private var machine: Machine { context.whole }

  private var imports: [String] {
    let framework = options.framework == .xctest ? "XCTest" : "Testing"
    var result = ["import \(framework)"]
    if let module = options.module {
      let attribute = options.access == .internal ? "@testable " : ""
      result.append("\(attribute)import \(SwiftText.path(module))")
    }
    let modules = machine.imports + options.imports.filter { !machine.imports.contains($0) }
    return result
      + modules.filter { $0 != framework && $0 != options.module }
      .map { "\(options.testImportLevel)import \(SwiftText.path($0))" }
  }

  private var methodViews: [TestMethodView] {
    methods.enumerated().map { index, method in
      TestMethodView(
        isFirst: index == 0, name: method.name, doc: method.documentation.map { "/// \($0)" },
        canThrow: printer.canThrow(method),
        body: printer.lines(of: method))
    }
  }

  private var functionViews: [TestFunctionView] {
    functions.enumerated().map { index, function in
      TestFunctionView(
        isFirst: index == 0, name: function.name, doc: function.documentation.map { "/// \($0)" },
        attribute: printer.attribute(of: function), parameters: function.isParameterized ? "row: ScenarioRow" : "",
        canThrow: printer.canThrow(function), body: printer.lines(of: function))
    }
  }

  private var gapComments: [String] {
    gaps.map { "// \(SwiftText.commentLine("\(options.specPath):\($0.range.start.line): \($0.message)"))" }
  }

  private var beginnings: [TestBeginning] {
    methods.compactMap { method in
      if case .begin(let beginning) = method.statements.first { beginning } else { nil }
    }
  }

  private var channels: [ChannelView] {
    machine.channels.map { channel in
      ChannelView(
        name: SwiftText.stringLiteral(channel),
        callbacks: callbackIDs.filter { machine[$0].channel == channel }.map(callbackCase))
    }
  }

  private var callbacks: [CallbackNameView] {
    callbackIDs.map {
      CallbackNameView(
        name: callbackCase($0), text: SwiftText.stringLiteral(machine[$0].name))
    }
  }

  /// Returns the case of a callback without the dot in front.
  private func callbackCase(_ callback: ID<Callback>) -> String {
    String(context.caseText(of: callback).dropFirst())
  }

  private var callbackIDs: [ID<Callback>] { machine.callbacks.indices.map { ID($0) } }

  private var subjectAdvice: String {
    let subject = options.subject ?? ""
    let advice = """
      `\(subject)`, the subject of these tests, doesn't conform to `\(machine.name)Subject`; declare \
      `extension \(subject): \(machine.name)Subject` with its requirements
      """
    return SwiftText.stringLiteral(advice)
  }

  private var valueViews: [TestValueView] {
    let text = ExpressionText(of: context, insideMachine: false)
    return values.map { value in
      let name = SwiftText.identifier(value.name)
      let type = text.type(value.type)
      let advice = "declare `static let \(name): \(type)` in `\(context.names.values)`, in the code of the tests"
      return TestValueView(name: name, type: type, advice: SwiftText.stringLiteral(advice))
    }
  }

  private var facts: [FactView] {
    machine.declared.fields.map { FactView(name: SwiftText.identifier($0.name), type: context.type(of: $0)) }
      + context.ownParts.filter(\.context.hasContext).map { FactView(name: $0.property, type: $0.factType) }
  }
}

/// A test method as templates see it.
struct TestMethodView: TemplateView {
  var isFirst: Bool
  var name: String
  var doc: [String]
  var canThrow: Bool
  var body: [String]

  static let keys: ViewKeys<Self> = [
    "isFirst": .flag(\.isFirst, "Whether it is the first method."),
    "name": .text(\.name, "The method's name."),
    "doc": .texts(\.doc, "The lines of the documentation comment."),
    "canThrow": .flag(\.canThrow, "Whether the method throws."),
    "body": .texts(\.body, "The lines of the body."),
  ]
}

/// A test function as templates see it.
struct TestFunctionView: TemplateView {
  var isFirst: Bool
  var name: String
  var doc: [String]
  var attribute: [String]
  var parameters: String
  var canThrow: Bool
  var body: [String]

  static let keys: ViewKeys<Self> = [
    "isFirst": .flag(\.isFirst, "Whether it is the first function."),
    "name": .text(\.name, "The function's name."),
    "doc": .texts(\.doc, "The lines of the documentation comment."),
    "attribute": .texts(\.attribute, "The lines of the attribute `@Test`, with the title and the rows."),
    "parameters": .text(\.parameters, "The parameter for the row, or nothing."),
    "canThrow": .flag(\.canThrow, "Whether the function throws."),
    "body": .texts(\.body, "The lines of the body."),
  ]
}

/// The callbacks of a channel as templates see them.
struct ChannelView: TemplateView {
  var name: String
  var callbacks: [String]

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The channel as a string literal."),
    "callbacks": .text({ casePattern($0.callbacks) }, "The channel's callbacks, as a pattern."),
  ]
}

/// A callback and its name as templates see them.
struct CallbackNameView: TemplateView {
  var name: String
  var text: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The case of `Callback`."),
    "text": .text(\.text, "The callback's name as a string literal."),
  ]
}

/// A field that the host can change as templates see it.
struct FactView: TemplateView {
  var name: String
  var type: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The field's name."), "type": .text(\.type, "The field's type."),
  ]
}

/// A value that test code supplies as templates see it.
struct TestValueView: TemplateView {
  var name: String
  var type: String
  var advice: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The value's name."),
    "type": .text(\.type, "The value's type."),
    "advice": .text(\.advice, "Advice for a missing value, as a string literal."),
  ]
}
