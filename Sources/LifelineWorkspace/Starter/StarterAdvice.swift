extension Starter {
  /// The lines about what to do next.
  var advice: [String] {
    switch (layout, build) {
    case (.package, .files): return [""] + nextCommands(test: "swift test")
    case (.package, .plugin): return [""] + nextCommandsWithPlugin
    case (.target(let target, let hasTests), .files):
      let tests = "  .testTarget(name: \"\(target)Tests\", dependencies: [\"\(target)\"]),"
      return (hasTests ? [""] : ["", "Add the tests to the targets in Package.swift:", tests, ""])
        + nextCommands(test: "swift test")
    case (.target(let target, let hasTests), .plugin):
      let plugin = pluginPackage.use
      let targets =
        hasTests
        ? ["and the plugin to the target \(target) and to its test target:", "  \(plugin)", ""]
        : [
          "and the plugin to the target \(target):", "  \(plugin)",
          "For the tests, add a target, and put a Swift file of your own into Tests/\(target)Tests:",
          "  .testTarget(name: \"\(target)Tests\", dependencies: [\"\(target)\"], \(plugin)),", "",
        ]
      return ["", "Add this package to the dependencies in Package.swift:", "  \(pluginPackage.dependency),"] + targets
        + nextCommandsWithPlugin
    case (.project, _):
      return [
        "",
        "In Xcode, add the folder Generated to the target of the app, and GeneratedTests to the target of its tests.",
        "",
      ] + nextCommands(test: nil)
    }
  }

  private func nextCommands(test: String?) -> [String] {
    let isGenerated = layout == .package
    return ["Next:"]
      + (isGenerated ? [] : ["  lifeline generate          writes \(generatedPaths.joined(separator: " and "))"])
      + (test.map { ["  \($0)                 builds the machine and runs its scenarios"] } ?? [])
      + (isGenerated ? ["  lifeline generate          generates again, after a change of \(specPath)"] : [])
      + [
        "  lifeline check             looks for mistakes in the spec",
        "  lifeline generate --check  fails, for instance in CI, if a generated file isn't up to date",
      ]
  }

  private var nextCommandsWithPlugin: [String] {
    [
      "Next:",
      "  swift test               builds the machine and runs its scenarios",
      "  lifeline check Sources   looks for mistakes in the spec",
    ] + (pluginPackage.isPrebuilt ? [] : adviceAboutSources)
  }

  /// The lines about the first build, if it compiles the command.
  private var adviceAboutSources: [String] {
    [
      "",
      "The first build compiles lifeline as well, which takes from one to four minutes, and needs libyaml:",
      "\(pluginPackage.address)/blob/main/docs/installing.md#the-source-plugin",
    ]
  }
}
