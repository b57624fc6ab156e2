import ArgumentParser
import LifelineReporting
import LifelineSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The form of findings.
enum DiagnosticFormat: String, CaseIterable {
  case terminal
  case json
  case sarif
  case github
}

/// When to use colour.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never
}

/// Where a command's words go.
struct Console {
  private var format = DiagnosticFormat.terminal
  private var color = ColorChoice.auto
  private var isQuiet = false
  /// Why something that was to be written was not.
  private var loss: SystemError?

  /// A console as it is where no options say otherwise.
  init() {}

  init(options: some SharedOptions) {
    format = options.diagnostics ?? format
    color = options.color ?? color
    isQuiet = options.quiet
  }

  /// Writes what was found.
  mutating func show(_ findings: Findings) {
    switch format {
    case .terminal:
      let renderer = TerminalRenderer(colored: isColored(STDERR_FILENO))
      write(renderer.render(findings.diagnostics, sources: findings.sources), to: STDERR_FILENO)
      if findings.containErrors, !isQuiet { write(findings.diagnostics.summary + "\n", to: STDERR_FILENO) }
    case .json: write(JSONRenderer().render(findings.diagnostics), to: STDOUT_FILENO)
    case .sarif: write(SARIFRenderer().render(findings.diagnostics), to: STDOUT_FILENO)
    case .github: write(GitHubRenderer().render(findings.diagnostics), to: STDOUT_FILENO)
    }
  }

  /// Writes a line about what was done: to standard output, unless that is for programs to read.
  mutating func say(_ line: String) {
    guard !isQuiet else { return }
    write(VisibleText.escaped(line) + "\n", to: format == .terminal ? STDOUT_FILENO : STDERR_FILENO)
  }

  /// Writes what the command was asked for to standard output.
  mutating func answer(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes what would change in a file, in colours for a terminal.
  mutating func show(_ difference: UnifiedDifference) {
    let descriptor = format == .terminal ? STDOUT_FILENO : STDERR_FILENO
    let isColored = isColored(descriptor)
    var text = ""
    for line in difference.lines {
      // Tabs are part of the lines; what else is not plainly visible is shown as escapes.
      let shown = line.text.split(separator: "\t", omittingEmptySubsequences: false)
        .map { VisibleText.escaped(String($0)) }.joined(separator: "\t")
      text += (isColored ? line.colored(shown) : shown) + "\n"
    }
    write(text, to: descriptor)
  }

  /// Asks a question that is answered with yes or no; `nil` if there is no terminal to ask on.
  mutating func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    write(question, to: STDERR_FILENO)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// Ends the command if it failed, or if its words did not arrive.
  mutating func finish(failing: Bool) throws {
    if let loss, !loss.isNobodyReading {
      write("error: not all of the output could be written: \(loss.message)\n", to: STDERR_FILENO)
    }
    if failing || loss != nil { throw ExitCode(1) }
  }

  private func isColored(_ descriptor: Int32) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isatty(descriptor) == 1 && !isSet("NO_COLOR") && variable("TERM") != "dumb"
    }
  }

  private mutating func write(_ text: String, to descriptor: Int32) {
    guard !text.isEmpty else { return }
    do throws(SystemError) {
      try writeAll(ContiguousArray(text.utf8), to: descriptor)
    } catch {
      loss = loss ?? error
    }
  }

  private func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension UnifiedDifference.Line {
  /// The line in its colour.
  fileprivate func colored(_ text: String) -> String {
    let color: String? =
      switch self {
      case .file: "1"
      case .stretch: "36"
      case .old: "31"
      case .new: "32"
      case .same: nil
      }
    return color.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }
}
