import ArgumentParser
import LifelineReporting
import LifelineSource
import LifelineWorkspace

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains diagnostics and how to resolve them.",
    discussion: """
      Every error and warning ends with its code, such as [L212]. Without a code, the command lists all diagnostics.

      EXAMPLES
        lifeline explain L212
        lifeline explain
      """)

  @Argument(help: ArgumentHelp("The codes of diagnostics.", valueName: "code"))
  var codes: [String] = []

  func run() throws {
    var console = Console()
    let kinds = DiagnosticKind.allKinds
    if codes.isEmpty {
      return try console.finish(
        answering: kinds.map { "\($0.code)  \($0.severity.rawValue)  \($0.title)\n" }.joined())
    }
    let pages = try codes.map { code in
      guard let kind = kinds.first(where: { $0.code == code.uppercased() }) else {
        let near = nearestName(to: code, among: kinds.map(\.code)).map { "; did you mean \($0)?" }
        throw ValidationError(
          "No diagnostic has the code '\(VisibleText.escaped(code))'\(near ?? "; 'lifeline explain' lists all codes.")")
      }
      return ExplanationPage(kind).render()
    }
    try console.finish(answering: pages.joined(separator: "\n"))
  }
}
