import LifelineModel

/// Makes the declarations of a file of tests.
struct TestDeclarations: Sendable {
  let context: MachineContext
  let options: GenerationOptions
  let printer: TestPrinter
  /// The tests as methods, one for each combination of a scenario's values.
  let methods: [TestMethod]
  /// The tests as functions with rows, if the framework is Swift Testing.
  private let functions: [TestFunction]
  private let values: [TestValue]
  private let gaps: [DerivedTests.Gap]
  private let playParts: PlayParts

  /// Lowers a machine's scenarios and the derived tests.
  static func lower(
    _ context: MachineContext, derived: DerivedTests?, options: GenerationOptions
  ) -> TestDeclarations {
    let target: TestTarget = options.subject.map { $0.isAsync ? .asyncSubject : .subject } ?? .machine
    let scenarios = ScenarioLowering(context: context, target: target)
    let derivation = DerivedTestLowering(
      machine: context.whole, scenarios: scenarios, checksDeadlines: target == .machine && context.hasTimers)
    let derivedMethods = derivation.methods(of: derived?.tests ?? [])
    let methods = scenarios.methods() + derivedMethods
    let functions =
      options.framework == .swiftTesting ? scenarios.functions() + derivedMethods.map(TestFunction.init) : []
    return TestDeclarations(
      context: context, options: options, printer: TestPrinter(context: context, target: target), methods: methods,
      functions: functions, values: suppliedValues(of: methods, in: context.whole), gaps: derived?.gaps ?? [],
      playParts: .collect(from: methods, target: target, context))
  }

  var machine: Machine { context.whole }
  private var isAsync: Bool { options.subject?.isAsync == true }
  /// The attribute of the tests. A subject's time limit is a `Duration`.
  var availability: String { isAsync ? MachineContext.durationAvailability : context.availability }

  private func text(_ groups: [[Declaration]], level: Int = 0) -> String {
    ProgramPrinter(context, access: "").text(groups, level: level)
  }

  // MARK: - Tests

  /// The text of the tests, or nothing if there are none.
  var tests: String {
    var groups =
      options.framework == .swiftTesting ? functions.map { [declare($0)] } : testCases.first.map(declare(_:)) ?? []
    let comments = gaps.map { gap -> Declaration in
      let place = "\(options.specPath):\(gap.range.start.line)"
      return Declaration(head: "// \(SwiftText.commentLine("\(place): \(gap.message)"))")
    }
    if !comments.isEmpty { groups.append((groups.popLast() ?? []) + comments) }
    let hasRows = functions.contains(where: \.isParameterized)
    return text((hasRows ? [[row]] : []) + groups, level: 1)
  }

  func declare(_ steps: SharedSteps) -> Declaration {
    Declaration(
      documentation: [],
      head: """
        private static func \(steps.name)(_ machine: \(context.names.type), where combination: Swift.String)
        """, body: body(steps.lines))
  }

  func declare(_ method: TestMethod, isFirst: Bool, _ body: Declaration.Body) -> Declaration {
    Declaration(
      documentation: isFirst ? method.documentation : [], attribute: isAsync ? "@MainActor" : nil,
      head: "func \(method.name)()\(effects(canThrow: printer.canThrow(method)))", body: body)
  }

  func body(_ lines: [String]) -> Declaration.Body {
    .statements(lines.map { Statement(stringLiteral: $0) })
  }

  private func effects(canThrow: Bool) -> String { (isAsync ? " async" : "") + (canThrow ? " throws" : "") }

  private func declare(_ function: TestFunction) -> Declaration {
    let attributes = (availability.isEmpty ? [] : [availability]) + printer.attribute(of: function)
    let parameters = function.isParameterized ? "row: ScenarioRow" : ""
    return Declaration(
      documentation: function.documentation, attribute: attributes.joined(separator: "\n"),
      head: "func \(function.name)(\(parameters))\(effects(canThrow: printer.canThrow(function)))",
      body: body(printer.lines(of: function)))
  }

  private var row: Declaration {
    Declaration(
      "A combination of the values of a scenario's `where`.",
      head: "nonisolated struct ScenarioRow: Testing.CustomTestStringConvertible, Swift.Codable, Swift.Sendable",
      members: [
        ["let number: Swift.Int", "let testDescription: Swift.String"],
        [
          Declaration(
            "Returns rows with these descriptions, numbered from 1.",
            head: "static func rows(_ descriptions: Swift.String...) -> [ScenarioRow]",
            body: [
              "descriptions.enumerated().map { ScenarioRow(number: $0.offset + 1, testDescription: $0.element) }"
            ])
        ],
      ])
  }

  // MARK: - Support

  /// The text of what the tests need besides the machine, or nothing.
  var support: String {
    var groups = options.framework == .swiftTesting ? [] : furtherTestCases.map { [$0] }
    if let subject = options.subject {
      groups += SubjectPrinting(context: context, subject: subject, hasTests: !methods.isEmpty).declarations
    }
    if !values.isEmpty { groups += suppliedValueTypes }
    if options.hasManualClock { groups.append([manualClock]) }
    if !methods.isEmpty { groups.append([conformance]) }
    let declarations = groups.isEmpty ? [] : [text(groups)]
    return (declarations + (methods.isEmpty ? [] : [playParts.text])).joined(
      separator: "\n\n")
  }

