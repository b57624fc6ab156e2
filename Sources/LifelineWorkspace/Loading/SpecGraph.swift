import LifelineLanguage
import LifelineSource
import LifelineYAML

/// Specs as trees, and the files that their parts use, directly or by way of others.
struct SpecGraph: Sendable {
  /// A use of a file by another.
  struct Use: Sendable {
    /// The path as the spec writes it.
    var path: String
    var range: SourceRange
    /// The path at which the file was looked for.
    var place: String
    /// The index of the used file, or the reason that it can't be read.
    var file: Result<Int, FileError>
  }

  struct File: Sendable {
    var path: String
    var document: YAMLDocument
    /// Whether the text is certainly that of a spec. Nothing is said about the content of another file, because a spec of
    /// somebody else may name any file of this computer.
    var isSpec: Bool
    /// Whether the user names the file, or has it open in an editor.
    var isNamed: Bool
    var uses: [Use] = []
  }

  /// The files: those that the user names, and then the others in the order in which they were found.
  var files: [File] = []

  /// The paths at which used files were looked for.
  var usedPlaces: [String] { files.flatMap(\.uses).map(\.place) }

  /// The indices of the specs that use others or are used.
  var connected: Set<Int> {
    Set(files.flatMap(\.uses).compactMap { try? $0.file.get() } + files.indices.filter { !files[$0].uses.isEmpty })
      .filter { files[$0].isSpec }
  }
}

extension SpecGraph {
  /// Reads the specs, each after those that it uses.
  /// - Parameter index: The spec of which also the names are recorded.
  /// - Returns: A result for each file; `nil` for one that isn't a spec.
  func read(recordingSymbolsOf index: Int? = nil) -> [SpecReading?] {
    var readings = [SpecReading?](repeating: nil, count: files.count)
    var outcomes: [Int: UsedSpec] = [:]
    let graph = UseGraph(used: files.map { $0.uses.compactMap { try? $0.file.get() }.filter { files[$0].isSpec } })
    for level in graph.levels() {
      var circles: [Int: UseCircle] = [:]
      let tasks = level.flatMap { usedSpecs(of: $0, in: graph, outcomes, &circles) }
      let results = parallelMap(tasks) { file, used in
        files[file].isSpec || files[file].isNamed
          ? SpecReader.read(files[file].document, using: used, recordingSymbols: file == index) : nil
      }
      for ((file, _), reading) in zip(tasks, results) {
        readings[file] = reading
        outcomes[file] = outcome(of: file, reading, circles[file])
      }
    }
    return readings
  }

  /// Returns what the files of a group can use.
  /// - Parameters:
  ///   - outcomes: The results for the files that the group uses.
  ///   - circles: Gets the circles that are reported, by the files that can't be read because of them.
  private func usedSpecs(
    of group: [Int], in graph: UseGraph, _ outcomes: [Int: UsedSpec], _ circles: inout [Int: UseCircle]
  ) -> [(file: Int, used: UsedSpecs)] {
    let members = Set(group)
    return group.map { index in
      var used: UsedSpecs = [:]
      for use in files[index].uses {
        switch use.file {
        case .failure(let error): used[use.path] = .refused("cannot be used: \(error.diagnostic.message)")
        case .success(let target) where !files[target].isSpec:
          used[use.path] = .refused(reasonForNoSpec(files[target].document))
        case .success(let target) where !members.contains(target): used[use.path] = outcomes[target]
        case .success(let target):
          // One file tells of a circle, the first: the others would only tell the same again.
          guard index == group.first, let way = graph.way(from: target, to: index, among: members) else {
            used[use.path] = .inReportedCircle
            continue
          }
          let circle = self.circle([index] + way)
          for member in group where circles[member] == nil { circles[member] = circle }
          used[use.path] = .refused("leads back to this file: \(circle.names)", notes: circle.notes)
        }
      }
      return (index, used)
    }
  }

  /// Returns what a spec is to those that use it.
  private func outcome(of file: Int, _ reading: SpecReading?, _ circle: UseCircle?) -> UsedSpec? {
    guard let reading else { return nil }
    if let machine = reading.machine { return .machine(machine) }
    let errors = reading.diagnostics.filter { $0.severity == .error }
    if errors.isEmpty, let circle {
      return .refused("cannot be read, because specs use each other in a circle: \(circle.names)", notes: circle.notes)
    }
    let count = errors.count == 1 ? "an error" : "\(errors.count) errors"
    return .refused(
      "has \(count), so this part cannot be read",
      notes: errors.prefix(1).map { .init("the first error is here: \($0.message)", at: $0.location) })
  }

  /// Returns a circle in words.
  /// - Parameter way: The files from one to itself.
  private func circle(_ way: [Int]) -> UseCircle {
    let shown = way.dropLast().prefix(UseCircle.limit)
    let hidden = way.count - 1 - shown.count
    var names = shown.map { "`\(Path.name(of: files[$0].path))`" }
    if hidden > 0 { names.append("… and \(grouped(hidden)) more") }
    names += way.suffix(1).map { "`\(Path.name(of: files[$0].path))`" }
    let notes = zip(shown.dropFirst(), way.dropFirst(2)).compactMap { user, used -> Diagnostic.Note? in
      let use = files[user].uses.first { (try? $0.file.get()) == used }
      return use.map {
        .init("`\($0.path)` is used here", at: SourceLocation(path: files[user].path, range: $0.range))
      }
    }
    return UseCircle(names: names.joined(separator: " → "), notes: notes)
  }
}

/// A circle of specs that use each other, in words.
private struct UseCircle {
  /// The greatest number of files that a message names.
  static let limit = 10

  /// The names of the files, of which the last is the first again.
  var names: String
  /// The places of the uses, besides the first.
  var notes: [Diagnostic.Note]
}
