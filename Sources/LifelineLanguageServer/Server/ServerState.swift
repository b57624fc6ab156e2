import LifelineReporting
import LifelineSource
import LifelineWorkspace

/// Something that the server does, other than changing its own state.
package enum Effect {
  /// Sends a message to the client.
  case send(JSON)
  /// Shows a text as a document of its own.
  case show(String, number: Int)
  /// Starts a check, which replaces earlier ones of the same document.
  case check(CheckOrder)
  /// Explores the machine of a text that was checked, until a later check of the same document is ordered.
  case explore(CheckOutcome)
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
  /// Whether the client takes completions with places to fill in.
  var takesSnippets = false
  /// Whether the client asks for hints again if it's told to.
  var refreshesHints = false
  /// Whether the client asks for lenses again if it's told to.
  var refreshesLenses = false
  /// Whether the client shows a document if it's asked to.
  var showsDocuments = false
  var documents: OpenDocuments
  /// The number of checks that were ordered.
  var checkCount = 0
  /// The number of edits that the client was asked for.
  var editCount = 0
  /// The number of texts that the client was asked to show.
  var shownCount = 0

  package init(workingFolder: String) { documents = OpenDocuments(workingFolder: workingFolder) }

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
      return (.null, documents.uris.map { .abandon(uri: $0) })
    case (.running, "workspace/executeCommand"): return try execute(parameters)
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
    let completion = capabilities?["textDocument"]?["completion"]?["completionItem"]
    takesSnippets = completion?["snippetSupport"]?.flag ?? false
    refreshesHints = capabilities?["workspace"]?["inlayHint"]?["refreshSupport"]?.flag ?? false
    refreshesLenses = capabilities?["workspace"]?["codeLens"]?["refreshSupport"]?.flag ?? false
    showsDocuments = capabilities?["window"]?["showDocument"]?["support"]?.flag ?? false
    let workspaceFolders = parameters["workspaceFolders"]?.items?.compactMap { $0["uri"]?.string } ?? []
    let root = parameters["rootUri"]?.string.map { [$0] } ?? []
    documents.folders = (workspaceFolders.isEmpty ? root : workspaceFolders).compactMap(DocumentURI.path)
    let process = parameters["processId"]?.number
    let result: JSON = [
      "capabilities": Self.capabilities(encoding),
      "serverInfo": ["name": "lifeline-lsp", "version": .string(toolVersion)],
    ]
    return (result, process.map { [.follow(process: $0)] } ?? [])
  }

  private static func capabilities(_ encoding: PositionEncoding) -> JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 1, "save": ["includeText": false]],
      "completionProvider": [
        "triggerCharacters": .array([" ", ":", "[", "{", ",", "(", ".", "-"].map { .string($0) })
      ],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true, "documentSymbolProvider": true,
      "renameProvider": ["prepareProvider": true], "codeActionProvider": ["codeActionKinds": .array(["quickfix"])],
      "foldingRangeProvider": true, "documentHighlightProvider": true, "workspaceSymbolProvider": true,
      "inlayHintProvider": true, "documentFormattingProvider": true,
      "codeLensProvider": ["resolveProvider": false],
      "executeCommandProvider": ["commands": .array(ServerCommand.allCases.map { .string($0.rawValue) })],
      "documentLinkProvider": ["resolveProvider": false],
      "semanticTokensProvider": ["legend": tokenLegend, "full": true],
    ]
  }

  /// The request for news of specs and configurations that other programs change.
  private static var registrationOfFiles: JSON {
    let watchers: [JSON] = ["yaml", "yml"].map { ["globPattern": "**/*.\($0)"] }
    return .request(
      id: "files", "client/registerCapability",
      [
        "registrations": .array([
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(watchers)],
          ]
        ])
      ])
  }
}
