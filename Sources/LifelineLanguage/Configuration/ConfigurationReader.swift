import LifelineModel
import LifelineSource
import LifelineYAML

/// The result of reading a configuration file.
package struct ConfigurationReading: Sendable {
  /// The settings that could be read.
  package var configuration: Configuration
  /// The file, for messages that show its lines.
  package var source: SourceFile
  /// The diagnostics in source order.
  package var diagnostics: [Diagnostic]
  /// The suppressions of warnings in the folder.
  package var suppressions: [Suppression]
}

/// Reads configuration files.
package enum ConfigurationReader {
  /// Returns the configuration in the bytes of the file at `path`, with diagnostics of everything that is wrong.
  package static func read(bytes: [UInt8], path: String) -> ConfigurationReading {
    let document = YAMLReader.read(bytes, path: path, as: .configuration)
    let diagnostics = DiagnosticCollector(document: document)
    let reader = SettingsReader(diagnostics: diagnostics)
    let configuration = document.root.map { reader.configuration($0) } ?? Configuration()
    return ConfigurationReading(
      configuration: configuration, source: document.source, diagnostics: diagnostics.diagnostics,
      suppressions: diagnostics.suppressions)
  }
}

/// Reads the settings in a configuration file.
private struct SettingsReader: NodeReading {
  let diagnostics: DiagnosticCollector

  /// Returns the settings in the root mapping.
  func configuration(_ node: YAMLNode) -> Configuration {
    var configuration = Configuration()
    guard let mapping = readMapping(node, .configuration) else { return configuration }
    configuration.access = mapping["access"].flatMap { word($0.value, as: AccessLevel.self, .badConfiguration) }
    configuration.output = mapping["output"].flatMap { folder($0.value) }
    configuration.testsOutput = mapping["testsOutput"].flatMap { folder($0.value) }
    configuration.module = mapping["module"].flatMap { module($0.value) }
    configuration.object = mapping["object"].flatMap { object($0.value) }
    configuration.monitor = mapping["monitor"].flatMap { flag($0.value) }
    configuration.citations = mapping["citations"].flatMap { flag($0.value) } ?? false
    configuration.isolation = mapping["isolation"].flatMap { isolation($0.value) }
    configuration.tests = mapping["tests"].map { tests($0.value) } ?? TestSettings()
    if let node = mapping["templates"]?.value { readTemplates(node, into: &configuration) }
    configuration.coverage = mapping["coverage"].map { coverage($0.value) } ?? []
    configuration.explorationLimit = mapping["limit"].flatMap { explorationLimit($0.value) }
    configuration.traces = mapping["traces"].map { traces($0.value) } ?? []
    if let allow = mapping["allow"] { readSuppressions(allow.value, extent: nil) }
    return configuration
  }

  private func object(_ node: YAMLNode) -> ObjectForm? {
    if case .scalar(let scalar) = node.content, scalar.style == .plain {
      switch scalar.text {
      case "true": return .plain
      case "observable": return .observable
      case "false": return nil
      default: break
      }
    }
    reportShape(of: node, expected: "`true`, `false` or `observable`")
    return nil
  }

  private func isolation(_ node: YAMLNode) -> Isolation? {
    guard let text = text(node, expected: "`MainActor`") else { return nil }
    if let isolation = Isolation(rawValue: text) { return isolation }
    diagnostics.report(
      .badConfiguration, "`\(text)` is not `MainActor`; write that, or remove the key for no isolation",
      at: node.usageRange)
    return nil
  }

  private func module(_ node: YAMLNode) -> String? {
    guard let text = text(node, expected: "a Swift module's name") else { return nil }
    if isIdentifierPath(text) { return text }
    diagnostics.report(
      .badModuleName, "`\(text)` is not the name of a Swift module; write an identifier", at: node.usageRange)
    return nil
  }

