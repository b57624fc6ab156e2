import LifelineLanguageServer
import LifelineSource
import LifelineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let help = """
  OVERVIEW: The language server of Lifeline: it tells an editor what is in a spec.

  The server speaks the language server protocol on standard input and output. An editor starts it; see
  docs/editors.md.

  USAGE: lifeline-lsp [--stdio]

  OPTIONS:
    --stdio       Accepted for editors that give it. There is no other way.
    --version     Print the version.
    -h, --help    Print this text.

  """

/// Writes a text, and ends the process.
private func finish(_ text: String, to descriptor: Int32, code: Int32) -> Never {
  try? FileSystem.writeAll(Array(text.utf8), to: descriptor)
  exit(code)
}

switch Array(CommandLine.arguments.dropFirst()) {
case [], ["--stdio"]:
  ServerLoop(input: 0, output: 1, workingFolder: (try? FileSystem.workingFolder()) ?? "/").run()
case ["--version"]: finish("\(toolVersion)\n", to: 1, code: 0)
case ["--help"], ["-h"]: finish(help, to: 1, code: 0)
case let arguments:
  let argument = VisibleText.escaped(arguments.first { !["--stdio", "--version", "--help", "-h"].contains($0) } ?? "")
  finish(
    "error: unknown argument `\(argument)`; `lifeline-lsp` takes none. See `lifeline-lsp --help`\n", to: 2, code: 64)
}
