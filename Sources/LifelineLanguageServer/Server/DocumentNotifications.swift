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
    // Not every client tells of the files on the disk that parts use. The check of what uses none goes on.
    guard let document = documents[uri], !document.lastUsedPaths.isEmpty else { return [] }
    documents[uri]?.forgetReadings()
    return check(uri)
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
    return check(uri) + checkAgain(users.filter { $0 != uri })
  }

  /// Checks documents again that depend on what has changed elsewhere.
  private mutating func checkAgain(_ uris: [String]) -> [Effect] {
    uris.flatMap { uri in
      documents[uri]?.forgetReadings()
      return check(uri)
    }
  }

  private mutating func check(_ uri: String) -> [Effect] {
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
          uri: uri, number: checkCount, job: documents.job(for: document), lastExploration: document.exploration))
    ]
  }

  /// Takes the result of a check. The machine is explored after the client has been told what else there is to say.
  package mutating func take(_ outcome: CheckOutcome) -> [Effect] {
    let (order, check) = (outcome.order, outcome.check)
    guard stage == .running, var document = documents[order.uri], document.check == order.number else { return [] }
    document.lastUsedPaths = Set(check.spec.usedPaths)
    if !document.lastUsedPaths.isDisjoint(with: document.changesDuringCheck) {
      document.forgetReadings()
      documents[order.uri] = document
      return self.check(order.uri)
    }
    let isNews = !outcome.isExplored || document.diagnostics != check.diagnostics
    let isExplored = outcome.isExplored || check.spec.reading.machine == nil
    if isExplored { document.check = nil }
    document.spec = check.spec
    document.diagnostics = check.diagnostics
    document.outcomes = check.outcomes
    document.exploration = check.exploration
    document.isPublished = true
    documents[order.uri] = document
    let translator = PositionTranslator(source: check.spec.reading.source, encoding: encoding)
    let diagnostics = check.diagnostics.map { json($0, translator) }
    return (isNews ? [.send(publication(order.uri, version: document.version, diagnostics))] : [])
      + refreshOfLenses(after: order.number, isExplored: outcome.isExplored)
      + (isExplored ? refreshOfHints(after: order.number) : [.explore(outcome)])
  }

  private func publication(_ uri: String, version: Int?, _ diagnostics: [JSON]) -> JSON {
    .notification(
      "textDocument/publishDiagnostics",
      ["uri": .string(uri), "version": version.map { .number($0) }, "diagnostics": .array(diagnostics)])
  }
}

/// Returns whether a file is a configuration, the suppressions of which concern every spec of its folder.
private func isConfiguration(_ path: String) -> Bool { path.hasSuffix("/lifeline.yaml") }
