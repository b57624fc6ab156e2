import Foundation
import TestSupport
import XCTest

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Builds a small package that uses the plugin, as a user's package does.
///
/// All tests build into one folder, which is kept, so that the plugins, and the tool, are only built once. If all tests run, the
/// tool is built from the source package, as a user does. Otherwise the tests take the one that was built with them.
class PluginTestCase: XCTestCase, FolderTestCase {
  private static let isPrebuilt = TestExtent.current < .all
  private static let folder = buildFolder.appending(path: isPrebuilt ? "prebuilt-plugin-tests" : "plugin-tests")

  /// The path of the package `lifeline` with the plugins.
  static let pluginPackage = isPrebuilt ? folder.appending(path: "lifeline") : packageRoot

  private var lock: Int32 = -1

  /// The package's root.
  let package = PluginTestCase.folder.appending(path: "package")
  var folder: URL { package }

  override func setUpWithError() throws {
    let files = FileManager.default
    try files.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    // Tests that run at the same time share the folder.
    lock = open(Self.folder.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    XCTAssertEqual(flock(lock, LOCK_EX), 0)
    if Self.isPrebuilt { try PrebuiltPlugins.write(to: Self.pluginPackage) }
    try? files.removeItem(at: package)
    try write(
      """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "package",
        platforms: [.macOS(.v13)],
        dependencies: [.package(name: "lifeline", path: "\(Self.pluginPackage.path)")],
        targets: [
          .target(
            name: "App", exclude: ["Excluded.yaml"], resources: [.copy("Resource.yaml")],
            plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
          .testTarget(
            name: "AppTests", dependencies: ["App"],
            plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
        ],
        swiftLanguageModes: [.v6]
      )
      """, to: "Package.swift")
    try write("", to: "Sources/App/Excluded.yaml")
    try write("", to: "Sources/App/Resource.yaml")
    try write("", to: "Sources/App/App.swift")
    try write("", to: "Tests/AppTests/Own.swift")
    // With the versions of this package, nothing is looked for on the network.
    try? files.copyItem(
      at: packageRoot.appending(path: "Package.resolved"), to: package.appending(path: "Package.resolved"))
  }

  override func tearDownWithError() throws { close(lock) }

  /// Moves a file, or removes it if `target` is `nil`.
  func move(_ path: String, to target: String?) throws {
    let file = package.appending(path: path)
    guard let target else { return try FileManager.default.removeItem(at: file) }
    try FileManager.default.moveItem(at: file, to: package.appending(path: target))
  }

  /// Builds the package with its tests, which has to succeed, and returns the output.
  @discardableResult
  func build(file: StaticString = #filePath, line: UInt = #line) throws -> String {
    let result = try swift("build", "--build-tests")
    XCTAssertEqual(result.status, 0, result.output + result.errors, file: file, line: line)
    return result.output + result.errors
  }

  /// Builds the package, which has to fail, and returns the output.
  func buildFailing(file: StaticString = #filePath, line: UInt = #line) throws -> String {
    let result = try swift("build", "--build-tests")
    XCTAssertNotEqual(result.status, 0, result.output + result.errors, file: file, line: line)
    return result.output + result.errors
  }

  /// Runs the package's tests.
  func test() throws -> ProcessResult { try swift("test", "--skip-build") }

  private func swift(_ command: String, _ arguments: String...) throws -> ProcessResult {
    try swift(command, arguments)
  }

  /// Runs a command of Swift on the package.
  func swift(_ command: String, _ arguments: [String]) throws -> ProcessResult {
    let scratch = Self.folder.appending(path: "scratch").path
    let folders = ["--package-path", package.path, "--scratch-path", scratch]
    // Nothing is debugged here. The index is needed to discover tests.
    let options = ["-Xswiftc", "-gnone"]
    return try execute(
      "swift", [command] + folders + options + arguments, in: package, limit: 600)
  }
}
