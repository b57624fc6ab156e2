import LifelineModel
import LifelineSource
import LifelineYAML

/// The result of reading a spec.
package struct SpecReading: Sendable {
  /// The machine; `nil` if one of the diagnostics is an error, or if an error in another file says that the parts of both
  /// lead in a circle.
  package var machine: Machine?
  /// The text as a tree.
  package var document: YAMLDocument
  /// The file, for messages that show its lines.
  package var source: SourceFile { document.source }
  /// The diagnostics in source order.
  package var diagnostics: [Diagnostic]
  /// The suppressions of warnings in the spec.
  package var suppressions: [Suppression] = []
  /// The specs that its parts use, or why they can't be used.
  package var used: UsedSpecs = [:]
  /// The machine as far as it can be read, for editors: it may lack what is wrong, and nothing may run it.
  package var draft: Machine?
  /// The names in the text, if the caller asked for them.
  package var symbols: SymbolIndex?
}

/// Reads specs, as the reference of the language describes them.
package enum SpecReader {
  /// Returns the machine in the bytes of the spec at `path`, with diagnostics of everything that is wrong.
  /// - Parameter used: The specs that its parts use, or why they can't be used.
  package static func read(bytes: [UInt8], path: String, using used: UsedSpecs = [:]) -> SpecReading {
    read(parse(bytes: bytes, path: path), using: used)
  }

  /// Returns the bytes of the spec at `path` as a tree.
  package static func parse(bytes: [UInt8], path: String) -> YAMLDocument {
    YAMLReader.read(bytes, path: path, as: .spec)
  }

  /// Returns the bytes of the spec at `path` as a tree, in which wrong lines are left out.
  package static func parseRecovering(bytes: [UInt8], path: String) -> YAMLDocument {
    YAMLReader.readRecovering(bytes, path: path, as: .spec)
  }

  /// Returns the paths of the files that the parts of a spec use, as they are written, with their ranges.
  package static func usedPaths(in document: YAMLDocument) -> [(path: String, range: SourceRange)] {
    guard case .mapping(let entries)? = document.root?.content,
      case .mapping(let parts)? = Mapping(MappingKind.spec.entriesAsMeant(entries), .spec)["parts"]?.value.content
    else { return [] }
    return parts.prefix(PartLimits.parts).compactMap { part in
      var use: YAMLNode? = part.value
      if case .mapping(let keys) = part.value.content {
        use = Mapping(MappingKind.part.entriesAsMeant(keys), .part)["use"]?.value
      }
      guard let use, case .scalar(let scalar) = use.content, !use.isEmpty else { return nil }
      return (scalar.text, use.usageRange)
    }
  }

  /// Returns the machine in `document`, with diagnostics of everything that is wrong.
  /// - Parameters:
  ///   - used: The specs that its parts use, or why they can't be used.
  ///   - recordsSymbols: Whether the result contains the names in the text.
  package static func read(
    _ document: YAMLDocument, using used: UsedSpecs, recordingSymbols recordsSymbols: Bool = false
  ) -> SpecReading {
    let collector = DiagnosticCollector(document: document, recordingSymbols: recordsSymbols)
    // A broken document may lack parts, so it isn't read: the diagnostics would mislead.
    guard let root = document.root else {
      return SpecReading(machine: nil, document: document, diagnostics: collector.diagnostics)
    }
    let machine = RootReader(diagnostics: collector, used: used).machine(root)
    let diagnostics = collector.diagnostics.notingAliases(document.aliases)
    let isInCircle = used.values.contains { if case .inReportedCircle = $0 { true } else { false } }
    return SpecReading(
      machine: diagnostics.containsErrors || isInCircle ? nil : machine, document: document, diagnostics: diagnostics,
      suppressions: collector.suppressions, used: used, draft: machine, symbols: collector.symbols?.makeIndex())
  }
}

/// Reads the root mapping of a spec.
private struct RootReader: NodeReading {
  let diagnostics: DiagnosticCollector
  /// The specs that the parts use, or why they can't be used.
  let used: UsedSpecs

  /// Returns the machine, or `nil` if the root isn't a mapping. It is read in passes, each of which knows the results
  /// of those before it.
  func machine(_ root: YAMLNode) -> Machine? {
    guard let spec = readMapping(placingKeys(of: root), .spec, at: .start) else { return nil }
    checkVersion(spec)
    let name = machineName(spec)
    let imports = spec["imports"].map { self.imports($0.value) } ?? []

    let head = DeclarationReader.read(spec, using: used, diagnostics)
    var declarations = head.declarations
    let tree = StateTreeReader.read(spec, declarations, diagnostics)
    declarations.placeStates(after: tree.tree.ownCount)
    let behavior = BehaviorReader.read(tree.tree, declarations, diagnostics)
    declarations.placeBehavior(afterEvents: behavior.events.events.count, transitions: behavior.transitionCount)
    let promises = PromiseReader.read(tree.tree, declarations, diagnostics)
    let channels = declarations.channels
    let scenarios = ScenarioReader.read(
      spec, declarations, tree.tree, events: behavior.events, channels: channels, diagnostics)
    let uses = [head.uses, tree.uses, behavior.uses, promises.uses, scenarios.uses]
    refuseUnsetPrivateFields(in: declarations, uses: uses, diagnostics)
    // Parts that an error makes unreadable may use anything.
    if !diagnostics.containsErrors {
      warnAboutUnusedNames(in: declarations, uses: uses, diagnostics)
      warnAboutMissingImports(of: imports, in: declarations, behavior.events.events, diagnostics)
    }

    return declarations.machineWithParts(
      Machine(
        path: diagnostics.path, name: name?.text ?? "", nameRange: name?.range ?? .start,
        documentation: head.documentation, imports: imports, types: declarations.types,
        sources: declarations.sources, fields: declarations.fields,
        callbacks: declarations.callbacks,
        events: behavior.events.events, states: behavior.states, transitionCount: behavior.transitionCount,
        channels: channels, observing: scenarios.observing, observedEvents: scenarios.observedEvents,
        monitorChoices: scenarios.monitorChoices,
        scenarios: scenarios.scenarios,
        promises: promises.promises))
  }

  private func checkVersion(_ spec: Mapping) {
    guard let version = spec["lifeline"], let text = text(version.value, expected: "`1`"), text != "1" else { return }
    diagnostics.report(
      .badVersion,
      "this spec is in version `\(text)` of the language, but only version 1 is known; write `lifeline: 1`",
      at: version.value.usageRange)
  }

  private func machineName(_ spec: Mapping) -> (text: String, range: SourceRange)? {
    guard let machine = spec["machine"], let name = text(machine.value, expected: "the generated type's name"),
      checkName(name, at: machine.value.usageRange, as: .machine)
    else { return nil }
    diagnostics.symbols?.declare(.machine, name, at: machine.value.usageRange)
    return (name, machine.value.usageRange)
  }

  private func imports(_ node: YAMLNode) -> [String] {
    var seen: Set<String> = []
    return items(node, expected: "a list of Swift modules").compactMap { item in
      guard let name = text(item, expected: "a Swift module's name") else { return nil }
      guard isIdentifierPath(name) else {
        diagnostics.report(
          .badModuleName, "`\(name)` is not the name of a Swift module; write an identifier", at: item.usageRange)
        return nil
      }
      return seen.insert(name).inserted ? name : nil
    }
  }
}