  private func folder(_ node: YAMLNode) -> String? {
    guard let path = text(node, expected: "a folder's path") else { return nil }
    if path.utf8.contains(0) {
      diagnostics.report(
        .badConfiguration, "the path contains the character U+0000, which no path can have; remove it",
        at: node.usageRange)
      return nil
    }
    if path == "~" || path.hasPrefix("~/") {
      diagnostics.report(
        .badConfiguration,
        "`~` doesn't mean the home folder here; write a path from the folder of this file, or one that begins with `/`",
        at: node.usageRange)
      return nil
    }
    if !path.isEmpty { return path }
    diagnostics.report(
      .badConfiguration, "the path of the folder is empty; write `.` for the folder of this file", at: node.usageRange)
    return nil
  }

  private func readTemplates(_ node: YAMLNode, into configuration: inout Configuration) {
    guard case .mapping = node.content else {
      configuration.templates = folder(node)
      configuration.templatesRange = node.usageRange
      return
    }
    guard let mapping = readMapping(node, .templates) else { return }
    guard let folder = mapping["folder"]?.value else { return }
    configuration.templates = self.folder(folder)
    configuration.templatesRange = folder.usageRange
    guard let extra = mapping["extra"]?.value else { return }
    var known: Set<String> = []
    for item in items(extra, expected: "a list of templates") {
      guard let template = extraTemplate(item) else { continue }
      if known.insert(template.file).inserted {
        configuration.extraTemplates.append(template)
      } else {
        diagnostics.report(.badExtraTemplate, "`\(template.file)` is in the list already", at: template.range)
      }
    }
  }

  private func extraTemplate(_ node: YAMLNode) -> ExtraTemplate? {
    guard let file = text(node, expected: "the name of a template, such as `Analytics.swift.mustache`") else {
      return nil
    }
    let template = ExtraTemplate(file: file, range: node.usageRange)
    let message: String
    switch ExtraTemplateNameFault.find(in: file) {
    case nil: return template
    case .noExtension:
      message =
        "`\(file)` is not the name of a template with the extension of its files, such as `Analytics.swift.mustache`"
    case .tests: message = "the files of `\(file)` would have the names of tests; rename the template"
    }
    diagnostics.report(.badExtraTemplate, message, at: template.range)
    return nil
  }

  private func explorationLimit(_ node: YAMLNode) -> Int? {
    let expected = "a number of configurations, or 0 for no exploration"
    guard let text = text(node, expected: expected) else { return nil }
    if let limit = Int(text), limit >= 0 { return limit }
    diagnostics.report(.badConfiguration, "`\(text)` is not \(expected)", at: node.usageRange)
    return nil
  }

  private func traces(_ node: YAMLNode) -> [TraceFixture] {
    items(node, expected: "a list of logs").compactMap(trace)
  }

  private func trace(_ node: YAMLNode) -> TraceFixture? {
    guard let mapping = readMapping(node, .trace) else { return nil }
    guard let log = mapping["log"], let path = text(log.value, expected: "a log's path"),
      let spec = mapping["spec"].flatMap({ text($0.value, expected: "a spec's path") })
    else { return nil }
    var trace = TraceFixture(log: path, spec: spec, range: log.value.usageRange)
    trace.source = mapping["source"].flatMap { text($0.value, expected: "a URL") }
    if let from = mapping["from"], let text = text(from.value, expected: "`start` or `anywhere`") {
      trace.settings.beginsAnywhere = text == "anywhere"
      if text != "start", text != "anywhere" {
        diagnostics.report(.badTrace, "`\(text)` is not `start` or `anywhere`", at: from.value.usageRange)
      }
    }
    trace.settings.observing = names(mapping["observing"]?.value, expected: "a channel's or a callback's name")
    trace.settings.without = names(mapping["without"]?.value, expected: "a callback's name")
    trace.settings.observingEvents = names(mapping["observingEvents"]?.value, expected: "an event's name, or `all`")
    trace.settings.eventPattern = mapping["eventPattern"].flatMap { text($0.value, expected: "a regular expression") }
    trace.settings.observesStates = mapping["observingStates"].flatMap { flag($0.value) } ?? false
    trace.settings.statePattern = mapping["statePattern"].flatMap { text($0.value, expected: "a regular expression") }
    trace.settings.callPattern = mapping["callPattern"].flatMap { text($0.value, expected: "a regular expression") }
    trace.settings.key = mapping["by"].flatMap { text($0.value, expected: "a member's name, or a regular expression") }
    trace.settings.receivers = pairs(mapping["as"]?.value, expected: "a mapping from parts to classes or objects")
      .map { (part: $0.0, name: $0.1) }
    trace.settings.given = pairs(mapping["given"]?.value, expected: "a mapping from fixed fields to values")
      .map { (field: $0.0, value: $0.1) }
    trace.violation = mapping["violates"].flatMap { prose($0.value, expected: "the reason") }
    for key in MappingKind.trace.keys { trace.keyRanges[key] = mapping[key]?.value.usageRange }
    return trace
  }

