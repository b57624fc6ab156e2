import LifelineModel
import LifelineSource

extension GenerationJob {
  /// Returns the modules that the generated code of a machine needs for its parts, in order.
  func partModules(of machine: Machine, _ spec: LoadedSpec) -> [String] {
    let own = moduleFolders.module(of: spec.resolvedPath)
    var modules: [String] = []
    for part in machine.parts {
      guard let path = spec.partFiles[part.path]?.path, let module = moduleFolders.module(of: path), module != own,
        !modules.contains(module)
      else { continue }
      modules.append(module)
    }
    return modules
  }

  /// Returns a spec with the diagnostics of its parts.
  func addPartDiagnostics(to spec: VerifiedSpec) -> VerifiedSpec {
    guard let machine = spec.machine else { return spec }
    var spec = spec
    spec.partDiagnostics = diagnostics(ofPartsIn: machine, spec.compiled.spec)
    return spec
  }

  /// Returns the diagnostics of parts whose generated code a machine can't use, or whose changes nobody sees.
  private func diagnostics(ofPartsIn machine: Machine, _ spec: LoadedSpec) -> [Diagnostic] {
    guard outputFolders(of: spec).machines != nil else { return [] }
    let own = moduleFolders.module(of: spec.resolvedPath)
    let access = access(of: spec.settings.access)
    return machine.ownParts.compactMap { part in
      guard let file = spec.partFiles[part.path] else { return nil }
      let module = moduleFolders.module(of: file.path)
      let location = SourceLocation(path: machine.path, range: part.useRange)
      if !moduleFolders.isEmpty, module == nil {
        let message = """
          `\(part.path)` belongs to no target that this one depends on, so a change of it isn't seen; move the file, or \
          add the dependency
          """
        return Diagnostic(.unseenPart, message, at: location)
      }
      let isElsewhere = module != own
      let needed = isElsewhere && access == .internal ? AccessLevel.package : access
      let actual = self.access(of: file.access)
      guard actual.rank < needed.rank else { return nil }
      let reason =
        isElsewhere && access == .internal
        ? "belongs to the module `\(module ?? "")`" : "is used by a machine that is `\(access.rawValue)`"
      let message = """
        `\(part.machine.name)` is `\(actual.rawValue)`, but it \(reason); write `access: \(needed.rawValue)` into the \
        `lifeline.yaml` of `\(part.path)`
        """
      return Diagnostic(.partAccess, message, at: location)
    }
  }

  /// Returns the access level of generated code whose configuration sets `level`.
  private func access(of level: AccessLevel?) -> AccessLevel { access ?? level ?? .internal }
}

extension AccessLevel {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
