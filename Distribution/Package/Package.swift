// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "lifeline-plugin",
  products: [
    .plugin(name: "LifelineBuildPlugin", targets: ["LifelinePrebuiltBuildPlugin"])
  ],
  targets: [
    // The names differ from those of the package `lifeline`, so that one package can depend on both.
    .plugin(
      name: "LifelinePrebuiltBuildPlugin", capability: .buildTool(), dependencies: ["LifelineBinary"]),
    .binaryTarget(name: "LifelineBinary", path: "lifeline.artifactbundle.zip"),
  ]
)
