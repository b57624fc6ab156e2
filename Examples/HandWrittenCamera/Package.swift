// swift-tools-version:6.1
import PackageDescription

let package = Package(
  name: "HandWrittenCamera",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Camera", targets: ["Camera"])],
  dependencies: [.package(name: "lifeline", path: "../..")],
  targets: [
    // Written by hand: the app does not know Lifeline.
    .target(name: "Camera"),
    // Beside the tests lies the spec, which they hold the camera to.
    .testTarget(
      name: "CameraTests", dependencies: ["Camera"],
      plugins: [.plugin(name: "LifelineBuildPlugin", package: "lifeline")]),
  ],
  swiftLanguageModes: [.v6]
)
