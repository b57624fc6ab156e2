// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "URLSessionOrder",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    // The code under test is Foundation's. The spec, the server and the subject are beside the tests.
    .testTarget(
      name: "URLSessionOrderTests",
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")])
  ],
  swiftLanguageModes: [.v6]
)
