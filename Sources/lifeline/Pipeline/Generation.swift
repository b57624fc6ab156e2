import LifelineModel
import LifelineSource

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
    found.addUnusedSuppressions(findings: &findings)
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
