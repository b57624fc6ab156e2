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

private let options = ["--stdio", "--version", "--help", "-h"]

/// Writes a text, and ends the process.
private func finish(_ text: String, to descriptor: Int32, code: Int32) -> Never {
  try? FileSystem.writeAll(Array(text.utf8), to: descriptor)
  exit(code)
}

/// Reports wrong arguments, and ends the process.
private func refuse(_ message: String) -> Never {
  finish("error: \(message). See `lifeline-lsp --help`\n", to: 2, code: 64)
}

let arguments = CommandLine.arguments.dropFirst()
if let unknown = arguments.first(where: { !options.contains($0) }) {
  refuse("unknown argument `\(VisibleText.escaped(unknown))`; `lifeline-lsp` takes none but its options")
}
if arguments.count > 1 { refuse("`lifeline-lsp` takes at most one option, but there are \(arguments.count)") }
switch arguments.first {
case "--version": finish("\(toolVersion)\n", to: 1, code: 0)
case "--help", "-h": finish(help, to: 1, code: 0)
default:
  var server = ServerLoop(input: 0, output: 1, workingFolder: FileSystem.workingFolder())
  server.run()
}
