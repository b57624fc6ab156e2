// The way of specs: from paths to machines, verdicts and files. Loading reads the disk, and `OutputWriter` resolves paths
// on it and writes to it; every step in between is a function from values to values.

extension GenerationJob {
  /// Checks the specs at `paths` and generates from them. If there's an error, nothing is written.
  package func run(paths: [String]) -> JobResult {
    var job = self
    job.moduleFolders = moduleFolders.map { $0.resolved() }
    return job.generate(paths: paths)
  }

  private func generate(paths: [String]) -> JobResult {
    let workspace = loadWorkspace(at: paths)
    let compiled = compile(workspace)
    let inputs = parallelMap(compiled.specs) { makeInput(from: verify($0, verification(of: $0)), in: workspace) }
    let generated = parallelMap(inputs) { generate(from: $0, with: workspace.templates(for: $0.findings.spec.spec)) }

    var diagnostics = collectDiagnostics(of: inputs.map(\.findings), in: compiled, isStrict: isStrict)
    diagnostics.add(missingFolders(of: workspace.specs))
    diagnostics.add(typesOfOneName(among: inputs))
    for spec in generated { diagnostics.add(spec.diagnostics) }
    let files = generated.flatMap(\.files)
    diagnostics.add(OutputWriter.filesOfOneTarget(files))
    let judged = paths.allSatisfy(FileSystem.isFolder) ? judgedFolders(of: workspace) : []
    var result =
      diagnostics.containsErrors
      ? JobResult(diagnostics: diagnostics)
      : carryOut(OutputPlan.make(for: files, leftOverIn: judged), diagnostics)
    let specs = inputs.map(\.result)
    result.members = { SpecResult.members(specs) }
    return result
  }
}

extension CheckJob {
  /// Checks the specs at `paths`, and writes a file about their coverage and pictures of counterexamples if the job asks for
  /// them.
  ///
  /// - Parameter rewrite: Rewrites scenarios before the specs are checked.
  package func run(
    paths: [String], rewriting rewrite: ([CompiledSpec]) throws -> AcceptanceResult
  ) rethrows -> JobResult {
    let workspace = loadWorkspace(at: paths)
    let compiled = compile(workspace)
    let rewritten = try rewrite(compiled.specs)
    let checked = parallelMap(rewritten.specs) { spec in
      var verified = verify(spec, verification(of: spec))
      let traces = checkTraces(of: verified, observing: verification.observeProgress)
      // An exploration may be large, and the other specs are still to be explored.
      verified.machine?.analysis.exploration = nil
      return (verified: verified, traces: traces)
    }
    let verified = checked.map(\.verified)

    var diagnostics = RunDiagnostics(isStrict: isStrict)
    diagnostics.add(rewritten.diagnostics)
    diagnostics.add(collectDiagnostics(of: verified.map(\.findings), in: compiled, isStrict: isStrict))
    for spec in verified { diagnostics.add(unmetThresholds(of: spec)) }
    let fixtures = checked.map(\.traces)
    for report in fixtures { diagnostics.add(report.diagnostics) }
    diagnostics.add(tracesThatNobodyChecks(for: verified, searched: workspace.searchedFolders))

    let pictures = pictureFiles(about: diagnostics.diagnostics)
    let written = OutputWriter.write(coverageFiles(about: verified) + pictures)
    diagnostics.add(written.diagnostics)
    let specs = verified.map(SpecResult.init)
    return JobResult(
      diagnostics: diagnostics,
      lines: summary(of: verified, written) + remark(onPictures: pictures, of: verified)
        + [FixtureReport.summary(of: fixtures)].compactMap(\.self),
      // Whoever agreed to the differences has seen them already, so they aren't among those of the result.
      members: {
        SpecResult.members(specs) + FixtureReport.members(about: fixtures)
          + ResultDocument.members(rewritten.differences)
      },
      files: FileOutcome.list(rewritten.written, .written) + written.outcomes)
  }
}
