import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineRewriting
import LifelineSource

extension DiagnosticKind {
  static let changedMeanwhile = DiagnosticKind(
    "L621", .error, "a file that has changed meanwhile",
    explanation: """
      Between the moment at which `lifeline check --accept` read the spec and the one at which it was to be written, \
      somebody else changed it. To write it would undo that change, so nothing was written. Run the command again:

          lifeline check --accept
      """)

  static let nobodyToAsk = DiagnosticKind(
    "L622", .error, "nobody to ask",
    explanation: """
      `lifeline check --accept` shows what it would change, and asks before it writes. Here standard input is no \
      terminal, so that there is nobody to ask, and nothing was written. Where it is to write without asking, say so:

          lifeline check --accept --yes
      """)
}

/// Specs whose failing scenarios can be rewritten.
struct Accepting {
  /// A spec with what accepting made of it.
  private struct Rewriting {
    var file: SpecFile
    var acceptance: Acceptance
  }

  private var rewritings: [Rewriting] = []
  /// The names of all scenarios of the specs.
  private let scenarios: Set<String>

  /// Accepts what machines do in the scenarios called `names`, or in all that fail if no name is given. Nothing is
  /// written yet.
  init(specsAt paths: [String], names: [String]) {
    let wanted = names.isEmpty ? nil : Set(names)
    // What cannot be read is reported by the check that follows.
    let results = concurrentMap(SpecDiscovery(paths: paths).specs) { file -> (Machine, Rewriting)? in
      guard let machine = file.read().machine else { return nil }
      let acceptance = Acceptance(of: file.bytes, path: file.path, machine: machine, scenarios: wanted)
      return (machine, Rewriting(file: file, acceptance: acceptance))
    }.compactMap(\.self)
    scenarios = Set(results.flatMap { $0.0.scenarios.map(\.name) })
    rewritings = results.map(\.1).filter { !$0.acceptance.accepted.isEmpty }
  }

  /// The first of `names` that no scenario has, with the nearest that one has.
  func unknown(among names: [String]) -> (name: String, near: String?)? {
    names.first { !scenarios.contains($0) }.map { ($0, nearestName(to: $0, among: scenarios.sorted())) }
  }

  /// How many files would be written.
  var count: Int { rewritings.count }

  /// What would change, file by file.
  var differences: [UnifiedDifference] {
    rewritings.map { rewriting in
      UnifiedDifference(
        from: String(decoding: rewriting.file.bytes, as: UTF8.self),
        to: String(decoding: rewriting.acceptance.bytes, as: UTF8.self), path: rewriting.file.path)
    }
  }

  /// Writes the files, or none of them; gives what was done, in words.
  func write(findings: inout Findings) -> [String] {
    let files = rewritings.map { rewriting in
      OutputFile(
        path: rewriting.file.path, bytes: rewriting.acceptance.bytes, original: rewriting.file.bytes)
    }
    let writer = OutputWriter(writing: files)
    findings.add(writer.diagnostics)
    return rewritings.filter { writer.written.contains($0.file.path) }.map { rewriting in
      let count = rewriting.acceptance.accepted.count
      return "rewrote \(count) scenario\(count == 1 ? "" : "s") of \(rewriting.file.path)"
    }
  }

  /// Says that nobody can be asked.
  func refuseToWrite(findings: inout Findings) {
    guard let first = rewritings.first else { return }
    let message = "nothing was rewritten, since there is no terminal to ask on; with `--yes` nobody is asked"
    findings.add(Refusal(.nobodyToAsk, message, path: first.file.path))
  }
}

/// Says why failing scenarios of the specs, as they are now, cannot be rewritten.
func addUnacceptable(specsAt paths: [String], names: [String], findings: inout Findings) {
  let wanted = names.isEmpty ? nil : Set(names)
  for file in SpecDiscovery(paths: paths).specs {
    let reading = file.read()
    guard let machine = reading.machine else { continue }
    let acceptance = Acceptance(of: file.bytes, path: file.path, machine: machine, scenarios: wanted)
    findings.add(acceptance.diagnostics, in: reading.source)
  }
}
