import LifelineAnalysis
import LifelineGeneration
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineSource

/// A spec with everything that generation needs.
struct GenerationInput: Sendable {
  /// The findings of the checks and those about what is generated.
  let findings: SpecFindings
  /// The results of the checks.
  let result: SpecResult
  /// The machine; `nil` if the spec couldn't be read.
  let machine: GeneratedMachine?
}

/// A machine with what is generated beside it.
struct GeneratedMachine: Sendable {
  let prepared: PreparedMachine
  /// The table of the monitor; `nil` to generate none.
  let monitor: MonitorTable?
  /// The derived tests, if tests are generated and the configuration asks for derived ones.
  let derived: DerivedTests?
  let options: GenerationOptions
  let folders: OutputFolders
}

extension GenerationJob {
  /// Returns what generation needs of a spec, with the diagnostics about its tests, its monitor and its parts.
  func makeInput(from spec: VerifiedSpec, in workspace: Workspace) -> GenerationInput {
    let result = SpecResult(of: spec)
    guard let verified = spec.machine else {
      return GenerationInput(findings: spec.findings, result: result, machine: nil)
    }
    let (loaded, prepared) = (spec.compiled.spec, verified.prepared)
    let machine = prepared.machine
    var findings = spec.findings
    let derived = deriveTests(for: verified, of: loaded)
    if let derived {
      findings.checkedCodes?.insert(DiagnosticKind.notDerived.code)
      findings.diagnostics += derived.gaps.map { gap in
        Diagnostic(.notDerived, gap.message, at: SourceLocation(path: loaded.file.path, range: gap.range))
      }
    }
    let needsMonitor = makesMonitor(for: loaded) && !findings.diagnostics.containsErrors
    let monitor: (table: MonitorTable?, errors: [Diagnostic]) =
      needsMonitor ? makeMonitor(for: machine, knowing: verified.analysis.exploration) : (nil, [])
    findings.diagnostics += diagnoseParts(of: machine, loaded, workspace.partFiles) + monitor.errors
    return GenerationInput(
      findings: findings, result: result,
      machine: GeneratedMachine(
        prepared: prepared, monitor: monitor.table, derived: derived,
        options: options(for: machine, of: loaded, workspace.partFiles), folders: outputFolders(of: loaded)))
  }

  private func options(
    for machine: Machine, of spec: LoadedSpec, _ partFiles: [String: PartFile]
  ) -> GenerationOptions {
    let settings = spec.settings
    let module = module ?? settings.module
    return GenerationOptions(
      access: access(of: settings.access), module: module?.isEmpty == true ? nil : module,
      framework: settings.tests.framework, subject: settings.tests.subject(of: machine.name),
      hasManualClock: settings.tests.hasManualClock,
      object: settings.object ?? (object ? .plain : nil), isolation: settings.isolation,
      citations: settings.citations,
      imports: partModules(of: machine, partFiles), specName: Path.name(of: spec.file.path),
      specPath: spec.location.relativePath)
  }

  /// Returns the access level of generated code whose configuration sets `level`.
  func access(of level: AccessLevel?) -> AccessLevel { access ?? level ?? .internal }
}

// MARK: - Derived tests

extension GenerationJob {
  /// Returns which tests are derived for the machine of a spec; `nil` for none.
  func derivationExtent(for spec: LoadedSpec) -> DerivationExtent? {
    guard outputFolders(of: spec).tests != nil else { return nil }
    return switch spec.settings.tests.derivation {
    case .none: nil
    case .transitions: .transitions
    case .pairs: .pairs
    }
  }

  /// Returns the derived tests that the configuration of a spec asks for; `nil` for none.
  private func deriveTests(for verified: VerifiedMachine, of spec: LoadedSpec) -> DerivedTests? {
    guard let extent = derivationExtent(for: spec), verified.prepared.errors.isEmpty else { return nil }
    return LifelineAnalysis.deriveTests(
      for: MachineIndex.build(for: verified.prepared.machine), extent: extent, knowing: verified.analysis.exploration)
  }
}
