// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "ObservedScreen",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    // The little of UIKit that the screens need, so that the example runs on every system.
    .target(name: "UIKitStub"),
    // Screens written by hand. The monitor is generated from VideoScreen.yaml.
    .target(
      name: "ObservedScreen", dependencies: ["UIKitStub"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    // Shows the screens, and prints the log that is in Logs.
    .executableTarget(name: "swipe-back", dependencies: ["ObservedScreen", "UIKitStub"]),
    .testTarget(
      name: "ObservedScreenTests", dependencies: ["ObservedScreen", "UIKitStub"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
  ],
  swiftLanguageModes: [.v6]
)
