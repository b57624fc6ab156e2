import LifelineDiagnostics
import LifelineExecution
import LifelineGeneration
import LifelineLanguage
import LifelineModel
import LifelineTemplating

extension DiagnosticKind {
  static let sameOutput = DiagnosticKind(
    "L615", .error, "two specs for one file",
    explanation: """
      Generated files are named after their specs, so two specs of one name, in different folders or with \
      different extensions, would be written into the same file, and one of the machines would be lost. \
      Names that differ in case alone are one name on many systems.

          Specs/Phone/Player.yaml
          Specs/Watch/Player.yaml            # both would be Player.swift

      Rename one, or generate them in two runs with different folders.
      """)

  static let sameMachine = DiagnosticKind(
    "L616", .error, "two machines of one name",
    explanation: """
      Every machine is a Swift type of its own, and what one run generates is meant for one module, in which \
      a type's name stands once.

          Specs/Phone.yaml:  machine: Player
          Specs/Watch.yaml:  machine: Player         # WatchPlayer

      Rename one, or generate them in two runs for two modules.
      """)
}

extension DiagnosticKind {
  static let notDerived = DiagnosticKind(
    "L620", .warning, "something that no derived test reaches",
    explanation: """
      `tests: {derive: transitions}` in `lifeline.yaml` makes a test for every transition, both outcomes of every guard \
      and every event that a state ignores. The message says what none was made for, and why: nothing that the host can \
      do leads there, it is further away than is looked, or it takes a value of a type that only Swift knows:

          events:
            open: {parameters: {url: URL}}

      Of such a type tests use the values that scenarios name: send the event in one of them, `with: {url: home}`. What \
      cannot be reached can be removed.
      """)
}

extension Derivation.Extent {
  /// What the configuration says; `nil` for no derived tests.
  init?(_ setting: TestSettings.Derivation) {
    switch setting {
    case .none: return nil
    case .transitions: self = .transitions
    case .pairs: self = .pairs
    }
  }
}

/// Where and for whom files are generated, as far as the command line says.
struct GenerationRequest {
  var machineFolder: String?
  var testsFolder: String?
  /// The module that tests import; empty for none, `nil` for what the configuration says.
  var module: String?
  var access: AccessLevel?
  /// Whether to write a class that holds the machine even where the configuration does not ask for one.
  var object: Bool
}

/// The files that come out of specs.
struct Generation {
  /// Each in the place that is meant for it.
  private(set) var files: [OutputPlace] = []

  /// Specs of up to this many bytes together are generated sooner than threads are started.
  private static let smallSize = 4096

  /// Checks specs and generates from them, each for itself and as soon as it can be.
  init(of discovery: SpecDiscovery, for request: GenerationRequest, findings: inout Findings) {
    let parts = request.parts
    let size = discovery.specs.reduce(0) { $0 + $1.bytes.count }
    let isStrict = findings.isStrict
    let results = concurrentMap(
      discovery.specs, isLarge: size > Self.smallSize, { Draft(of: $0) },
      beside: { Workshop(for: discovery, isStrict: isStrict) },
      thenParts: parts.count,
      { workshop, place, draft, part in workshop.product(of: draft, at: place, part: parts[part], for: request) })
    findings.add(results.setting.findings)
    var found = results.setting.specs
    let checked = results.middles.indices.map { place in
      let trial = FoundSpec.Trial(
        reading: results.middles[place].reading, report: results.outputs[place].compactMap(\.report).first)
      return found.checked(place, trial, findings: &findings)
    }
    found.addUselessAllowances(findings: &findings)
    findings.add(sameMachines(among: checked.compactMap(\.self)))
    var faults = results.setting.makers.faults
    for (place, spec) in checked.enumerated() {
      guard let spec else { continue }
      // What is wrong with templates is said once.
      findings.add(faults.removeValue(forKey: Makers.folder(spec.configuration)) ?? Findings(isStrict: false))
      findings.add(results.middles[place].refusals)
      for product in results.outputs[place] { findings.add(product.gaps) }
    }
    var specsByOutput: [String: String] = [:]
    for (place, products) in results.outputs.enumerated() {
      let maker = results.setting.maker(at: place)
      for product in products {
        add(product, of: found.specs[place].file.path, maker, &specsByOutput, findings: &findings)
      }
    }
    keepToTheEnd(results)
  }

