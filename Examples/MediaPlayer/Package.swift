// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "MediaPlayer",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    .target(
      name: "MediaPlayer",
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
    .executableTarget(name: "media-player", dependencies: ["MediaPlayer"]),
    // Gets the tests of the spec's scenarios, besides its own.
    .testTarget(
      name: "MediaPlayerTests", dependencies: ["MediaPlayer"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
  ],
  swiftLanguageModes: [.v6]
)