  /// The conformance of the machine to the protocol of the code that drives it.
  private var conformance: Declaration {
    let beginnings = methods.compactMap { method in
      if case .begin(let beginning) = method.statements.first { beginning } else { nil }
    }
    let selectsChannels =
      beginnings.contains { $0.channels != nil }
      || methods.contains { $0.statements.contains(where: \.selectsChannels) }
    let paths = Declaration(head: "fileprivate var activePaths: [Swift.String]", line: "\(activePaths)")
    return Declaration(
      attribute: context.availability,
      head: """
        nonisolated extension \(context.names.type): ScenarioMachine\(playParts.contains("wait") ? ", ScenarioTimedMachine" : "")
        """,
      members: [[failure], [paths]]
        + (playParts.contains("filters") ? [[callbackName], [selectsChannels ? callbackChannel : noChannel]] : []))
  }

  private var failure: Declaration {
    let file = SwiftText.stringLiteral(options.specPath)
    let name = SwiftText.stringLiteral(options.specName)
    return Declaration(
      head: "fileprivate static func fail(_ message: Swift.String, lifeLine: Swift.String, line: Swift.UInt)",
      body: options.framework == .xctest
        ? ["XCTFail(message, file: \(file), line: line)", "Swift.print(lifeLine)"]
        : [
          .constant("module", #"#fileID.prefix { $0 != "/" }"#), "let location = Testing.SourceLocation(",
          "  fileID: \"\\(module)/\" + \(name), filePath: \(file), line: Swift.Int(line), column: 1)",
          "Testing.Issue.record(Testing.Comment(rawValue: message), sourceLocation: location)",
          "#if compiler(>=6.2)",
          "Testing.Attachment.record(lifeLine, named: \"life line.txt\", sourceLocation: location)", "#endif",
        ])
  }

  private var callbackName: Declaration {
    Declaration(
      head: "fileprivate static func name(of call: Callback) -> Swift.String",
      line: context.hasCallbacks ? "call.name.description" : "\"\"")
  }

  private static let channelHead = "fileprivate static func channel(of call: Callback) -> Swift.String"

  /// The function for tests that don't choose channels.
  private var noChannel: Declaration { Declaration(head: Self.channelHead, line: "\"\"") }

  private var callbackChannel: Declaration {
    let cases = machine.channels.map { channel in
      let names = callbacks.filter { machine[$0].channel == channel }.map { context.caseText(of: $0) }
      return Case("\(names.joined(separator: ", "))", body: ["\(SwiftText.stringLiteral(channel))"])
    }
    return Declaration(
      head: Self.channelHead,
      body: [.joined(.switch("call", cases, default: .none))])
  }

  private var callbacks: [ID<Callback>] { machine.callbacks.indices.map { ID($0) } }

  /// The expression for the paths of the active atomic states, those of parts included.
  private var activePaths: String {
    let own = context.layout.hasRegions ? "states.map(\\.description)" : "[state.description]"
    return context.parts.reduce(own) { result, part in
      part.context.layout.hasRegions
        ? "\(result) + \(part.path).states.map { \"\(part.part.name).\\($0)\" }"
        : "\(result) + [\"\(part.part.name).\\(\(part.path).state)\"]"
    }
  }

  // MARK: - Values

  /// The types for the values that test code supplies. Swift reports each missing value once, here, with advice.
  private var suppliedValueTypes: [[Declaration]] {
    let type = context.names.values
    let text = ExpressionText(of: context, insideMachine: false)
    let values = values.map { (name: SwiftText.identifier($0.name), type: text.type($0.type)) }
    let requirements = values.map { value in
      let advice = "declare `static let \(value.name): \(value.type)` in `\(type)`, in the code of the tests"
      return Declaration(
        attribute: "@available(*, unavailable, message: \(SwiftText.stringLiteral(advice)))",
        head: "fileprivate static var \(value.name): \(value.type)", line: "Swift.fatalError()")
    }
    let sources = values.map { value -> Declaration in
      // The type stands here so that the tests have no errors of their own if the source is missing.
      "fileprivate static let \(value.name): \(value.type) = ScenarioValueSource.\(value.name)"
    }
    let documentation =
      [
        "The values that scenarios name and whose types Lifeline doesn't know. The tests declare them:", "",
        "    nonisolated enum \(type) {",
      ] + values.map { "      static let \($0.name): \($0.type) = …" } + ["    }"]
    let availability = context.availability
    return [
      [Declaration(documentation: documentation, head: "private typealias ScenarioValueSource = \(type)")],
      ["private nonisolated protocol ScenarioValueRequirements {}"],
      [
        Declaration(
          attribute: availability, head: "nonisolated extension ScenarioValueRequirements", members: [requirements])
      ],
      [
        Declaration(
          attribute: availability, head: "nonisolated extension ScenarioValueSource: ScenarioValueRequirements {}")
      ],
      [Declaration(attribute: availability, head: "private nonisolated enum ScenarioValues", members: [sources])],
    ]
  }
}