  private mutating func add(
    _ product: Product, of spec: String, _ maker: Maker?, _ specsByOutput: inout [String: String],
    findings: inout Findings
  ) {
    switch product {
    case .nothing, .report: break
    case .faults(let errors): maker?.templates.add(errors, to: &findings)
    case .file(let generated):
      let file = generated.place.file
      if !file.bytes.starts(with: OutputWriter.header.utf8) {
        let message = "what the template makes of this spec does not begin with `\(OutputWriter.header)`"
        findings.add(Refusal(.template, message, path: spec))
      }
      // By the path as it is to a file system that does not tell a from A.
      if let first = specsByOutput.updateValue(spec, forKey: file.path.lowercased()) {
        findings.add([sameOutput(file.path, of: spec, and: first)])
      }
      files.append(generated.place)
    }
  }
}

/// A spec on its way from text to text.
private struct Draft: Sendable {
  let reading: SpecReading
  /// What is generated from; `nil` if there is no machine, or one that cannot be generated.
  private(set) var machine: PreparedMachine?
  private(set) var refusals: [Diagnostic] = []

  init(of spec: SpecFile) {
    reading = spec.read()
    guard let machine = reading.meaning.map(PreparedMachine.init) else { return }
    refusals = machine.refusals
    if !refusals.containsErrors { self.machine = machine }
  }
}

/// What is made of a draft.
private enum Product: Sendable {
  case nothing
  case report(CheckReport)
  case file(GeneratedFile)
  case faults(TemplateErrors)

  var report: CheckReport? {
    if case .report(let report) = self { report } else { nil }
  }

  var gaps: [Diagnostic] {
    if case .file(let file) = self { file.gaps } else { [] }
  }
}

/// A file in the place that is meant for it.
private struct GeneratedFile: Sendable {
  let place: OutputPlace
  /// What its tests leave out.
  let gaps: [Diagnostic]

  init(_ bytes: [UInt8], at path: String, gaps: [Diagnostic] = []) {
    place = OutputPlace(for: OutputFile(path: path, bytes: bytes))
    self.gaps = gaps
  }
}

/// What makes products of drafts.
private struct Workshop: Sendable {
  let specs: FoundSpecs
  let makers: Makers
  /// What was found on the way to the specs.
  let findings: Findings

  init(for discovery: SpecDiscovery, isStrict: Bool) {
    var findings = Findings(isStrict: isStrict)
    specs = FoundSpecs(discovery, findings: &findings)
    makers = Makers(for: specs.specs)
    self.findings = findings
  }

  /// What generates from the spec at `place`; `nil` if the templates are of no use.
  func maker(at place: Int) -> Maker? { makers[specs.specs[place].configuration] }

  /// Makes one of the products of the spec at `place`, which need nothing of each other.
  func product(
    of draft: Draft, at place: Int, part: GenerationRequest.Part, for request: GenerationRequest
  ) -> Product {
    switch part {
    case .play: return draft.reading.meaning.map { .report(CheckReport(checking: $0)) } ?? .nothing
    case .file(let sort, let folder):
      guard let maker = maker(at: place), let machine = draft.machine else { return .nothing }
      do throws(TemplateErrors) {
        return .file(try file(sort, of: machine, specs.specs[place], by: maker.generator, in: folder, for: request))
      } catch {
        return .faults(error)
      }
    }
  }