  private func names(_ node: YAMLNode?, expected: String) -> [String] {
    node.map { items($0, expected: "a list") }?.compactMap { text($0, expected: expected) } ?? []
  }

  private func pairs(_ node: YAMLNode?, expected: String) -> [(String, String)] {
    guard let node, let entries = entries(node, expected: expected) else { return [] }
    return entries.compactMap { entry in text(entry.value, expected: "a value").map { (entry.key, $0) } }
  }

  private func coverage(_ node: YAMLNode) -> [CoverageThreshold] {
    guard let mapping = readMapping(node, .coverage) else { return [] }
    return CoverageSubject.allCases.compactMap { subject in
      guard let entry = mapping[subject.rawValue],
        let text = text(entry.value, expected: "a whole number from 0 to 100")
      else { return nil }
      guard let percent = Int(text), (0...100).contains(percent) else {
        diagnostics.report(
          .badConfiguration, "`\(text)` is not a percentage; write a whole number from 0 to 100",
          at: entry.value.usageRange)
        return nil
      }
      return CoverageThreshold(subject: subject, percent: percent, range: entry.keyRange)
    }
  }

  private func tests(_ node: YAMLNode) -> TestSettings {
    var settings = TestSettings()
    guard let mapping = readMapping(node, .tests) else { return settings }
    let framework = mapping["framework"].flatMap { word($0.value, as: TestFramework.self, .badTestSetting) }
    settings.framework = framework ?? .xctest
    let derivation = mapping["derive"].flatMap { word($0.value, as: TestSettings.Derivation.self, .badTestSetting) }
    settings.derivation = derivation ?? .none
    settings.hasManualClock = mapping["clock"].flatMap { flag($0.value) } ?? false
    if let node = mapping["subject"]?.value { readSubjects(node, isAsync: false, into: &settings) }
    if let node = mapping["asyncSubject"]?.value { readSubjects(node, isAsync: true, into: &settings) }
    return settings
  }

  /// Reads the subjects of one of the two keys. No machine has a subject of each.
  private func readSubjects(_ node: YAMLNode, isAsync: Bool, into settings: inout TestSettings) {
    func subject(_ node: YAMLNode, beside other: TestSubject?, of machines: String) -> TestSubject? {
      let subject = subjectType(node).map { TestSubject(type: $0, isAsync: isAsync) }
      guard let other, subject != nil else { return subject ?? other }
      diagnostics.report(
        .badTestSetting,
        "`subject` names `\(other.type)` for \(machines) already; write one of the two keys, or give each machine one type",
        at: node.usageRange)
      return other
    }
    if case .mapping(let entries) = node.content {
      for entry in entries {
        let other = settings.subjects[entry.key]
        settings.subjectRanges[entry.key] = entry.keyRange
        settings.subjects[entry.key] = subject(entry.value, beside: other, of: "`\(entry.key)`")
      }
    } else {
      settings.commonSubject = subject(node, beside: settings.commonSubject, of: "all machines")
    }
  }

  private func subjectType(_ node: YAMLNode) -> String? {
    guard let text = text(node, expected: "a Swift type's name, or a mapping from machines to such names") else {
      return nil
    }
    if isIdentifierPath(text) { return text }
    diagnostics.report(
      .badTestSetting, "`\(text)` is not the name of a type; write an identifier, or identifiers separated by dots",
      at: node.usageRange)
    return nil
  }
}
