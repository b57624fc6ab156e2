import LifelineModel
import LifelineTemplating

/// The tests of a machine as templates see them.
struct TestsView: TemplateView {
  var declarations: TestDeclarations

  private var options: GenerationOptions { declarations.options }

  static let keys: ViewKeys<Self> = [
    "specName": .text({ SwiftText.commentLine($0.options.specName) }, "The spec's file name."),
    "name": .text(\.declarations.machine.name, "The machine's name."),
    "imports": .text(\.imports, "The import declarations."),
    "availability": .text(
      \.declarations.availability, "The attribute of tests that need `Swift.Duration`, or nothing."),
    "usesSwiftTesting": .flag(
      { $0.options.framework == .swiftTesting }, "Whether the tests use Swift Testing, and not XCTest."),
    "hasSubject": .flag({ $0.options.subject != nil }, "Whether the tests drive another type than the machine."),
    "tests": .text(\.declarations.tests, "The tests: functions of a suite, or methods of a test case; or nothing."),
    "support": .text(
      \.declarations.support,
      "The subject and the values that test code supplies, and the code that drives the machine and checks its calls; or "
        + "nothing if there is no test."),
  ]

  private var imports: String {
    let framework = options.framework == .xctest ? "XCTest" : "Testing"
    var result = ["import \(framework)"]
    if let module = options.module {
      let attribute = options.access == .internal ? "@testable " : ""
      result.append("\(attribute)import \(SwiftText.path(module))")
    }
    let machine = declarations.machine
    if options.hasManualClock { result.append("\(options.testImportLevel)import Foundation") }
    let modules = machine.imports + options.imports.filter { !machine.imports.contains($0) }
    result += modules.filter { $0 != framework && $0 != options.module }
      .filter { !options.hasManualClock || $0 != "Foundation" }
      .map { "\(options.testImportLevel)import \(SwiftText.path($0))" }
    return result.joined(separator: "\n")
  }
}
