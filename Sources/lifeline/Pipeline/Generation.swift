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
  private(set) var files: [OutputFile] = []

  /// Specs of up to this many bytes together are generated sooner than threads are started.
  private static let smallSize = 4096

  /// Checks specs and generates from them, each for itself and as soon as it can be.
  init(of found: FoundSpecs, for request: GenerationRequest, findings: inout Findings) {
    var found = found
    let specs = found.specs
    let makers = Makers(for: specs)
    let parts = request.parts
    let size = specs.reduce(0) { $0 + $1.file.bytes.count }
    let results = concurrentMap(
      specs, isLarge: size > Self.smallSize, { Draft(of: $0, for: request, maker: makers[$0.configuration]) },
      thenParts: parts.count, { draft, part in draft.product(of: parts[part]) })
    let checked = results.indices.map { index in
      let (draft, products) = results[index]
      let trial = (draft.reading, products.compactMap(\.report).first, nil as AnalysisReport?)
      return found.checked(index, trial, findings: &findings)
    }
    found.addUselessAllowances(findings: &findings)
    findings.add(sameMachines(among: checked.compactMap(\.self)))
    var faults = makers.faults
    for (spec, (draft, _)) in zip(checked, results) {
      guard let spec else { continue }
      // What is wrong with templates is said once.
      findings.add(faults.removeValue(forKey: Makers.folder(spec.configuration)) ?? Findings(isStrict: false))
      findings.add(draft.refusals)
      findings.add(
        (draft.derivation?.gaps ?? []).map { gap in
          Diagnostic(.notDerived, gap.message, at: SourceLocation(path: draft.path, range: gap.range))
        })
    }
    var specsByOutput: [String: String] = [:]
    for (draft, products) in results {
      for product in products { add(product, from: draft, &specsByOutput, findings: &findings) }
    }
  }

  private mutating func add(
    _ product: Draft.Product, from draft: Draft, _ specsByOutput: inout [String: String], findings: inout Findings
  ) {
    let spec = draft.path
    switch product {
    case .nothing, .report: break
    case .faults(let errors): draft.maker?.templates.add(errors, to: &findings)
    case .file(let output, let text):
      if !text.utf8.starts(with: OutputWriter.header.utf8) {
        let message = "what the template makes of this spec does not begin with `\(OutputWriter.header)`"
        findings.add(Refusal(.template, message, path: spec))
      }
      // By the path as it is to a file system that does not tell a from A.
      if let first = specsByOutput.updateValue(spec, forKey: output.lowercased()) {
        findings.add([sameOutput(output, of: spec, and: first)])
      }
      files.append(OutputFile(path: output, text: text))
    }
  }
}

/// A spec on its way from text to text.
private struct Draft: Sendable {
  let path: String
  let reading: SpecReading
  /// What generates; `nil` if the templates are of no use.
  let maker: Maker?
  private(set) var refusals: [Diagnostic] = []
  /// What is generated from; `nil` if there is no machine, or one that cannot be generated.
  private var machine: PreparedMachine?
  private let options: GenerationOptions
  /// The tests that are made besides those of the scenarios.
  private(set) var derivation: Derivation?

  init(of spec: FoundSpec, for request: GenerationRequest, maker: Maker?) {
    path = spec.file.path
    reading = spec.read()
    self.maker = maker
    options = request.options(for: spec, machine: reading.machine?.name ?? "")
    guard maker != nil, let machine = reading.meaning.map(PreparedMachine.init) else { return }
    refusals = machine.refusals
    if refusals.containsErrors { return }
    self.machine = machine
    if request.testsFolder != nil, let extent = Derivation.Extent(spec.configuration.values.tests.derivation) {
      derivation = Derivation(of: Chart(machine.machine), extent: extent)
    }
  }

  /// What is made of a draft.
  enum Product: Sendable {
    case nothing
    case report(CheckReport)
    case file(path: String, text: String)
    case faults(TemplateErrors)

    var report: CheckReport? {
      if case .report(let report) = self { report } else { nil }
    }
  }

  /// Makes one of the products, which need nothing of each other.
  func product(of part: GenerationRequest.Part) -> Product {
    do {
      switch part {
      case .play: return reading.meaning.map { .report(CheckReport(checking: $0)) } ?? .nothing
      case .machine(let folder):
        guard let maker, let machine else { return .nothing }
        let text = try maker.generator.machineFile(for: machine, options: options)
        return .file(path: Path.join(folder, "\(Path.stem(of: path)).swift"), text: text)
      case .tests(let folder):
        guard let maker, let machine else { return .nothing }
        let text = try maker.generator.testsFile(for: machine, derivation: derivation, options: options)
        return .file(path: Path.join(folder, "\(Path.stem(of: path))Tests.swift"), text: text)
      }
    } catch {
      return .faults(error)
    }
  }
}

extension GenerationRequest {
  /// A part of what is to be done with a spec that is read.
  fileprivate enum Part {
    /// To play its scenarios.
    case play
    /// To generate the machine into this folder.
    case machine(String)
    /// To generate the tests into this folder.
    case tests(String)
  }

  fileprivate var parts: [Part] {
    [.play, machineFolder.map { .machine($0) }, testsFolder.map { .tests($0) }].compactMap(\.self)
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
