// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "lifeline-plugin",
  products: [
    .plugin(name: "LifelineBuildPlugin", targets: ["LifelinePrebuiltBuildPlugin"]),
    .plugin(name: "LifelineCommandPlugin", targets: ["LifelinePrebuiltCommandPlugin"]),
  ],
  targets: [
    // The names differ from those of the package `lifeline`, so that one package can depend on both.
    .plugin(
      name: "LifelinePrebuiltBuildPlugin", capability: .buildTool(), dependencies: ["LifelineBinary"]),
    .plugin(
      name: "LifelinePrebuiltCommandPlugin",
      capability: .command(
        intent: .custom(verb: "lifeline", description: "Checks the specs of targets, and generates from them.")),
      dependencies: ["LifelineBinary"]),
    .binaryTarget(name: "LifelineBinary", path: "lifeline.artifactbundle.zip"),
  ]
)
