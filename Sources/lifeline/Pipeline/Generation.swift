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
  private let request: GenerationRequest
  private var makers: [String: Maker?] = [:]

  init(of specs: [CheckedSpec], for request: GenerationRequest, findings: inout Findings) {
    self.request = request
    findings.add(sameMachines(among: specs))
    var jobs: [GenerationJob] = []
    for spec in specs { jobs += self.jobs(for: spec, findings: &findings) }
    let results = concurrentMap(jobs) { $0.result }
    var specsByOutput: [String: String] = [:]
    for (job, result) in zip(jobs, results) {
      let spec = job.machine.path
      switch result {
      case .failure(let errors): job.templates.add(errors, to: &findings)
      case .success(let text):
        if !text.utf8.starts(with: OutputWriter.header.utf8) {
          let message = "what the template makes of this spec does not begin with `\(OutputWriter.header)`"
          findings.add(Refusal(.template, message, path: spec))
        }
        // By the path as it is to a file system that does not tell a from A.
        if let first = specsByOutput.updateValue(spec, forKey: job.output.lowercased()) {
          findings.add([sameOutput(job.output, of: spec, and: first)])
        }
        files.append(OutputFile(path: job.output, text: text))
      }
    }
  }

  /// What is to be generated from one spec; nothing if there is something in it that cannot be generated.
  private mutating func jobs(for spec: CheckedSpec, findings: inout Findings) -> [GenerationJob] {
    guard let maker = maker(for: spec.configuration, findings: &findings) else { return [] }
    let refusals = maker.generator.refusals(of: spec.machine)
    findings.add(refusals)
    if refusals.containsErrors { return [] }
    let stem = Path.stem(of: spec.machine.path)
    let options = options(for: spec)
    func job(_ part: GenerationJob.Part, _ output: String) -> GenerationJob {
      GenerationJob(
        part: part, output: output, machine: spec.machine, options: options, generator: maker.generator,
        templates: maker.templates)
    }
    let machine = request.machineFolder.map { job(.machine, Path.join($0, "\(stem).swift")) }
    var tests = request.testsFolder.map { job(.tests, Path.join($0, "\(stem)Tests.swift")) }
    if tests != nil, let extent = Derivation.Extent(spec.configuration.values.tests.derivation) {
      let derivation = Derivation(of: Chart(spec.machine), extent: extent)
      tests?.derivation = derivation
      findings.add(
        derivation.gaps.map { gap in
          Diagnostic(.notDerived, gap.message, at: SourceLocation(path: spec.machine.path, range: gap.range))
        })
    }
    return [machine, tests].compactMap(\.self)
  }

  private func options(for spec: CheckedSpec) -> GenerationOptions {
    let configured = spec.configuration.values
    let module = request.module ?? configured.module
    return GenerationOptions(
      access: request.access ?? configured.access ?? .internal,
      module: module?.isEmpty == true ? nil : module,
      subject: configured.tests.subject(of: spec.machine.name), object: request.object || configured.object,
      specName: Path.name(of: spec.machine.path), specPath: spec.surroundings.relativePath)
  }

  /// What generates for a configuration; `nil`, and reported once, if its templates are of no use.
  private mutating func maker(for configuration: FolderConfiguration, findings: inout Findings) -> Maker? {
    let folder = configuration.templatesFolder ?? ""
    if let known = makers[folder] { return known }
    var maker: Maker?
    do throws(Refusal) {
      let templates = try TemplateFolder(of: configuration)
      do throws(TemplateErrors) {
        maker = Maker(generator: try SwiftGenerator(overriding: templates.texts), templates: templates)
      } catch {
        templates.add(error, to: &findings)
      }
    } catch {
      findings.add(error)
    }
    makers[folder] = .some(maker)
    return maker
  }
}

/// One file that is to be generated.
private struct GenerationJob: Sendable {
  enum Part {
    case machine, tests
  }

  var part: Part
  var output: String
  var machine: Machine
  var options: GenerationOptions
  var generator: SwiftGenerator
  var templates: TemplateFolder
  /// The tests that are made besides those of the scenarios.
  var derivation: Derivation?

  /// The file's text.
  var result: Result<String, TemplateErrors> {
    Result { () throws(TemplateErrors) in
      switch part {
      case .machine: try generator.machineFile(for: machine, options: options)
      case .tests: try generator.testsFile(for: machine, derivation: derivation, options: options)
      }
    }
  }
}

/// A generator with the templates of a folder.
private struct Maker {
  var generator: SwiftGenerator
  var templates: TemplateFolder
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
