import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let noSpecs = DiagnosticKind(
    "L613", .error, "no specs",
    explanation: """
      No spec was found, so nothing was checked, and nobody should believe that it was. A folder is \
      searched, with all folders in it except hidden ones, for `.yaml` and `.yml` files with the key \
      `lifeline:` at their top level. Without a path, `Specs` is searched.

          $ lifeline check Sources
          $ lifeline check Sources/Player/Specs

      Name the folder or the file in which the specs are. A file that is named is always taken as a spec.
      """)

  static let configurationAsSpec = DiagnosticKind(
    "L614", .error, "configuration in place of a spec",
    explanation: """
      `lifeline.yaml` is the name of a folder's configuration, which says what specs are generated into, and \
      is found without being named.

          $ lifeline check Specs/lifeline.yaml
          $ lifeline check Specs

      Name the specs or their folder; a spec needs another file name.
      """)
}

/// The name of a folder's configuration.
let configurationName = "lifeline.yaml"

/// A spec as it was found.
struct SpecFile {
  /// Its path as the user gave it, or as it follows from the folder that the user gave.
  var path: String
  var bytes: [UInt8]
}

/// Looks for the specs that paths on the command line mean.
struct SpecDiscovery {
  private(set) var specs: [SpecFile] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The keys of the files found so far.
  private var seen: Set<String> = []
  /// The keys of the folders all of whose specs were looked for.
  private(set) var searchedFolders: Set<String> = []

  /// Finds the specs at `paths`, or in `Specs` if there is none, each once: in the order of the paths, and
  /// within a folder in the order of their names.
  init(paths: [String]) {
    if paths.isEmpty, !FileSystem.hasSomething(at: "Specs") {
      let message = "there is no folder `Specs` here: name the specs, or the folder that holds them"
      report(Refusal(.noSpecs, message, path: "Specs"))
      return
    }
    for path in paths.isEmpty ? ["Specs"] : paths {
      do throws(Refusal) {
        let status = try statusOfFile(at: path)
        if status.kind == .directory { searchFolder(path) } else { try addNamed(path, status) }
      } catch {
        report(error)
      }
    }
  }

  private mutating func report(_ refusal: Refusal) { diagnostics.append(refusal.diagnostic) }

  private mutating func addNamed(_ path: String, _ status: FileStatus) throws(Refusal) {
    guard Path.name(of: path) != configurationName else {
      throw Refusal(
        .configurationAsSpec, "`lifeline.yaml` is a folder's configuration: name the specs", path: path)
    }
    guard seen.insert(status.identity.key).inserted else { return }
    specs.append(SpecFile(path: path, bytes: try readFile(path)))
  }

  /// Adds the specs in a folder and in the folders in it. What links lead to twice is taken once.
  private mutating func searchFolder(_ folder: String) {
    let faults = diagnostics.count
    var hasSpecs = false
    var waiting = [folder]
    while let path = waiting.popLast() {
      do throws(Refusal) {
        switch try find(at: path) {
        case .folder(let paths): waiting += paths.reversed()
        case .spec(let bytes):
          hasSpecs = true
          if let bytes { specs.append(SpecFile(path: path, bytes: bytes)) }
        case .nothing: break
        }
      } catch {
        report(error)
      }
    }
    if !hasSpecs, diagnostics.count == faults {
      let message = "no `.yaml` or `.yml` file in this folder has the key `lifeline:` at its top level"
      report(Refusal(.noSpecs, message, path: folder))
    }
  }

  private enum Finding {
    case folder([String])
    case spec(bytes: [UInt8]?)
    case nothing
  }

  /// What there is for the search at a path. The bytes of a spec that was found before are left out.
  private mutating func find(at path: String) throws(Refusal) -> Finding {
    // A link that leads to nothing is only of interest if it looks like a spec.
    if !isYAML(path), (try? FileSystem.status(of: path)) == nil { return .nothing }
    let status = try statusOfFile(at: path)
    if status.kind == .directory {
      guard searchedFolders.insert(status.identity.key).inserted else { return .folder([]) }
      return .folder(try visiblePaths(in: path))
    }
    guard isYAML(path), Path.name(of: path) != configurationName, status.kind == .regular,
      let bytes = try readSpec(path, size: status.size)
    else { return .nothing }
    return .spec(bytes: seen.insert(status.identity.key).inserted ? bytes : nil)
  }
}

private func isYAML(_ path: String) -> Bool { ["yaml", "yml"].contains(Path.fileExtension(of: path)) }

/// The paths of what is in a folder and not hidden, in the order of the names.
func visiblePaths(in folder: String) throws(Refusal) -> [String] {
  do throws(SystemError) {
    let names = try FileSystem.names(in: folder).filter { $0.utf8.first != UInt8(ascii: ".") }
    return names.map { Path.join(folder, $0) }
  } catch {
    throw unreadable(folder, error)
  }
}

/// The bytes of the file at `path` if it is a spec.
private func readSpec(_ path: String, size: Int) throws(Refusal) -> [UInt8]? {
  if size > YAMLLimits.bytes {
    // Large files of another purpose are passed over; reading a spec says why it is refused.
    guard isSpec(try readFile(path, first: 1 << 16), path: path) else { return nil }
  }
  let bytes = try readFile(path)
  return isSpec(bytes, path: path) ? bytes : nil
}
