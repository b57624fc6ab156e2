// swift-tools-version:6.2
import PackageDescription

/// The settings of the view models. The project's own tests try others as well: the Swift 5 mode, and isolation to the
/// main actor by default.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
  name: "ViewModels",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    // The machine has no default isolation, so that an actor can use its object as well.
    .target(
      name: "BannerMachine",
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    .target(name: "ViewModels", dependencies: ["BannerMachine"], swiftSettings: settings),
    .testTarget(
      name: "BannerMachineTests", dependencies: ["BannerMachine"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    .testTarget(name: "ViewModelsTests", dependencies: ["ViewModels"]),
  ],
  swiftLanguageModes: [.v6]
)
