import LifelineScenarios
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
  /// The outcomes of this version's scenarios by their names, once they are known.
  var outcomes: [String: ScenarioOutcome] = [:]
  /// The findings of the last exploration, at its places in the version that was checked last.
  var exploration: LastExploration?
  /// Whether the client shows diagnostics of any version.
  var isPublished = false
  /// The paths of the files that parts used when the text was read last.
  var lastUsedPaths: Set<String> = []
  /// The number of the check whose outcome is awaited.
  var check: Int?
  /// The paths of files that have changed since that check was ordered.
  var changesDuringCheck: Set<String> = []

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
    diagnostics = nil
    outcomes = [:]
    forgetReadings()
  }

  /// Forgets what the text says, because that depends on other files. The client still shows the diagnostics.
  mutating func forgetReadings() {
    spec = nil
    recovered = nil
  }

  var text: EditorText { EditorText(path: path, bytes: bytes) }
}
