import LifelineSource
import LifelineWorkspace

/// A text that the client has opened.
struct OpenDocument: Sendable {
  let uri: String
  /// The absolute path of the file; `nil` for a text that is on no disk.
  let path: String?
  var version: Int
  var bytes: [UInt8]
  /// Whether the text is a spec.
  var isSpec: Bool
  /// The result of reading this version, once there is one.
  var spec: EditedSpec?
  /// The result of reading this version without its wrong lines, once there is one.
  var recovered: EditedSpec?
  /// The diagnostics of this version, once there are any.
  var diagnostics: [Diagnostic]?
  /// Whether the client shows diagnostics of any version.
  var isPublished = false
  /// The paths of the files that parts used when the text was read last.
  var lastUsedPaths: [String] = []
  /// The number of the latest check.
  var check = 0

  init(uri: String, version: Int, text: String) {
    self.uri = uri
    path = DocumentURI.path(of: uri)
    self.version = version
    bytes = []
    isSpec = false
    set(text, version: version)
  }

  /// Replaces the text with another version.
  mutating func set(_ text: String, version: Int) {
    self.version = version
    // A byte order mark isn't part of the text.
    bytes = Array((text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text).utf8)
    isSpec = EditorText(path: path, bytes: bytes).isSpec
    forgetReadings()
  }

  /// Forgets what is known about the text, because it depends on others.
  mutating func forgetReadings() {
    spec = nil
    recovered = nil
    diagnostics = nil
  }

  var text: EditorText { EditorText(path: path, bytes: bytes) }
}
