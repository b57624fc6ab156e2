// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "Headphones",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Headphones", targets: ["Headphones"])],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    .target(
      name: "Headphones",
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    // Gets the tests of the spec's scenarios, besides its own.
    .testTarget(
      name: "HeadphonesTests", dependencies: ["Headphones"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
  ],
  swiftLanguageModes: [.v6]
)
