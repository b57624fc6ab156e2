import LifelineModel
import LifelineSource

extension GenerationJob {
  /// Returns the modules that the generated code of a machine needs for its parts, in order.
  func partModules(of machine: Machine, _ files: [String: PartFile]) -> [String] {
    var known = Set([files[machine.path].flatMap { moduleFolders.module(of: $0.path) }])
    return machine.parts.compactMap { part in
      let module = files[part.path].flatMap { moduleFolders.module(of: $0.path) }
      return module != nil && known.insert(module).inserted ? module : nil
    }
  }

  /// Returns the diagnostics of parts whose generated code a machine can't use, or whose changes nobody sees.
  func diagnoseParts(of machine: Machine, _ spec: LoadedSpec, _ files: [String: PartFile]) -> [Diagnostic] {
    guard outputFolders(of: spec).machines != nil else { return [] }
    let own = files[machine.path].flatMap { moduleFolders.module(of: $0.path) }
    let access = access(of: spec.settings.access)
    return machine.declared.parts.compactMap { part in
      guard let file = files[part.path] else { return nil }
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
}

extension AccessLevel {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
