import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badVersion = DiagnosticKind(
    "L204", .error, "a version of the language that is not known",
    explanation: """
      A spec begins with the version of the language that it is written in, so that a later version can \
      still read it as it was meant. This version is not known to this `lifeline`; the only one is 1.

          lifeline: 1
          machine: Door

      Write `lifeline: 1`, or install the release that the spec was written for.
      """)
  static let badModuleName = DiagnosticKind(
    "L218", .error, "a module's name that is none",
    explanation: """
      A Swift module's name is an identifier, or, for a submodule, identifiers with dots between them. It is \
      written into `import` in generated code.

          imports: [UIKit, "my-module"]      # my_module

      Write the name as Swift imports it: a package's product may have a hyphen where its module has `_`.
      """)
}

/// What came of reading a spec.
package struct SpecReading: Sendable {
  /// The spec's meaning; `nil` if one of the findings is an error.
  package var machine: Machine?
  /// The file, for messages that show its lines.
  package var source: SourceFile
  /// All faults and warnings, in source order.
  package var diagnostics: [Diagnostic]
  /// Where the spec says that sorts of warnings are not wanted.
  package var suppressions: [Suppression] = []
}

/// Reads specs, by sections 1 to 8 of the language's reference.
package enum SpecReader {
  private static let keys =
    ["lifeline", "machine", "imports", "sources", "context", "callbacks", "events"] + StateTree.rootKeys
    + ["observing", "scenarios"] + documentationKeys

  /// Reads the bytes of the spec at `path`. Nothing is thrown: whatever is wrong is among the findings.
  package static func read(bytes: [UInt8], path: String) -> SpecReading {
    let document = YAMLDocument(parsing: bytes, path: path)
    var findings = Findings(document: document)
    // What a broken document seems to say is not worth complaints: half of it may be missing.
    guard let root = document.root else {
      return SpecReading(machine: nil, source: document.source, diagnostics: findings.diagnostics)
    }
    let machine = read(root, findings: &findings)
    let diagnostics = findings.diagnostics.noting(document.aliases)
    return SpecReading(
      machine: diagnostics.containsErrors ? nil : machine, source: document.source, diagnostics: diagnostics,
      suppressions: findings.suppressions)
  }

  private static func read(_ root: YAMLNode, findings: inout Findings) -> Machine? {
    guard let parts = findings.parts(root, keys: keys, what: "a spec") else { return nil }
    checkVersion(parts, findings: &findings)
    let name = machineName(parts, findings: &findings)

    var declarations = Declarations()
    if let sources = parts["sources"] { findings.readSources(sources.value, into: &declarations) }
    if let context = parts["context"] { findings.readContext(context.value, into: &declarations) }
    if let callbacks = parts["callbacks"] { findings.readCallbacks(callbacks.value, into: &declarations) }
    if let events = parts["events"] { findings.readEvents(events.value, into: &declarations) }
    let documentation = findings.documentation(parts, extent: nil, declarations: &declarations)
    let imports = parts["imports"].map { readImports($0.value, findings: &findings) } ?? []

    var tree = StateTree()
    let rootRange = parts.first(of: ["states", "regions", "machine"])?.keyRange ?? .start
    tree.read(root: parts, rootRange: rootRange, findings: &findings, declarations: &declarations)

    var builder = MachineBuilder(findings: findings, declarations: declarations)
    builder.tree = tree
    builder.readTransitions()
    builder.readEntryAndExitActions()
    builder.checkInternalEvents()
    let observing = parts["observing"].map { builder.channels($0.value) } ?? Set(builder.channels)
    let scenarios = parts["scenarios"].map { builder.readScenarios($0.value, observing: observing) } ?? []
    builder.warnAboutUnusedNames()
    findings = builder.findings

    return Machine(
      path: findings.path, name: name?.text ?? "", nameRange: name?.range ?? .start, documentation: documentation,
      imports: imports, sources: builder.declarations.sources, fields: declarations.fields,
      callbacks: declarations.callbacks, events: builder.events, states: builder.tree.drafts.map(\.state),
      transitionCount: builder.transitionCount, channels: builder.channels, scenarios: scenarios)
  }

  private static func checkVersion(_ parts: Parts, findings: inout Findings) {
    guard let version = parts["lifeline"] else {
      findings.report(.missingKey, "a spec says `lifeline: 1`: the version of its language", at: .start)
      return
    }
    guard let text = findings.text(version.value, expected: "`1`"), text != "1" else { return }
    findings.report(
      .badVersion,
      "this is written in version `\(text)` of the language, and only version 1 is known; write `lifeline: 1`",
      at: version.value.place)
  }

  private static func machineName(_ parts: Parts, findings: inout Findings) -> (text: String, range: SourceRange)? {
    guard let machine = parts["machine"] else {
      findings.report(.missingKey, "a spec says `machine: Name`: the generated type's name", at: .start)
      return nil
    }
    guard let name = findings.text(machine.value, expected: "the generated type's name"),
      findings.checkName(name, at: machine.value.place, as: .machine)
    else { return nil }
    return (name, machine.value.place)
  }

  private static func readImports(_ node: YAMLNode, findings: inout Findings) -> [String] {
    var seen: Set<String> = []
    return findings.items(node, expected: "a list of Swift modules").compactMap { item in
      guard let name = findings.text(item, expected: "a Swift module's name") else { return nil }
      guard isIdentifierPath(name) else {
        findings.report(.badModuleName, "`\(name)` is no module's name", at: item.place)
        return nil
      }
      return seen.insert(name).inserted ? name : nil
    }
  }
}
