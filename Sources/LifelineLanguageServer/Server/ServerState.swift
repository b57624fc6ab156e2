import LifelineReporting
import LifelineSource
import LifelineWorkspace

/// Something that the server does, other than changing its own state.
package enum Effect {
  /// Sends a message to the client.
  case send(JSON)
  /// Starts a check, which replaces earlier ones of the same document.
  case check(CheckOrder)
  /// Abandons the check of a document.
  case abandon(uri: String)
  /// Ends the process when the one with this number has ended.
  case follow(process: Int)
  /// Ends the process.
  case exit(code: Int32)
}

/// The state of a session with a client. Messages change it, and have effects.
package struct ServerState {
  /// The stages of a session.
  enum Stage { case new, running, shutDown }

  var stage = Stage.new
  var encoding = PositionEncoding.utf16
  /// Whether the client can show Markdown.
  var showsMarkdown = true
  /// Whether the client takes changes of several documents with their versions.
  var takesDocumentChanges = false
  /// Whether the client tells of files that change on the disk, if it's asked to.
  var watchesFiles = false
  /// The folders that the editor has opened.
  var folders: [String] = []
  /// The folder in which the server was started.
  let workingFolder: String
  var documents: [String: OpenDocument] = [:]

  package init(workingFolder: String) { self.workingFolder = workingFolder }

  // MARK: Messages

  /// Handles the bytes of a message.
  /// - Parameter isCancelled: Returns whether the client has cancelled the request with an ID.
  package mutating func handle(_ bytes: [UInt8], isCancelled: (JSON) -> Bool = { _ in false }) -> [Effect] {
    let value: JSON
    do {
      value = try JSON.parse(bytes)
    } catch {
      let reason = "this message is no JSON: after \(counted(error.offset, "byte")), \(error.reason.words)"
      return [.send(.response(to: .null, .failure(ResponseError(.parseError, reason))))]
    }
    guard let message = Message(value) else {
      let error = ResponseError(.invalidRequest, "this message is neither a request, a notification nor a response")
      return [.send(.response(to: .null, .failure(error)))]
    }
    switch message {
    case .response: return []
    case .notification(let method, let parameters): return handleNotification(method, parameters)
    case .request(let id, let method, let parameters):
      if isCancelled(id) {
        let error = ResponseError(.requestCancelled, "the request was cancelled")
        return [.send(.response(to: id, .failure(error)))]
      }
      do throws(ResponseError) {
        let (result, effects) = try answer(method, parameters)
        return [.send(.response(to: id, .success(result)))] + effects
      } catch {
        return [.send(.response(to: id, .failure(error)))]
      }
    }
  }

  private mutating func answer(_ method: String, _ parameters: JSON) throws(ResponseError) -> (JSON, [Effect]) {
    switch (stage, method) {
    case (.new, "initialize"): return initialize(parameters)
    case (.new, _): throw ResponseError(.notInitialized, "the first request is `initialize`")
    case (.shutDown, _): throw ResponseError(.invalidRequest, "the server is shut down and only waits for `exit`")
    case (.running, "initialize"): throw ResponseError(.invalidRequest, "the server is initialized already")
    case (.running, "shutdown"):
      stage = .shutDown
      return (.null, documents.keys.sorted().map { .abandon(uri: $0) })
    case (.running, _):
      return (try answerFeature(method, parameters), [])
    }
  }

  private mutating func handleNotification(_ method: String, _ parameters: JSON) -> [Effect] {
    if method == "exit" { return [.exit(code: stage == .shutDown ? 0 : 1)] }
    guard stage == .running else { return [] }
    switch method {
    case "initialized": return watchesFiles ? [.send(Self.registrationOfFiles)] : []
    case "workspace/didChangeWatchedFiles": return takeChangesOfFiles(parameters)
    case "textDocument/didOpen": return open(parameters)
    case "textDocument/didChange": return change(parameters)
    case "textDocument/didSave": return save(parameters)
    case "textDocument/didClose": return close(parameters)
    // The others say nothing that matters here. Those with `$/` are optional in any case.
    default: return []
    }
  }

  // MARK: Session

  private mutating func initialize(_ parameters: JSON) -> (JSON, [Effect]) {
    stage = .running
    let capabilities = parameters["capabilities"]
    let encodings = capabilities?["general"]?["positionEncodings"]?.items?.compactMap(\.string) ?? []
    encoding = encodings.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    let formats = capabilities?["textDocument"]?["hover"]?["contentFormat"]?.items?.compactMap(\.string)
    showsMarkdown = formats?.contains("markdown") ?? true
    takesDocumentChanges = capabilities?["workspace"]?["workspaceEdit"]?["documentChanges"]?.flag ?? false
    watchesFiles = capabilities?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.flag ?? false
    let workspaceFolders = parameters["workspaceFolders"]?.items?.compactMap { $0["uri"]?.string } ?? []
    let root = parameters["rootUri"]?.string.map { [$0] } ?? []
    folders = (workspaceFolders.isEmpty ? root : workspaceFolders).compactMap(DocumentURI.path)
    let process = parameters["processId"]?.number
    let result = JSON.object([
      ("capabilities", Self.capabilities(encoding)),
      ("serverInfo", .object([("name", .string("lifeline-lsp")), ("version", .string(toolVersion))])),
    ])
    return (result, process.map { [.follow(process: $0)] } ?? [])
  }

  private static func capabilities(_ encoding: PositionEncoding) -> JSON {
    .object([
      ("positionEncoding", .string(encoding.rawValue)),
      (
        "textDocumentSync",
        .object([
          ("openClose", .bool(true)), ("change", .number(1)), ("save", .object([("includeText", .bool(false))])),
        ])
      ),
      (
        "completionProvider",
        .object([("triggerCharacters", .array([" ", ":", "[", "{", ",", "(", ".", "-"].map { .string($0) }))])
      ),
      ("hoverProvider", .bool(true)), ("definitionProvider", .bool(true)), ("referencesProvider", .bool(true)),
      ("documentSymbolProvider", .bool(true)), ("renameProvider", .object([("prepareProvider", .bool(true))])),
      ("codeActionProvider", .object([("codeActionKinds", .array([.string("quickfix")]))])),
    ])
  }

  /// The request for news of specs and configurations that other programs change.
  private static var registrationOfFiles: JSON {
    let watchers = ["yaml", "yml"].map { JSON.object([("globPattern", .string("**/*.\($0)"))]) }
    return .request(
      id: "files", "client/registerCapability",
      .object([
        (
          "registrations",
          .array([
            .object([
              ("id", .string("files")), ("method", .string("workspace/didChangeWatchedFiles")),
              ("registerOptions", .object([("watchers", .array(watchers))])),
            ])
          ])
        )
      ]))
  }

  // MARK: Documents

  private mutating func open(_ parameters: JSON) -> [Effect] {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string else {
      return []
    }
    documents[uri] = OpenDocument(uri: uri, version: item["version"]?.number ?? 0, text: text)
    return checkAfterChange(of: uri)
  }

  private mutating func change(_ parameters: JSON) -> [Effect] {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let document = documents[uri],
      // The client sends whole texts, because it was told so.
      let text = parameters["contentChanges"]?.items?.last?["text"]?.string
    else { return [] }
    documents[uri]?.set(text, version: item["version"]?.number ?? document.version &+ 1)
    return checkAfterChange(of: uri)
  }

  private mutating func save(_ parameters: JSON) -> [Effect] {
    guard let uri = parameters["textDocument"]?["uri"]?.string else { return [] }
    if let path = DocumentURI.path(of: uri), isConfiguration(path) { return checkAgain { _ in true } }
    return check(uri, exploring: true)
  }

  private mutating func close(_ parameters: JSON) -> [Effect] {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let document = documents.removeValue(forKey: uri) else {
      return []
    }
    var effects: [Effect] = [.abandon(uri: uri)]
    if document.isPublished { effects.append(.send(Self.publication(uri, version: nil, []))) }
    return effects + checkUsers(of: document.path)
  }

  /// Takes the news of files on the disk. Of an open file, the text is what the client has said.
  private mutating func takeChangesOfFiles(_ parameters: JSON) -> [Effect] {
    let uris = parameters["changes"]?.items?.compactMap { $0["uri"]?.string } ?? []
    let paths = uris.filter { documents[$0] == nil }.compactMap(DocumentURI.path)
    return checkAgain { document in paths.contains { isConfiguration($0) || document.uses($0) } }
  }

  private mutating func checkAfterChange(of uri: String) -> [Effect] {
    check(uri, exploring: false) + checkUsers(of: documents[uri]?.path, except: uri)
  }

  /// Checks the documents again that use a file as a part.
  private mutating func checkUsers(of path: String?, except changed: String? = nil) -> [Effect] {
    guard let path else { return [] }
    return checkAgain { $0.uri != changed && $0.uses(path) }
  }

  /// Checks documents again that depend on what has changed elsewhere.
  private mutating func checkAgain(where depends: (OpenDocument) -> Bool) -> [Effect] {
    documents.values.filter(depends).map(\.uri).sorted().flatMap { uri in
      documents[uri]?.forgetReadings()
      return check(uri, exploring: false)
    }
  }

  private mutating func check(_ uri: String, exploring explores: Bool) -> [Effect] {
    guard var document = documents[uri] else { return [] }
    document.check += 1
    defer { documents[uri] = document }
    guard document.isSpec else {
      // A text that isn't a spec any more has no diagnostics.
      let isPublished = document.isPublished
      document.isPublished = false
      document.diagnostics = nil
      return [.abandon(uri: uri)]
        + (isPublished ? [.send(Self.publication(uri, version: document.version, []))] : [])
    }
    return [
      .check(
        CheckOrder(
          uri: uri, version: document.version, number: document.check, job: job(for: document), explores: explores,
          spec: document.spec))
    ]
  }

  /// Takes the result of a check.
  package mutating func take(_ outcome: CheckOutcome) -> [Effect] {
    guard stage == .running, var document = documents[outcome.uri], document.version == outcome.version,
      document.check == outcome.number
    else { return [] }
    document.spec = outcome.spec
    document.lastUsedPaths = outcome.spec.usedPaths
    document.diagnostics = outcome.diagnostics
    document.isPublished = true
    documents[outcome.uri] = document
    let translator = PositionTranslator(source: outcome.spec.reading.source, encoding: encoding)
    let diagnostics = outcome.diagnostics.map { json($0, translator) }
    return [.send(Self.publication(outcome.uri, version: outcome.version, diagnostics))]
  }

  private static func publication(_ uri: String, version: Int?, _ diagnostics: [JSON]) -> JSON {
    .notification(
      "textDocument/publishDiagnostics",
      .object(of: ["uri": .string(uri), "version": version.map { .number($0) }, "diagnostics": .array(diagnostics)]))
  }

  // MARK: Reading

  /// Returns the job that answers questions about a document.
  func job(for document: OpenDocument) -> EditorJob {
    let others = documents.values.filter { $0.uri != document.uri && $0.path != nil }.sorted { $0.uri < $1.uri }
    let folder = document.path.flatMap { path in folders.first { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") } }
    return EditorJob(
      document.text, name: document.uri, others: others.map(\.text), workingFolder: folder ?? workingFolder)
  }

  /// Returns what a document says, without its wrong lines. It's read once for each version.
  mutating func recoveredSpec(_ uri: String) -> EditedSpec? {
    guard let document = documents[uri], document.isSpec else { return nil }
    if let recovered = document.recovered { return recovered }
    if let spec = document.spec, spec.reading.document.root != nil { return spec }
    let recovered = job(for: document).read(recovering: true)
    documents[uri]?.recovered = recovered
    return recovered
  }
}

extension OpenDocument {
  /// Returns whether a part of the spec uses a file, as far as is known.
  fileprivate func uses(_ path: String) -> Bool { diagnostics == nil || lastUsedPaths.contains(path) }
}

/// Returns whether a file is a configuration, the suppressions of which concern every spec of its folder.
private func isConfiguration(_ path: String) -> Bool { path.hasSuffix("/lifeline.yaml") }
