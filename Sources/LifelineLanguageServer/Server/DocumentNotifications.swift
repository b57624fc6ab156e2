import LifelineReporting
import LifelineSource
import LifelineWorkspace

/// The notifications about documents and files, and the checks that they lead to.
extension ServerState {
  mutating func open(_ parameters: JSON) -> [Effect] {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string else {
      return []
    }
    documents[uri] = OpenDocument(uri: uri, version: item["version"]?.number ?? 0, text: text)
    return checkAfterChange(of: uri)
  }

  mutating func change(_ parameters: JSON) -> [Effect] {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let document = documents[uri],
      // The client sends whole texts, because it was told so.
      let text = parameters["contentChanges"]?.items?.last?["text"]?.string
    else { return [] }
    documents[uri]?.set(text, version: item["version"]?.number ?? document.version &+ 1)
    return checkAfterChange(of: uri)
  }

  mutating func save(_ parameters: JSON) -> [Effect] {
    guard let uri = parameters["textDocument"]?["uri"]?.string else { return [] }
    if let path = DocumentURI.path(of: uri), isConfiguration(path) { return checkAgain(documents.uris) }
    // Not every client tells of the files on the disk that parts use.
    documents[uri]?.forgetReadings()
    return check(uri, exploring: true)
  }

  mutating func close(_ parameters: JSON) -> [Effect] {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let document = documents[uri] else { return [] }
    documents[uri] = nil
    var effects: [Effect] = [.abandon(uri: uri)]
    if document.isPublished { effects.append(.send(publication(uri, version: nil, []))) }
    return effects + checkAgain(documents.forgetUsers(of: [document.path].compactMap(\.self)))
  }

  /// Takes the news of files on the disk. Of an open file, the text is what the client has said.
  mutating func takeChangesOfFiles(_ parameters: JSON) -> [Effect] {
    let uris = parameters["changes"]?.items?.compactMap { $0["uri"]?.string } ?? []
    let paths = uris.filter { documents[$0] == nil }.compactMap(DocumentURI.path)
    return checkAgain(paths.contains(where: isConfiguration) ? documents.uris : documents.forgetUsers(of: paths))
  }

  // MARK: Checks

  private mutating func checkAfterChange(of uri: String) -> [Effect] {
    let users = documents.forgetUsers(of: [documents[uri]?.path].compactMap(\.self))
    return check(uri, exploring: false) + checkAgain(users.filter { $0 != uri })
  }

  /// Checks documents again that depend on what has changed elsewhere.
  private mutating func checkAgain(_ uris: [String]) -> [Effect] {
    uris.flatMap { uri in
      documents[uri]?.forgetReadings()
      return check(uri, exploring: false)
    }
  }

  private mutating func check(_ uri: String, exploring explores: Bool) -> [Effect] {
    guard var document = documents[uri] else { return [] }
    defer { documents[uri] = document }
    document.changesDuringCheck = []
    guard document.isSpec else {
      // A text that isn't a spec any more has no diagnostics.
      let isPublished = document.isPublished
      document.isPublished = false
      document.check = nil
      document.exploration = nil
      return [.abandon(uri: uri)] + (isPublished ? [.send(publication(uri, version: document.version, []))] : [])
    }
    // No number returns, so that the outcome of a check never counts for another that looks the same.
    checkCount += 1
    document.check = checkCount
    return [
      .check(
        CheckOrder(
          uri: uri, number: checkCount, job: documents.job(for: document), explores: explores,
          lastExploration: document.exploration))
    ]
  }

  /// Takes the result of a check.
  package mutating func take(_ outcome: CheckOutcome) -> [Effect] {
    let order = outcome.order
    guard stage == .running, var document = documents[order.uri], document.check == order.number else { return [] }
    document.lastUsedPaths = Set(outcome.spec.usedPaths)
    if !document.lastUsedPaths.isDisjoint(with: document.changesDuringCheck) {
      document.forgetReadings()
      documents[order.uri] = document
      return check(order.uri, exploring: order.explores)
    }
    document.check = nil
    document.spec = outcome.spec
    document.diagnostics = outcome.diagnostics
    document.exploration = outcome.exploration
    document.isPublished = true
    documents[order.uri] = document
    let translator = PositionTranslator(source: outcome.spec.reading.source, encoding: encoding)
    let diagnostics = outcome.diagnostics.map { json($0, translator) }
    return [.send(publication(order.uri, version: document.version, diagnostics))]
  }

  private func publication(_ uri: String, version: Int?, _ diagnostics: [JSON]) -> JSON {
    .notification(
      "textDocument/publishDiagnostics",
      ["uri": .string(uri), "version": version.map { .number($0) }, "diagnostics": .array(diagnostics)])
  }
}

/// Returns whether a file is a configuration, the suppressions of which concern every spec of its folder.
private func isConfiguration(_ path: String) -> Bool { path.hasSuffix("/lifeline.yaml") }
