import LifelineSource
import LifelineWorkspace

/// The texts that the client has opened. They use each other as parts, in place of the files on disk.
struct OpenDocuments {
  /// The folders that the editor has opened.
  var folders: [String] = []
  /// The folder in which the server was started.
  let workingFolder: String
  private var documents: [String: OpenDocument] = [:]

  init(workingFolder: String) { self.workingFolder = workingFolder }

  subscript(uri: String) -> OpenDocument? {
    get { documents[uri] }
    set { documents[uri] = newValue }
  }

  /// The addresses of the documents, in order.
  var uris: [String] { documents.keys.sorted() }

  /// The documents, in the order of their addresses.
  var all: [OpenDocument] { documents.values.sorted { $0.uri < $1.uri } }

  // MARK: Files

  /// Returns the address of the file that messages call `path`. A text that is on no disk is called by its address.
  func uri(ofPath path: String) -> String {
    if documents[path] != nil { return path }
    return documents.values.first { $0.path == path }?.uri ?? DocumentURI.uri(ofPath: path)
  }

  /// Returns the text at a path: the one that is open, or else the one on disk.
  func source(at path: String) -> SourceFile? {
    let document = documents.values.first { $0.path == path || $0.uri == path }
    guard let bytes = document?.bytes ?? readSpecText(path) else { return nil }
    return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Reading

  /// Returns the job that answers questions about a document.
  func job(for document: OpenDocument) -> EditorJob {
    let others = all.filter { $0.uri != document.uri && $0.path != nil }
    let folder = document.path.flatMap { path in folders.first { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") } }
    return EditorJob(
      document.text, name: document.uri, others: others.map(\.text), workingFolder: folder ?? workingFolder)
  }

  /// Returns what a document says, without its wrong lines. It's read once for each version.
  mutating func recoveredSpec(_ uri: String) -> EditedSpec? {
    guard let document = documents[uri], document.isSpec else { return nil }
    if let recovered = document.recovered { return recovered }
    if let spec = document.spec, spec.reading.document.root != nil { return spec }
    let recovered = job(for: document).readRecovering()
    documents[uri]?.recovered = recovered
    documents[uri]?.lastUsedPaths = Set(recovered.usedPaths)
    return recovered
  }

  /// Forgets what the documents say that use files which have changed.
  ///
  /// What uses a file isn't known before it was read. The check of such a document sees in the end whether it has to be
  /// made again, so that typing in one document doesn't keep the first check of each other from coming to an end.
  ///
  /// - Returns: The addresses of the documents, in order.
  mutating func forgetUsers(of paths: [String]) -> [String] {
    uris.filter { uri in
      let isUser = documents[uri]?.lastUsedPaths.isDisjoint(with: paths) == false
      if isUser {
        documents[uri]?.forgetReadings()
      } else if documents[uri]?.check != nil {
        documents[uri]?.changesDuringCheck.formUnion(paths)
      }
      return isUser
    }
  }
}
