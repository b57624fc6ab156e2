import LifelineSource

/// A file of a starter.
struct StarterFile {
  var path: String
  var text: String
  /// Whether a file that is already there does as well.
  var isOptional = false

  /// Whether there is a file with this text already.
  var isWritten: Bool {
    let bytes = Array(text.utf8)
    guard (try? FileSystem.status(of: path))?.kind == .regular else { return false }
    return (try? FileSystem.readFile(path, atMost: bytes.count + 1)) == bytes
  }
}

extension Starter {
  /// The files that a person edits. The generated ones follow from them.
  var files: [StarterFile] {
    let spec = StarterFile(path: specPath, text: specText)
    let configuration = StarterFile(path: configurationPath, text: configurationText, isOptional: true)
    switch (layout, build) {
    case (.package, .files): return [manifest, ignoredFiles, spec, configuration, schema]
    case (.package, .plugin): return [manifest, ignoredFiles, spec, configuration, schema, ownSource, ownTests]
    case (.target, .plugin): return [spec, schema]
    default: return [spec, configuration, schema]
    }
  }

  // MARK: The spec

  var specText: String {
    """
    # yaml-language-server: $schema=\(pathToRoot)\(schema.path)
    lifeline: 1
    machine: \(name)
    doc: A first life cycle. Replace its states, events and callbacks by your own.

    callbacks:
      willOpen:
      didOpen: {needs: willOpen, doc: Each call comes after one of `willOpen`.}
      didClose:

    events: [open, close]

    initial: closed
    states:
      closed:
        on:
          open: {to: opened, do: willOpen}
      opened:
        entry: didOpen
        on:
          close: {to: closed, do: didClose}

    scenarios:
      opening and closing:
        when:
          - start: []
            then: closed
          - open: [willOpen, didOpen]
            then: opened
          - close: didClose
        then: closed

    """
  }

  private var configurationText: String {
    guard let machines = outputFolders.machines, let tests = outputFolders.tests else {
      return """
        # Settings of the specs in this folder. Lifeline's page docs/configuration.md lists all of them.
        access: public

        """
    }
    return """
      # Settings of the specs in this folder. Lifeline's page docs/configuration.md lists all of them.
      output: ../\(machines)
      testsOutput: ../\(tests)
      module: \(module)
      \(layout == .package ? "access: public\n" : "")
      """
  }

  /// The path from the spec's folder to the working folder.
  private var pathToRoot: String { specFolder.split(separator: "/").map { _ in "../" }.joined() }

  /// The schema with which editors check and complete specs. In a target, SwiftPM would warn of it.
  private var schema: StarterFile {
    StarterFile(path: "lifeline.schema.json", text: SchemaJob(of: .spec).text, isOptional: true)
  }

  // MARK: The package

  var manifest: StarterFile {
    let plugin = ", \(pluginPackage.use)"
    let isPlugin = build == .plugin
    return StarterFile(
      path: "Package.swift",
      text: """
        // swift-tools-version:6.0
        import PackageDescription

        let package = Package(
          name: "\(name)",
          platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
          products: [.library(name: "\(target)", targets: ["\(target)"])],
        \(isPlugin ? "  dependencies: [\(pluginPackage.dependency)],\n" : "")\
          targets: [
            .target(name: "\(target)"\(isPlugin ? plugin : "")),
            .testTarget(name: "\(target)Tests", dependencies: ["\(target)"]\(isPlugin ? plugin : "")),
          ]
        )

        """)
  }

  private var ignoredFiles: StarterFile {
    StarterFile(path: ".gitignore", text: ".build/\n", isOptional: true)
  }

  /// SwiftPM doesn't build a target that has no source of its own.
  private var ownSource: StarterFile {
    StarterFile(
      path: "Sources/\(target)/\(target).swift",
      text: "// The code of this module. The build plugin adds `\(name)`, which it generates from `\(name).yaml`.\n")
  }

  private var ownTests: StarterFile {
    StarterFile(
      path: "Tests/\(target)Tests/\(target)Tests.swift",
      text:
        "// The tests of this module. The build plugin adds `\(name)Tests`: one test for each scenario of the spec.\n")
  }
}
