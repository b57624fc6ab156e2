// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "lifeline", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
  ],
  targets: [
    .target(
      name: "Machines", path: "Machines",
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    .target(name: "ByHand", path: "ByHand"),
    .executableTarget(
      name: "EventTimes",
      dependencies: [
        "Machines", "ByHand",
        .product(name: "ProtocolLifecycles", package: "lifeline"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "EventTimes",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
