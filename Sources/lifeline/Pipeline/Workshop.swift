import LifelineAnalysis
import LifelineGeneration
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource
import LifelineTemplating

/// A spec on its way from text to text.
struct Draft: Sendable {
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
enum Product: Sendable {
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
struct GeneratedFile: Sendable {
  let place: OutputPlace
  /// What its tests leave out.
  let gaps: [Diagnostic]

  init(_ bytes: [UInt8], at path: String, gaps: [Diagnostic] = []) {
    place = OutputPlace(for: OutputFile(path: path, bytes: bytes))
    self.gaps = gaps
  }
}

/// What makes products of drafts.
struct Workshop: Sendable {
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
      let derived = extent.map { Derivation(of: MachineIndex(machine.machine), extent: $0).result }
      let gaps = (derived?.gaps ?? []).map { gap in
        Diagnostic(.notDerived, gap.message, at: SourceLocation(path: spec.file.path, range: gap.range))
      }
      let bytes = try generator.testsFile(for: machine, derived: derived, options: options)
      return GeneratedFile(bytes, at: "\(path)Tests.swift", gaps: gaps)
    }
  }
}

extension GenerationRequest {
  /// A part of what is to be done with a spec that is read.
  enum Part {
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

  var parts: [Part] {
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
struct Makers: Sendable {
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
struct Maker: Sendable {
  let templates: TemplateFolder
  let generator: SwiftGenerator

  init(_ templates: TemplateFolder) throws(TemplateErrors) {
    self.templates = templates
    generator = SwiftGenerator(templates: try TemplateSet.load(overriding: templates.texts))
  }
}

extension Derivation.Extent {
  /// What the configuration says; `nil` for no derived tests.
  fileprivate init?(_ setting: TestSettings.Derivation) {
    switch setting {
    case .none: return nil
    case .transitions: self = .transitions
    case .pairs: self = .pairs
    }
  }
}
