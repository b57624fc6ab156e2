// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "lifeline",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "lifeline", targets: ["lifeline"]),
    .plugin(name: "LifelineBuildPlugin", targets: ["LifelineBuildPlugin"]),
    .library(name: "Lifecycles", targets: ["Lifecycles"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // The tool, in the order in which text flows through it.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "LifelineDiagnostics"),
    .target(name: "LifelineYAML", dependencies: ["CLibYAML", "LifelineDiagnostics"]),
    .target(name: "LifelineModel", dependencies: ["LifelineDiagnostics"]),
    .target(
      name: "LifelineLanguage",
      dependencies: ["LifelineYAML", "LifelineModel", "LifelineDiagnostics"]),
    .target(name: "LifelineExecution", dependencies: ["LifelineModel", "LifelineDiagnostics"]),
    .target(
      name: "LifelineAccepting",
      dependencies: [
        "LifelineYAML", "LifelineModel", "LifelineLanguage", "LifelineExecution", "LifelineDiagnostics",
      ]),
    .target(name: "LifelineTemplating", dependencies: ["LifelineDiagnostics"]),
    .target(
      name: "LifelineTemplates", path: "Templates",
      resources: [
        .embedInCode("active.mustache"),
        .embedInCode("always.mustache"),
        .embedInCode("armings.mustache"),
        .embedInCode("availability.mustache"),
        .embedInCode("context.mustache"),
        .embedInCode("deferral.mustache"),
        .embedInCode("delegate.mustache"),
        .embedInCode("dispatch.mustache"),
        .embedInCode("handlers.mustache"),
        .embedInCode("kept.mustache"),
        .embedInCode("machine.mustache"),
        .embedInCode("macrostep.mustache"),
        .embedInCode("microstep.mustache"),
        .embedInCode("object.mustache"),
        .embedInCode("paths.mustache"),
        .embedInCode("pattern.mustache"),
        .embedInCode("perform.mustache"),
        .embedInCode("persistence.mustache"),
        .embedInCode("play.mustache"),
        .embedInCode("raised.mustache"),
        .embedInCode("reaction.mustache"),
        .embedInCode("regions.mustache"),
        .embedInCode("remainder.mustache"),
        .embedInCode("restoredHistories.mustache"),
        .embedInCode("resumption.mustache"),
        .embedInCode("search.mustache"),
        .embedInCode("selection.mustache"),
        .embedInCode("settle.mustache"),
        .embedInCode("statement.mustache"),
        .embedInCode("step.mustache"),
        .embedInCode("storedHistories.mustache"),
        .embedInCode("storedTimers.mustache"),
        .embedInCode("subject.mustache"),
        .embedInCode("tests.mustache"),
        .embedInCode("timers.mustache"),
        .embedInCode("transition.mustache"),
      ]),
    .target(
      name: "LifelineGeneration",
      dependencies: [
        "LifelineModel", "LifelineExecution", "LifelineTemplating", "LifelineTemplates",
        "LifelineDiagnostics",
      ]),
    .executableTarget(
      name: "lifeline",
      dependencies: [
        "LifelineDiagnostics", "LifelineYAML", "LifelineModel", "LifelineLanguage",
        "LifelineExecution", "LifelineAccepting", "LifelineTemplating", "LifelineGeneration",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Linking"],
      linkerSettings: [
        // A run takes milliseconds. Without these flags much of a short one would go into loading the C++ library,
        // adding to every address in the program's data where it was loaded, offering the program's symbols to libraries,
        // and paging in what the linker left in small pieces and where large pages cannot be mapped. From tools version
        // 6.2 on, packages with such flags can be depended on.
        .unsafeFlags(
          [
            "-L\(Context.packageDirectory)/Sources/lifeline/Linking", "-Xclang-linker", "-static-libgcc",
            "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--no-mmap-output-file",
            "-Xlinker", "-z", "-Xlinker", "max-page-size=0x200000",
          ], .when(platforms: [.linux], configuration: .release))
      ]),
    .plugin(
      name: "LifelineBuildPlugin", capability: .buildTool(), dependencies: ["lifeline"]),

    // The documented life cycles: the plugin turns every spec of the folder into Swift.
    .target(name: "Lifecycles", path: "Specs", plugins: ["LifelineBuildPlugin"]),

    .target(
      name: "TestSupport",
      dependencies: [
        "LifelineDiagnostics", "LifelineYAML", "LifelineModel", "LifelineLanguage",
      ],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "LifelineDiagnosticsTests", dependencies: ["LifelineDiagnostics", "TestSupport"]),
    .testTarget(name: "LifelineYAMLTests", dependencies: ["LifelineYAML", "TestSupport"]),
    .testTarget(name: "LifelineModelTests", dependencies: ["LifelineModel", "TestSupport"]),
    .testTarget(name: "LifelineLanguageTests", dependencies: ["LifelineLanguage", "TestSupport"]),
    .testTarget(
      name: "LifelineExecutionTests", dependencies: ["LifelineExecution", "TestSupport"]),
    .testTarget(
      name: "LifelineAcceptingTests", dependencies: ["LifelineAccepting", "TestSupport"]),
    .testTarget(name: "LifelineTemplatingTests", dependencies: ["LifelineTemplating", "TestSupport"]),
    .testTarget(
      name: "LifelineGenerationTests",
      dependencies: ["LifelineExecution", "LifelineGeneration", "TestSupport"],
      exclude: ["Golden"]),
    // Runs the command and the plugin as a user does: as processes.
    .testTarget(name: "LifelineCommandTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "LifecyclesTests", dependencies: ["Lifecycles"], plugins: ["LifelineBuildPlugin"]),
  ],
  swiftLanguageModes: [.v6]
)
