import Foundation
import TestSupport
import XCTest

/// Compiles the apps in the documentation: all their blocks of a page are one module, with the machines of the page.
final class AppPageTests: CommandTestCase {
  func testModuleWithoutDefaultIsolation() throws {
    try skipTest(below: .thorough)
    try compileApps([.app, .appWithoutDefaultIsolation])
  }

  func testModuleOnTheMainActor() throws {
    try skipTest(below: .thorough)
    try compileApps([.app], ["-default-isolation", "MainActor"])
  }

  func testSwift5() throws {
    try skipTest(below: .thorough)
    try compileApps(
      [.app, .appWithoutDefaultIsolation], ["-swift-version", "5", "-strict-concurrency=complete"])
  }

  /// The code of the page on apps does what the page says about it.
  func testBehavior() throws {
    try skipTest(below: .thorough)
    let page = try XCTUnwrap(DocumentationPage.all().first { $0.name == "in-an-app.md" })
    let files = try writeApp(of: page, [.app, .appWithoutDefaultIsolation])
    try writeAppModules()
    try write(Self.program, to: "main.swift")
    try compile(files + ["main.swift"] + objects, ["-o", "program"])
    let result = try execute(folder.appending(path: "program").path, ["player.json"], in: folder, mergingErrors: true)
    XCTAssertEqual(result.output, "end\n")
  }

  #if os(Linux)
    /// The scenarios of the page hold for its model, and its subject notices what a model does wrong.
    func testTheScenariosDriveTheModel() throws {
      try skipTest(below: .thorough)
      let page = try XCTUnwrap(DocumentationPage.all().first { $0.name == "in-an-app.md" })
      let files = try writeApp(of: page, [.app, .subject])
      try writeAppModules()
      try write(
        "object: observable\ntests: {subject: {Player: PlayerUnderTest}}\n", to: "\(page.name)/lifeline.yaml")
      let generated = try lifeline(
        "generate", "\(page.name)/Player.yaml", "--output", page.name, "--tests-output", page.name, "--module", "")
      XCTAssertEqual(generated.status, 0, generated.errors)
      let names = ["testAPauseWithoutAnEnd", "testASoundGoesOnAfterAPause"]
      let cases = names.map { "(\"\($0)\", PlayerTests.\($0))" }.joined(separator: ", ")
      try write("import XCTest\nXCTMain([testCase([\(cases)])])\n", to: "main.swift")
      let model = try XCTUnwrap(page.swiftBlocks(.app).first { $0.text.contains("class PlayerModel") })
      let place = folder.appending(path: "\(page.name)/block\(model.line).swift")
      let code = try String(contentsOf: place, encoding: .utf8)
      for (text, isRight) in [(code, true), (code.replacing("output.stop()", with: "break"), false)] {
        try text.write(to: place, atomically: true, encoding: .utf8)
        try compile(files + ["\(page.name)/PlayerTests.swift", "main.swift"] + objects, ["-o", "program"])
        let result = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
        XCTAssertEqual(result.status == 0, isRight, result.output)
        XCTAssertTrue(result.output.contains("Executed 2 tests"), result.output)
        XCTAssertEqual(result.output.contains("! stopSound  (none)"), !isRight, result.output)
      }
    }
  #endif

  private func compileApps(_ kinds: [DocumentationPage.SwiftKind], _ options: [String] = []) throws {
    try writeAppModules()
    var count = 0
    for page in try DocumentationPage.all() {
      let files = try writeApp(of: page, kinds)
      if files.isEmpty { continue }
      count += 1
      // Type checking alone accepts code that doesn't compile.
      try compile(files, ["-c", "-wmo", "-parse-as-library", "-o", "App.o"] + options)
    }
    XCTAssertGreaterThan(count, 0)
  }

  /// Writes the blocks of a page and the machines that it describes, and returns the files.
  private func writeApp(of page: DocumentationPage, _ kinds: [DocumentationPage.SwiftKind]) throws -> [String] {
    let blocks = kinds.flatMap { page.swiftBlocks($0) }
    if blocks.isEmpty { return [] }
    for spec in page.specs { try write(spec.text, to: "\(page.name)/\(try spec.machine()).yaml") }
    let configurations = page.blocks.filter { $0.language == "yaml" && $0.kind == "lifeline.yaml" }
    XCTAssertLessThanOrEqual(configurations.count, 1, page.name)
    for configuration in configurations { try write(configuration.text, to: "\(page.name)/lifeline.yaml") }
    for arguments in [["check", "--strict"], ["generate", "--output", page.name]] {
      let result = try lifeline(arguments + [page.name])
      XCTAssertEqual(result.status, 0, result.errors)
    }
    for block in blocks {
      try write(block.codeLines.joined(separator: "\n") + "\n", to: "\(page.name)/block\(block.line).swift")
    }
    return try names(in: page.name).filter { $0.hasSuffix(".swift") }.map { "\(page.name)/\($0)" }
  }

  private func compile(_ files: [String], _ options: [String]) throws {
    let result = try execute(
      "swiftc", ["-swift-version", "6", "-warnings-as-errors", "-I", "."] + options + files, in: folder, limit: 300)
    XCTAssertEqual(result.status, 0, result.output + result.errors)
  }

