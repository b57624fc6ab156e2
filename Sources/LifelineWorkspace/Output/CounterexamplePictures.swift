import LifelineDrawing
import LifelineSource

/// Returns the files with the pictures of diagnostics: an SVG and a text each, in the order of the diagnostics.
///
/// A name consists of those of the spec and of the mistake, so that it stays the same until the mistake is another one.
func drawCounterexamples(of diagnostics: [Diagnostic], into folder: String) -> [GeneratedFile] {
  var counts: [String: Int] = [:]
  return diagnostics.flatMap { diagnostic -> [GeneratedFile] in
    guard let picture = diagnostic.lifeLine else { return [] }
    let spec = diagnostic.location.path
    let name = "\(DiagramFormat.stem(ofSpec: spec))-\(diagnostic.kind.code)-\(words(of: picture.title))"
    // Some file systems don't distinguish upper and lower case.
    let count = counts[name.lowercased(), default: 0] + 1
    counts[name.lowercased()] = count
    let unique = count == 1 ? name : "\(name)-\(count)"
    return [DiagramFormat.svg, .text].map { format in
      GeneratedFile.make(for: picture, as: format, path: Path.join(folder, unique + format.ending), spec: spec)
    }
  }
}

extension GeneratedFile {
  /// Returns the file with a life line.
  static func make(for picture: LifeLine, as format: DiagramFormat, path: String, spec: String) -> GeneratedFile {
    let text = format == .svg ? picture.formatSVG() : picture.formatLines().map { $0 + "\n" }.joined()
    let heading = format.heading(forSpec: Path.name(of: spec))
    return GeneratedFile(path: path, bytes: Array((heading + text).utf8), spec: spec, marker: format.marker)
  }
}

/// The number of bytes of a title after which it isn't continued in the name of a file.
private let titleLimit = 60

/// Returns the words of a title with hyphens between them. Only letters and digits are left.
private func words(of title: String) -> String {
  var name = ""
  for word in title.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
    let longer = name.isEmpty ? String(word) : "\(name)-\(word)"
    name = longer
    if longer.utf8.count > titleLimit { break }
  }
  return name
}
