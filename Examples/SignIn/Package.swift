// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "SignIn",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "SignIn", targets: ["SignIn"])],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    .target(
      name: "SignIn",
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    // Gets the tests of the spec's scenarios, besides its own.
    .testTarget(
      name: "SignInTests", dependencies: ["SignIn"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
  ],
  swiftLanguageModes: [.v6]
)