  #if canImport(SwiftUI)
    private let objects: [String] = []
    private func writeAppModules() throws {}
  #else
    /// The modules of apps that are missing here.
    private let modules = ["SwiftUI", "UserNotifications", "UIKit", "OSLog", "os"]
    private var objects: [String] { modules.map { "\($0).o" } }

    /// Compiles the declarations of these modules that the documentation uses.
    private func writeAppModules() throws {
      for module in modules {
        let source = packageRoot.appending(path: "Tests/LifelineCommandTests/AppModules/\(module).swift")
        try compile(
          [source.path],
          ["-c", "-wmo", "-parse-as-library", "-emit-module", "-module-name", module, "-o", "\(module).o"])
      }
    }
  #endif

  /// A program with the app of the page.
  private static let program = """
    import Foundation
    import SwiftUI

    func check(_ isRight: Bool, _ label: String) { if !isRight { print(label) } }

    @MainActor func wait(for label: String, until condition: () async -> Bool) async {
      let end = ContinuousClock.now + .seconds(10)
      while await !condition() {
        if ContinuousClock.now > end { return check(false, label) }
        await Task.yield()
      }
    }

    final class Output: SoundOutput, @unchecked Sendable {
      private let lock = NSLock()
      private var log = ""
      var text: String { lock.withLock { log } }
      func start() { lock.withLock { log += "start " } }
      func stop() { lock.withLock { log += "stop " } }
    }

    // A model, whose view appears twice, and a countdown.
    let output = Output()
    let model = PlayerModel(output: output)
    let countdown = Countdown()
    countdown.follow(model.player)
    let first = Task { await model.run() }
    let second = Task { await model.run() }
    model.player.handle(.play)
    await wait(for: "the sound starts") { output.text == "start " }
    model.player.handle(.pause)
    check(output.text == "start stop ", "the sound stops")
    let rest = countdown.end.map { $0.timeIntervalSinceNow } ?? 0
    check(rest > 590 && rest <= 600, "the end of the pause is in \\(rest) seconds")
    model.player.advance(by: .seconds(600))
    check(model.player.state == .stopped && countdown.end == nil, "the pause has ended")
    first.cancel()
    second.cancel()

    // An actor.
    let sessionOutput = Output()
    let session = PlayerSession(output: sessionOutput)
    await session.start()
    await session.handle(.play)
    check(sessionOutput.text == "start ", "the actor starts the sound")
    await session.stop()

    // A stored player.
    let file = URL(filePath: CommandLine.arguments[1])
    let stored = StoredPlayer(file: file)
    stored.player.start { _ in }
    stored.player.handle(.play)
    stored.player.handle(.pause)
    stored.player.advance(by: .seconds(100))
    try stored.save()
    var saved = try JSONDecoder().decode(SavedPlayer.self, from: Data(contentsOf: file))
    check(saved.machine.timeUntilNextTimer.map { $0 <= .seconds(500) } == true, "the time is saved")
    for (seconds, state) in [(-400.0, Player.State.paused), (-600, .stopped), (1_000, .paused), (-1e9, .stopped)] {
      saved.date = .now.addingTimeInterval(seconds)
      try JSONEncoder().encode(saved).write(to: file)
      let restored = StoredPlayer(file: file)
      let task = Task { await restored.run { _ in } }
      // The first step of `run` lets the time pass that the app was away.
      for _ in 0..<100 { await Task.yield() }
      check(restored.player.state == state, "after \\(seconds): \\(restored.player.state)")
      task.cancel()
      await task.value
    }

    // Of two downloads the second counts, although the first ends later.
    struct Failure: Error {}
    let (results, sender) = AsyncThrowingStream.makeStream(of: Data.self)
    actor Loader {
      private var count = 0
      func load(_ results: AsyncThrowingStream<Data, any Error>) async throws -> Data {
        count += 1
        if count == 1 {
          try? await Task.sleep(for: .seconds(60))
          throw Failure()
        }
        for try await data in results { return data }
        throw Failure()
      }
    }
    let loader = Loader()
    let downloads = DownloadModel { try await loader.load(results) }
    var ignored: [Download.Event] = []
    downloads.download.onIgnored = { ignored.append($0) }
    let task = Task { await downloads.run() }
    downloads.download.handle(.begin)
    await wait(for: "the download begins") { downloads.download.state == .loading }
    for _ in 0..<100 { await Task.yield() }
    downloads.download.handle(.begin)
    await wait(for: "the end of the first is ignored") { ignored == [.fail(number: 1)] }
    check(downloads.download.state == .loading, "the second download continues")
    sender.yield(Data([1]))
    await wait(for: "the second ends") { downloads.download.state == .finished }
    check(downloads.file == Data([1]), "its file arrives")
    task.cancel()

    // Two links that come too early.
    let links = SessionModel()
    for name in ["a", "b"] { URL(string: "https://example.com/\\(name)").map(links.open) }
    check(links.shownLink == nil, "no link before the user has signed in")
    links.session.handle(.signIn)
    check(links.shownLink?.absoluteString == "https://example.com/b", "the last link is shown")
    print("end")

    """
}
