import Foundation

/// The codes of all kinds of findings that the sources in a folder of `Sources` declare, in order: those that a list
/// of the module's kinds must hold.
package func declaredCodes(inSourcesOf folder: String) throws -> [String] {
  let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources").appending(path: folder)
  let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
  var codes: [String] = []
  while let file = files?.nextObject() as? URL {
    guard file.pathExtension == "swift" else { continue }
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    codes += text.matches(of: /(?:DiagnosticKind|\.error|\.warning)\(\s*"(L[0-9]+)"/).map { String($0.1) }
  }
  return codes.sorted()
}
