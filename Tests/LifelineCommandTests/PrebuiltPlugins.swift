import Foundation
import TestSupport

/// A package of the plugins in `Plugins`, which run the command that was built with the tests.
enum PrebuiltPlugins {
  private static let manifest = """
    // swift-tools-version:6.1
    import PackageDescription

    let package = Package(
      name: "lifeline",
      products: [
        .plugin(name: "LifelineBuildPlugin", targets: ["LifelineBuildPlugin"]),
        .plugin(name: "LifelineCommandPlugin", targets: ["LifelineCommandPlugin"]),
      ],
      targets: [
        .plugin(name: "LifelineBuildPlugin", capability: .buildTool(), dependencies: ["lifeline"]),
        .plugin(
          name: "LifelineCommandPlugin",
          capability: .command(intent: .custom(verb: "lifeline", description: "Checks and generates.")),
          dependencies: ["lifeline"]),
        .binaryTarget(name: "lifeline", path: "lifeline.artifactbundle"),
      ]
    )

    """

  /// The executable was built here, so it is for this platform, whichever of these it is.
  private static let description = """
    {
      "schemaVersion": "1.0",
      "artifacts": {
        "lifeline": {
          "type": "executable",
          "version": "0",
          "variants": [{
            "path": "lifeline",
            "supportedTriples": [
              "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-apple-macosx", "arm64-apple-macosx"
            ]
          }]
        }
      }
    }

    """

  /// Writes the package, unless it is there already.
  static func write(to folder: URL) throws {
    let files = FileManager.default
    let manifestFile = folder.appending(path: "Package.swift")
    if try files.fileExists(atPath: manifestFile.path) && text(of: manifestFile) == manifest { return }
    try? files.removeItem(at: folder)
    let bundle = folder.appending(path: "lifeline.artifactbundle")
    try files.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(description.utf8).write(to: bundle.appending(path: "info.json"))
    try files.createSymbolicLink(
      at: bundle.appending(path: "lifeline"), withDestinationURL: buildFolder.appending(path: "lifeline"))
    try files.createSymbolicLink(
      at: folder.appending(path: "Plugins"), withDestinationURL: packageRoot.appending(path: "Plugins"))
    try Data(manifest.utf8).write(to: manifestFile)
  }
}
