import LifelineModel
import LifelineTemplating

/// The tests of a machine as templates see them.
struct TestsView: TemplateView {
  private let values: [String: TemplateValue]

  static let keys = [
    "specName", "file", "name", "type", "play", "pattern", "imports", "availability", "methods", "hasMethods",
    "usesPatterns", "forbidsCalls", "selectsChannels", "hasRegions", "atomicStates", "hasCombinations",
    "hasTimers", "channels", "callbacks", "hasSubject", "subjectType", "subjectProtocol",
    "givenType", "factType", "hasFacts", "facts", "gaps",
  ]

  func value(for key: String) -> TemplateValue? { values[key] }

  init(_ context: MachineContext, derived: DerivedTests?, options: GenerationOptions) {
    let machine = context.machine
    var writer = ScenarioWriter(context, drives: options.subject == nil ? .machine : .subject)
    var methods = writer.methods()
    if let derived {
      var derivedWriter = DerivedWriter(machine)
      methods += derivedWriter.methods(derived.tests, with: &writer)
    }
    var values: [String: TemplateValue] = [:]
    values["specName"] = .text(SwiftText.commentLine(options.specName))
    values["file"] = .text(SwiftText.stringLiteral(options.specPath))
    values["name"] = .text(machine.name)
    values["type"] = .text(context.names.type)
    // Names inside the test class hide those outside of it, the machine's own among them.
    values["play"] = .text(machine.name == "Play" ? "ScenarioPlay" : "Play")
    values["pattern"] = .text(machine.name == "Pattern" ? "CallPattern" : "Pattern")
    var imports = ["import XCTest"]
    if let module = options.module {
      let attribute = options.access == .internal ? "@testable " : ""
      imports.append("\(attribute)import \(SwiftText.path(module))")
    }
    imports += machine.imports.filter { $0 != "XCTest" }.map {
      "\(options.testImportLevel)import \(SwiftText.path($0))"
    }
    values["imports"] = .texts(imports)
    values["availability"] = .text(context.availability)
    values["methods"] = .list(methods)
    values["hasMethods"] = .flag(!methods.isEmpty)
    values["usesPatterns"] = .flag(writer.expectations.usesPatterns)
    values["forbidsCalls"] = .flag(writer.forbidsCalls)
    values["selectsChannels"] = .flag(writer.selectsChannels)
    values["hasRegions"] = .flag(context.layout.hasRegions)
    values["atomicStates"] = .text(
      casePattern(machine.states.filter(\.isAtomic).map { context.names.anyStateCase($0.id) }))
    values["hasCombinations"] = .flag(writer.hasCombinations)
    values["hasTimers"] = .flag(context.hasTimers)
    values["channels"] = .list(
      machine.channels.map { channel in
        ChannelView(
          name: SwiftText.stringLiteral(channel),
          callbacks: machine.callbacks.filter { $0.channel == channel }.map { SwiftText.identifier($0.name) })
      })
    values["callbacks"] = .list(
      machine.callbacks.map {
        CallbackNameView(name: SwiftText.identifier($0.name), text: SwiftText.stringLiteral($0.name))
      })
    values["hasSubject"] = .flag(options.subject != nil)
    values["subjectType"] = .text(options.subject.map(SwiftText.path) ?? "")
    values["subjectProtocol"] = .text("\(machine.name)Subject")
    values["givenType"] = .text("\(machine.name)Given")
    values["factType"] = .text("\(machine.name)Fact")
    values["gaps"] = .texts(
      derived?.gaps.map {
        let place = "\(options.specPath):\($0.range.start.line)"
        return "// \(SwiftText.commentLine("\(place): \($0.message)"))"
      } ?? [])
    values["hasFacts"] = .flag(context.hasContext)
    values["facts"] = .list(
      machine.fields.map { FactView(name: SwiftText.identifier($0.name), type: context.type(of: $0)) })
    self.values = values
  }
}

/// The callbacks of a channel, as templates see them.
struct ChannelView: TemplateView {
  /// The channel as a string literal.
  var name: String
  var callbacks: [String]

  static let keys = ["name", "callbacks"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "callbacks": .text(casePattern(callbacks))
    default: nil
    }
  }
}

/// A callback and its name as a string literal, as templates see them.
struct CallbackNameView: TemplateView {
  var name: String
  var text: String

  static let keys = ["name", "text"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "text": .text(text)
    default: nil
    }
  }
}

/// A fact that the host can change, as templates see it.
struct FactView: TemplateView {
  var name: String
  var type: String

  static let keys = ["name", "type"]

  func value(for key: String) -> TemplateValue? {
    switch key {
    case "name": .text(name)
    case "type": .text(type)
    default: nil
    }
  }
}
