import LifelineDrawing
import LifelineReporting
import LifelineSimulation
import LifelineSource

/// A simulation with the lines that came in so far.
package struct SimulationConversation: Sendable {
  /// A piece of the output.
  package enum Output: Sendable {
    case line(String)
    case difference(UnifiedDifference)
    case diagnostic(Diagnostic)
  }

  private var simulation: Simulation
  private let isInteractive: Bool
  private var lineNumber = 0
  /// The number of the first line that was an error.
  private var firstError: Int?
  /// Whether the user has ended the simulation.
  package private(set) var isEnd = false

  /// Whether any line was an error.
  package var hasFailed: Bool { firstError != nil }

  /// Creates a conversation.
  /// - Parameter isInteractive: Whether a person sees each answer before writing the next line.
  package init(_ simulation: Simulation, isInteractive: Bool) {
    self.simulation = simulation
    self.isInteractive = isInteractive
  }

  /// Carries out a line, and returns what to show.
  package mutating func take(_ line: StandardInputLines.Line) -> [Output] {
    lineNumber += 1
    switch line {
    case .notUTF8:
      return refuse(SimulationMistake(.badLine, "this line isn't encoded in UTF-8"), "")
    case .tooLong:
      let limit = grouped(StandardInputLines.longestLine)
      return refuse(SimulationMistake(.badLine, "this line has more than \(limit) bytes"), "")
    case .text(let text): return take(text)
    }
  }

  private mutating func take(_ text: String) -> [Output] {
    let answer = simulation.answer(text)
    isEnd = answer.isEnd
    var output = answer.lines.map { Output.line($0) }
    if let mistake = answer.mistake { output += refuse(mistake, text) }
    if let name = answer.name { output += save(name, text) }
    if let picture = answer.picture { output += write(picture.lifeLine, to: picture.path, text) }
    return output
  }

  /// Writes a picture: an SVG if the file is named like one, and a text otherwise.
  private mutating func write(_ picture: LifeLine, to path: String, _ text: String) -> [Output] {
    if let refusal = DiagramFormat.refusal(forFile: path) { return refuse(SimulationMistake(.badLine, refusal), text) }
    let format = DiagramFormat.find(forFile: path) == .svg ? DiagramFormat.svg : .text
    let files = OutputWriter.write([GeneratedFile.make(for: picture, as: format, path: path, spec: simulation.path)])
    if !files.diagnostics.isEmpty { firstError = firstError ?? lineNumber }
    return files.diagnostics.map { .diagnostic($0) } + files.written.map { .line("wrote \($0)") }
      + files.unchanged.map { .line("unchanged \($0)") }
  }

  private mutating func save(_ name: String, _ text: String) -> [Output] {
    // Nobody has seen that the session isn't what was meant.
    if let firstError, !isInteractive {
      let message = "nothing is saved, because line \(firstError) was an error; correct it"
      return refuse(SimulationMistake(.scenarioNotAdded, message), text)
    }
    let saving = simulation.save(named: name)
    return (saving.mistake.map { refuse($0, text) } ?? []) + (saving.difference.map { [.difference($0)] } ?? [])
      + saving.lines.map { .line($0) }
  }

  private mutating func refuse(_ mistake: SimulationMistake, _ text: String) -> [Output] {
    firstError = firstError ?? lineNumber
    let columns = mistake.columns ?? 1..<1
    let range = SourceRange(
      SourcePosition(line: lineNumber, column: columns.lowerBound),
      SourcePosition(line: lineNumber, column: columns.upperBound))
    let location = SourceLocation(path: standardInputPath, range: range)
    var diagnostic = Diagnostic(mistake.kind, mistake.message, at: location)
    if !text.isEmpty, mistake.columns != nil {
      diagnostic.quotedLines = [.init(number: lineNumber, text: text)]
    }
    return [.diagnostic(diagnostic)]
  }
}
