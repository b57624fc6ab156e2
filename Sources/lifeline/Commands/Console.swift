import ArgumentParser
import LifelineDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command's words go.
struct Console {
  private let options: OutputOptions
  /// Whether something that was to be written was not.
  private var hasLostText = false

  init(options: OutputOptions) { self.options = options }

  /// Writes what was found.
  mutating func show(_ findings: Findings) {
    switch options.diagnostics {
    case .terminal:
      let renderer = TerminalRenderer(colored: isColored)
      write(renderer.render(findings.diagnostics, sources: findings.sources), to: STDERR_FILENO)
      if findings.containErrors, !options.quiet { write(findings.diagnostics.summary + "\n", to: STDERR_FILENO) }
    case .json:
      write(JSONRenderer().render(findings.diagnostics), to: STDOUT_FILENO)
    }
  }

  /// Writes a line about what was done: to standard output, unless that is for programs to read.
  mutating func say(_ line: String) {
    guard !options.quiet else { return }
    write(VisibleText.escaped(line) + "\n", to: options.diagnostics == .json ? STDERR_FILENO : STDOUT_FILENO)
  }

  /// Ends the command if it failed, or if its words did not arrive.
  func finish(failing: Bool) throws {
    if failing || hasLostText { throw ExitCode(1) }
  }

  private var isColored: Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto: isatty(STDERR_FILENO) == 1 && !isSet("NO_COLOR") && variable("TERM") != "dumb"
    }
  }

  private mutating func write(_ text: String, to descriptor: Int32) {
    guard !text.isEmpty else { return }
    do throws(SystemError) {
      try writeAll(ContiguousArray(text.utf8), to: descriptor)
    } catch {
      hasLostText = true
    }
  }

  private func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
