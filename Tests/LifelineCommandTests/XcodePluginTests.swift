import Foundation
import TestSupport
import XCTest

/// Checks that the build plugin compiles as Xcode compiles it, with a module that only Xcode has.
final class XcodePluginTests: CommandTestCase {
  func testThePluginCompilesForXcodeProjects() throws {
    try skipTest(below: .thorough)
    let information = try execute("swiftc", ["-print-target-info"], in: folder, limit: 60)
    let resources = try XCTUnwrap(information.output.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)).1
    let module = "\(resources)/pm/PluginAPI"
    try XCTSkipUnless(FileManager.default.fileExists(atPath: module), "the toolchain has no \(module)")
    func check(_ arguments: [String]) throws {
      let result = try execute(
        "swiftc", ["-parse-as-library", "-warnings-as-errors", "-I", module, "-I", "."] + arguments, in: folder,
        limit: 120)
      XCTAssertEqual(result.status, 0, result.output + result.errors)
    }
    let declarations = packageRoot.appending(path: "Tests/LifelineCommandTests/AppModules/XcodeProjectPlugin.swift")
    try check(["-emit-module", "-module-name", "XcodeProjectPlugin", declarations.path])

    let plugin = packageRoot.appending(path: "Plugins/LifelineBuildPlugin")
    let files = try FileManager.default.contentsOfDirectory(at: plugin, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map(\.path).sorted()
    XCTAssertTrue(files.contains { $0.hasSuffix("XcodeTargets.swift") }, "\(files)")
    try check(["-typecheck", "-swift-version", "6", "-package-description-version", "6.1"] + files)
  }
}
