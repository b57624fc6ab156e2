import ArgumentParser
import LifelineReporting
import LifelineSource
import LifelineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The formats of everything that a command writes.
enum OutputFormat: String, CaseIterable {
  case text
  case json
}

/// The formats of diagnostics.
enum DiagnosticFormat: String, CaseIterable {
  case terminal
  case sarif
  case github
  case gitlab
}

/// The choices of when to use color.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never
}

/// The terminal or the files that a command writes to.
struct Console {
  private var format = DiagnosticFormat.terminal
  /// The name of the command, if it writes one JSON document.
  private var documented: String?
  private var color = ColorChoice.auto
  private var isQuiet = false
  /// The first error in writing output.
  private var writeError: SystemError?

  /// Creates a console for people.
  init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

  init(color: ColorChoice) { self.color = color }

  /// Creates a console that writes one JSON document about the results of a command.
  init(documenting command: String) { documented = command }

  init(options: OutputOptions, of command: String) {
    format = options.diagnostics
    documented = options.format == .json ? command : nil
    color = options.appearance.color
    isQuiet = options.quiet
  }

  /// Writes diagnostics.
  mutating func show(_ collector: RunDiagnostics) {
    let diagnostics = collector.diagnostics
    switch format {
    case .terminal:
      let renderer = TerminalRenderer(colored: isColored(STDERR_FILENO))
      write(renderer.render(diagnostics, sources: collector.sources), to: STDERR_FILENO)
      if collector.containsErrors, !isQuiet { write(diagnostics.summary + "\n", to: STDERR_FILENO) }
    case .sarif: write(SARIFRenderer().render(diagnostics), to: STDOUT_FILENO)
    case .github:
      let renderer = GitHubRenderer(roots: roots(in: "GITHUB_WORKSPACE"), workingFolder: workingFolder)
      write(renderer.render(diagnostics), to: STDOUT_FILENO)
    case .gitlab:
      let renderer = GitLabRenderer(roots: roots(in: "CI_PROJECT_DIR"), workingFolder: workingFolder)
      write(renderer.render(diagnostics), to: STDOUT_FILENO)
    }
  }

  /// Writes the results of a job.
  mutating func show(_ result: JobResult) {
    if let documented {
      write(ResultDocument.text(of: result, command: documented, includesSummary: !isQuiet), to: STDOUT_FILENO)
      return
    }
    show(result.diagnostics)
    for difference in result.differences { show(difference) }
    if let output = result.output {
      write(output, to: STDOUT_FILENO)
    } else if let answer = result.answer {
      // It stands alone on standard output, even if it is empty.
      write(plain(answer.map { $0 + "\n" }.joined()), to: STDOUT_FILENO)
    } else {
      for line in result.lines { say(line) }
    }
  }

  /// Writes the results of a job, and ends the command with an exit code that tells whether the job failed.
  mutating func finish(with result: JobResult) throws {
    show(result)
    try finish(failing: result.isFailing)
  }

  /// Writes a diagnostic to standard error.
  /// - Parameter showsPlace: Whether it says where the mistake is. A person who has just typed it sees that.
  mutating func show(_ diagnostic: Diagnostic, showsPlace: Bool) {
    let renderer = TerminalRenderer(colored: isColored(STDERR_FILENO))
    let text = showsPlace ? renderer.render([diagnostic], sources: [:]) : renderer.renderMessage(of: diagnostic)
    write(text, to: STDERR_FILENO)
  }

  /// Whether standard input and standard output are a terminal.
  var readsTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether the results are one JSON document.
  var writesDocument: Bool { documented != nil }

  /// Whether output was lost, as when its reader has gone.
  var hasLostOutput: Bool { writeError != nil }

  /// Writes a prompt to standard output.
  mutating func prompt(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes a line about the results: to standard output, unless that is for programs.
  mutating func say(_ line: String) {
    guard !isQuiet, documented == nil else { return }
    write(plain(VisibleText.escaped(line)) + "\n", to: format == .terminal ? STDOUT_FILENO : STDERR_FILENO)
  }

  /// Writes the JSON document about an invalid command line.
  mutating func show(usageError message: String) {
    guard let documented else { return }
    write(ResultDocument.text(ofUsageError: message, command: documented), to: STDOUT_FILENO)
  }

  /// Writes a text about an invalid command line to standard error.
  mutating func fail(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Writes the changes of a file, in colors for a terminal.
  mutating func show(_ difference: UnifiedDifference) {
    let descriptor = format == .terminal && documented == nil ? STDOUT_FILENO : STDERR_FILENO
    let isColored = isColored(descriptor)
    var text = ""
    for line in difference.lines {
      // Tabs belong to the lines; other invisible characters are shown as escapes.
      let shown = line.text.split(separator: "\t", omittingEmptySubsequences: false)
        .map { VisibleText.escaped(String($0)) }.joined(separator: "\t")
      text += (isColored ? line.colored(shown) : shown) + "\n"
    }
    write(plain(text), to: descriptor)
  }

  /// Returns text that stands beside diagnostics, without anything that GitHub would take for a command.
  private func plain(_ text: String) -> String { format == .github ? GitHubRenderer.withoutCommands(text) : text }

  /// A line that shows the progress of the command, if people read its messages on a terminal.
  var progress: ProgressLine? {
    guard format == .terminal, documented == nil, !isQuiet, isatty(STDERR_FILENO) == 1, variable("TERM") != "dumb"
    else { return nil }
    return ProgressLine { text in try? FileSystem.writeAll(Array(text.utf8), to: STDERR_FILENO) }
  }

  /// Asks a question that is answered with yes or no.
  /// - Returns: Whether the answer is yes; `nil` if standard input isn't a terminal.
  mutating func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    write(question, to: STDERR_FILENO)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// Ends the command with the exit code of an error if it failed or if output was lost.
  mutating func finish(failing: Bool) throws {
    if let writeError, !writeError.isBrokenPipe {
      write("error: some of the output couldn't be written: \(writeError.message)\n", to: STDERR_FILENO)
    }
    if failing || writeError != nil { throw ExitCode(1) }
  }

  /// Writes the answer to the user's question to standard output, and ends the command.
  mutating func finish(answering text: String) throws {
    write(plain(text), to: STDOUT_FILENO)
    try finish(failing: false)
  }

  private var workingFolder: String { FileSystem.workingFolder() }

  /// Returns the paths of the repository that a service has checked out, of which a variable has one. None means the
  /// working folder.
  private func roots(in variable: String) -> [String] {
    // Paths may lead to the repository through links or directly.
    let names = isSet(variable) ? self.variable(variable).map { [$0] } ?? [] : []
    return names + names.compactMap { try? FileSystem.resolve($0) }
  }

  private func isColored(_ descriptor: Int32) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isatty(descriptor) == 1 && !isSet("NO_COLOR") && variable("TERM") != "dumb"
    }
  }

  private mutating func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  private mutating func write(_ bytes: [UInt8], to descriptor: Int32) {
    guard !bytes.isEmpty else { return }
    do throws(SystemError) {
      try FileSystem.writeAll(bytes, to: descriptor)
    } catch {
      writeError = writeError ?? error
    }
  }

  private func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension UnifiedDifference.Line {
  /// Returns `text`, which shows the line, in the line's color.
  fileprivate func colored(_ text: String) -> String {
    let color: String? =
      switch self {
      case .file: "1"
      case .hunk: "36"
      case .old: "31"
      case .new: "32"
      case .same, .omission: nil
      }
    return color.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }
}
