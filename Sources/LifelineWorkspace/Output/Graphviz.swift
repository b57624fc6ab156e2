import LifelineSource

/// Returns the picture that Graphviz draws of a text in DOT, as the element `svg`.
///
/// - Parameters:
///   - path: The path of the spec, for messages.
///   - command: The command of Graphviz, or the path of a program that stands for it.
///   - limit: The time after which it is ended. It draws most machines in a second, but some flat ones with 1,000 states not even
///     in minutes.
func drawWithGraphviz(
  _ text: String, ofSpec path: String, by command: String = "dot", limit: Duration = .seconds(60)
) throws(FileError) -> String {
  let program: ProgramOutput
  do throws(SystemError) {
    program = try FileSystem.run(command, ["-Tsvg"], input: Array(text.utf8), limit: limit)
  } catch {
    guard error.isMissing else {
      throw FileError(.graphviz, "Graphviz, which draws SVG, can't be run: \(error.message)", path: path)
    }
    throw FileError(
      .graphviz,
      """
      SVG is drawn by Graphviz, whose command `dot` isn't installed here; install it with `apt-get install graphviz` \
      (Debian, Ubuntu) or `brew install graphviz` (Homebrew), or use `--format dot` or `--format mermaid`
      """, path: path)
  }
  guard !program.isOutOfTime else {
    throw FileError(
      .graphviz,
      """
      Graphviz hasn't drawn the diagram within \(counted(Int(limit.components.seconds), "second")), and was ended: the machine is \
      too large for its command `dot`; write the text with `--format dot`, and draw it with the command `sfdp -Tsvg`, which is faster \
      and draws no boxes around states, or draw a spec with fewer states
      """, path: path)
  }
  let output = String(decoding: program.output, as: UTF8.self)
  guard program.hasSucceeded, let start = output.firstRange(of: "<svg"),
    let end = output[start.upperBound...].firstIndex(of: ">")
  else {
    let reason = String(decoding: program.errors, as: UTF8.self).split(separator: "\n").first.map { ": \($0)" }
    throw FileError(.graphviz, "Graphviz can't draw the diagram\(reason ?? "")", path: path)
  }
  // The declaration in front of the element says nothing that isn't so without it.
  var picture = output[start.lowerBound...]
  picture.insert(contentsOf: "\n" + darkStyle, at: output.index(after: end))
  while picture.last?.isNewline == true { picture.removeLast() }
  return String(picture)
}

/// The style that exchanges black and white where the reader prefers dark pages.
private let darkStyle = """
  <style>
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    path, polygon, ellipse, polyline { stroke: #8b949e }
    .graph > polygon { fill: #0d1117; stroke: none }
    [fill="black"] { fill: #8b949e }
  }
  </style>
  """