  private func file(
    _ sort: GenerationRequest.Part.Sort, of machine: PreparedMachine, _ spec: FoundSpec, by generator: SwiftGenerator,
    in folder: String, for request: GenerationRequest
  ) throws(TemplateErrors) -> GeneratedFile {
    let path = Path.join(folder, Path.stem(of: spec.file.path))
    let options = request.options(for: spec, machine: machine.machine.name)
    switch sort {
    case .machine: return GeneratedFile(try generator.machineFile(for: machine, options: options), at: "\(path).swift")
    case .tests:
      let extent = Derivation.Extent(spec.configuration.values.tests.derivation)
      let derivation = extent.map { Derivation(of: Chart(machine.machine), extent: $0) }
      let gaps = (derivation?.gaps ?? []).map { gap in
        Diagnostic(.notDerived, gap.message, at: SourceLocation(path: spec.file.path, range: gap.range))
      }
      let bytes = try generator.testsFile(for: machine, derivation: derivation, options: options)
      return GeneratedFile(bytes, at: "\(path)Tests.swift", gaps: gaps)
    }
  }
}

extension GenerationRequest {
  /// A part of what is to be done with a spec that is read.
  fileprivate enum Part {
    /// The sorts of files.
    enum Sort {
      case machine
      case tests
    }

    /// To play its scenarios.
    case play
    /// To generate a file into this folder.
    case file(Sort, String)
  }

  fileprivate var parts: [Part] {
    [.play, machineFolder.map { .file(.machine, $0) }, testsFolder.map { .file(.tests, $0) }].compactMap(\.self)
  }

  fileprivate func options(for spec: FoundSpec, machine: String) -> GenerationOptions {
    let configured = spec.configuration.values
    let module = self.module ?? configured.module
    return GenerationOptions(
      access: access ?? configured.access ?? .internal,
      module: module?.isEmpty == true ? nil : module,
      subject: configured.tests.subject(of: machine), object: object || configured.object,
      specName: Path.name(of: spec.file.path), specPath: spec.surroundings.relativePath)
  }
}

/// What generates for configurations, by their folders of templates.
private struct Makers: Sendable {
  private var makers: [String: Maker] = [:]
  /// What is wrong with the templates of a folder.
  private(set) var faults: [String: Findings] = [:]

  /// Reads the templates that the configurations of `specs` speak of.
  init(for specs: [FoundSpec]) {
    for spec in specs {
      let folder = Self.folder(spec.configuration)
      guard makers[folder] == nil, faults[folder] == nil else { continue }
      var findings = Findings(isStrict: false)
      do throws(Refusal) {
        let templates = try TemplateFolder(of: spec.configuration)
        do throws(TemplateErrors) {
          makers[folder] = try Maker(templates)
        } catch {
          templates.add(error, to: &findings)
        }
      } catch {
        findings.add(error)
      }
      if findings.containErrors { faults[folder] = findings }
    }
  }

  static func folder(_ configuration: FolderConfiguration) -> String { configuration.templatesFolder ?? "" }

  subscript(configuration: FolderConfiguration) -> Maker? { makers[Self.folder(configuration)] }
}

/// A generator with the templates of a folder, which take the place of built-in ones.
private struct Maker: Sendable {
  let templates: TemplateFolder
  let generator: SwiftGenerator

  init(_ templates: TemplateFolder) throws(TemplateErrors) {
    self.templates = templates
    let texts = templates.texts
    generator = texts.isEmpty ? SwiftGenerator() : try SwiftGenerator(overriding: texts)
  }
}

private func sameOutput(_ path: String, of spec: String, and first: String) -> Diagnostic {
  Diagnostic(
    .sameOutput, "`\(path)` would be generated from this spec and from `\(first)`: rename one of the two",
    at: SourceLocation(path: spec, range: nil),
    notes: [.init("the first of the two", at: SourceLocation(path: first, range: nil))])
}

/// A finding for every machine whose name another one has already.
private func sameMachines(among specs: [CheckedSpec]) -> [Diagnostic] {
  var firsts: [String: Machine] = [:]
  return specs.compactMap { spec in
    let machine = spec.machine
    guard let first = firsts[machine.name] else {
      firsts[machine.name] = machine
      return nil
    }
    return Diagnostic(
      .sameMachine, "another spec of this run has a machine `\(machine.name)` too: rename one of the two",
      at: SourceLocation(path: machine.path, range: machine.nameRange),
      notes: [.init("the first of the two", at: SourceLocation(path: first.path, range: first.nameRange))])
  }
}
