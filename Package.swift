// swift-tools-version:6.1
import PackageDescription

// SwiftPM compiles the tool of a plugin apart from everything else, so whoever builds this package itself would compile the
// sources twice. `make` gives the plugins the executable that it builds, in the artifact bundle at this path.
let builtTool = Context.environment["LIFELINE_BUILT_TOOL"]
let pluginTool: Target.Dependency = builtTool == nil ? "lifeline" : "BuiltTool"

let package = Package(
  name: "lifeline",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "lifeline", targets: ["lifeline"]),
    .executable(name: "lifeline-lsp", targets: ["lifeline-lsp"]),
    .plugin(name: "LifelineBuildPlugin", targets: ["LifelineBuildPlugin"]),
    .plugin(name: "LifelineCommandPlugin", targets: ["LifelineCommandPlugin"]),
    .library(name: "Lifecycles", targets: ["Lifecycles"]),
    .library(name: "AndroidLifecycles", targets: ["AndroidLifecycles"]),
    .library(name: "WebLifecycles", targets: ["WebLifecycles"]),
    .library(name: "ProtocolLifecycles", targets: ["ProtocolLifecycles"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // The tool, in the order in which text flows through it.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "LifelineSource"),
    .target(name: "LifelineReporting", dependencies: ["LifelineSource"]),
    .target(name: "LifelineYAML", dependencies: ["CLibYAML", "LifelineSource"]),
    .target(name: "LifelineModel", dependencies: ["LifelineSource"]),
    .target(name: "LifelineLanguage", dependencies: ["LifelineYAML", "LifelineModel", "LifelineSource"]),
    .target(name: "LifelineSchema", dependencies: ["LifelineLanguage", "LifelineReporting"]),
    .target(name: "LifelineInterpreter", dependencies: ["LifelineModel", "LifelineSource"]),
    .target(name: "LifelineEngine", dependencies: ["LifelineInterpreter", "LifelineModel", "LifelineSource"]),
    .target(
      name: "LifelineScenarios", dependencies: ["LifelineInterpreter", "LifelineModel", "LifelineSource"]),
    .target(
      name: "LifelineAnalysis",
      dependencies: [
        "LifelineEngine", "LifelineInterpreter", "LifelineScenarios", "LifelineModel", "LifelineSource",
      ]),
    .target(
      name: "LifelineTraces",
      dependencies: ["LifelineAnalysis", "LifelineScenarios", "LifelineReporting", "LifelineModel", "LifelineSource"]),
    .target(
      name: "LifelineRewriting",
      dependencies: ["LifelineLanguage", "LifelineScenarios", "LifelineYAML", "LifelineModel", "LifelineSource"]),
    .target(
      name: "LifelineSimulation",
      dependencies: [
        "LifelineRewriting", "LifelineDrawing", "LifelineAnalysis", "LifelineScenarios", "LifelineInterpreter",
        "LifelineLanguage", "LifelineReporting", "LifelineModel", "LifelineSource",
      ]),
    .target(name: "LifelineDrawing", dependencies: ["LifelineModel", "LifelineSource"]),
    .target(
      name: "LifelinePages",
      dependencies: [
        "LifelineDrawing", "LifelineAnalysis", "LifelineScenarios", "LifelineInterpreter", "LifelineModel",
        "LifelineSource",
      ]),
    .target(name: "LifelineTemplating", dependencies: ["LifelineSource"]),
    .target(
      name: "LifelineTemplates", path: "Templates",
      resources: [
        .embedInCode("Play.swift"),
        .embedInCode("AsyncPlay.swift"),
        .embedInCode("context.mustache"),
        .embedInCode("delegate.mustache"),
        .embedInCode("machine.mustache"),
        .embedInCode("suite.mustache"),
        .embedInCode("tests.mustache"),
      ]),
    .target(
      name: "LifelineGeneration",
      dependencies: [
        "LifelineModel", "LifelineTemplating", "LifelineTemplates", "LifelineSource",
      ]),
    .target(name: "CExplorerPage", exclude: ["Page"]),
    .target(
      name: "LifelineExplorer",
      dependencies: ["CExplorerPage", "LifelineInterpreter", "LifelineModel", "LifelineReporting", "LifelineSource"]),
    .target(
      name: "LifelineWorkspace",
      dependencies: [
        "LifelineSource", "LifelineReporting", "LifelineYAML", "LifelineModel", "LifelineLanguage", "LifelineSchema",
        "LifelineInterpreter", "LifelineScenarios", "LifelineAnalysis", "LifelineTraces", "LifelineRewriting",
        "LifelineSimulation", "LifelineDrawing", "LifelineTemplating", "LifelineGeneration",
        "LifelineExplorer", "LifelinePages",
      ]),
    .executableTarget(
      name: "lifeline",
      dependencies: [
        "LifelineWorkspace", "LifelineSimulation", "LifelineTraces", "LifelineReporting", "LifelineModel",
        "LifelineSource", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The language server is apart, so that nobody who uses the plugin compiles it.
    .target(
      name: "LifelineLanguageServer",
      dependencies: [
        "LifelineWorkspace", "LifelineScenarios", "LifelineReporting", "LifelineLanguage", "LifelineYAML",
        "LifelineModel", "LifelineSource",
      ]),
    .executableTarget(
      name: "lifeline-lsp", dependencies: ["LifelineLanguageServer", "LifelineWorkspace", "LifelineSource"]),
    .plugin(
      name: "LifelineBuildPlugin", capability: .buildTool(), dependencies: [pluginTool]),
    .plugin(
      name: "LifelineCommandPlugin",
      capability: .command(
        intent: .custom(verb: "lifeline", description: "Checks the specs of targets, and generates from them.")),
      dependencies: [pluginTool]),

    // The documented life cycles: the plugin turns every spec of a folder into Swift. Each folder is a product of its own, so
    // that an app with `Lifecycles` compiles only those of Apple's systems.
    .target(name: "Lifecycles", path: "Specs/Apple", plugins: ["LifelineBuildPlugin"]),
    .target(name: "AndroidLifecycles", path: "Specs/Android", plugins: ["LifelineBuildPlugin"]),
    .target(name: "WebLifecycles", path: "Specs/Web", plugins: ["LifelineBuildPlugin"]),
    .target(name: "ProtocolLifecycles", path: "Specs/Protocols", plugins: ["LifelineBuildPlugin"]),

    .target(
      name: "TestSupport",
      dependencies: [
        "LifelineSource", "LifelineReporting", "LifelineYAML", "LifelineModel", "LifelineLanguage", "LifelineSchema",
        "LifelineInterpreter",
      ],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "LifelineSourceTests",
      dependencies: ["LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineReportingTests",
      dependencies: ["LifelineReporting", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineYAMLTests",
      dependencies: ["LifelineYAML", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineModelTests",
      dependencies: ["LifelineModel", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineLanguageTests",
      dependencies: ["LifelineLanguage", "LifelineYAML", "LifelineModel", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineSchemaTests",
      dependencies: ["LifelineSchema", "LifelineLanguage", "LifelineReporting", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineInterpreterTests",
      dependencies: ["LifelineInterpreter", "LifelineLanguage", "LifelineModel", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineEngineTests",
      dependencies: ["LifelineEngine", "LifelineModel", "TestSupport"]),
    .testTarget(
      name: "LifelineScenariosTests",
      dependencies: [
        "LifelineScenarios", "LifelineInterpreter", "LifelineLanguage", "LifelineModel", "LifelineSource",
        "TestSupport",
      ]),
    .testTarget(
      name: "LifelineAnalysisTests",
      dependencies: [
        "LifelineAnalysis", "LifelineDrawing", "LifelineScenarios", "LifelineInterpreter", "LifelineLanguage",
        "LifelineModel", "LifelineSource", "TestSupport",
      ]),
    .testTarget(
      name: "LifelineTracesTests",
      dependencies: [
        "LifelineTraces", "LifelineAnalysis", "LifelineScenarios", "LifelineInterpreter", "LifelineLanguage",
        "LifelineModel", "LifelineReporting", "LifelineSource", "TestSupport",
      ]),
    .testTarget(
      name: "LifelineRewritingTests",
      dependencies: [
        "LifelineRewriting", "LifelineScenarios", "LifelineLanguage", "LifelineYAML", "LifelineModel",
        "LifelineInterpreter", "LifelineReporting", "LifelineSource", "TestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "LifelineSimulationTests",
      dependencies: [
        "LifelineSimulation", "LifelineScenarios", "LifelineInterpreter", "LifelineLanguage", "LifelineModel",
        "LifelineSource", "TestSupport",
      ]),
    .testTarget(
      name: "LifelineDrawingTests",
      dependencies: [
        "LifelineDrawing", "LifelineAnalysis", "LifelineScenarios", "LifelineInterpreter", "LifelineLanguage",
        "LifelineModel",
        "LifelineSource", "TestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "LifelineExplorerTests",
      dependencies: [
        "LifelineExplorer", "LifelineSimulation", "LifelineAnalysis", "LifelineRewriting", "LifelineScenarios",
        "LifelineInterpreter", "LifelineLanguage", "LifelineModel", "LifelineReporting", "TestSupport",
      ],
      exclude: ["Browser"]),
    .testTarget(
      name: "LifelinePagesTests",
      dependencies: [
        "LifelinePages", "LifelineAnalysis", "LifelineDrawing", "LifelineScenarios", "LifelineModel", "LifelineSource",
        "TestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "LifelineTemplatingTests",
      dependencies: ["LifelineTemplating", "LifelineSource", "TestSupport"]),
    .testTarget(
      name: "LifelineGenerationTests",
      dependencies: [
        "LifelineGeneration", "LifelineTemplating", "LifelineAnalysis", "LifelineScenarios", "LifelineInterpreter",
        "LifelineLanguage", "LifelineModel", "LifelineSource", "TestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "LifelineWorkspaceTests",
      dependencies: [
        "LifelineWorkspace", "LifelineSimulation", "LifelineTraces", "LifelineAnalysis", "LifelineScenarios",
        "LifelineLanguage", "LifelineModel", "LifelineSource", "TestSupport",
      ]),
    .testTarget(
      name: "LifelineLanguageServerTests",
      dependencies: [
        "LifelineLanguageServer", "LifelineWorkspace", "LifelineReporting", "LifelineLanguage", "LifelineSource",
        "TestSupport",
      ]),
    // These run the command and the plugin as a user does: as processes.
    .testTarget(
      name: "LifelineCommandTests",
      dependencies: [
        "LifelineWorkspace", "LifelineSchema", "LifelineYAML", "LifelineLanguage", "LifelineSource", "TestSupport",
      ],
      exclude: ["AppModules"]),
    .testTarget(
      name: "LifecyclesTests",
      dependencies: ["Lifecycles", "AndroidLifecycles", "WebLifecycles", "ProtocolLifecycles"],
      plugins: ["LifelineBuildPlugin"]),
  ],
  swiftLanguageModes: [.v6]
)

if let builtTool { package.targets.append(.binaryTarget(name: "BuiltTool", path: builtTool)) }
