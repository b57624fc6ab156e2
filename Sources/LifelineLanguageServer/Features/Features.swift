import LifelineReporting
import LifelineSource

extension ServerState {
  /// Answers a request about a document.
  mutating func answerFeature(_ method: String, _ parameters: JSON) throws(ResponseError) -> JSON {
    switch method {
    case "textDocument/completion": return try complete(parameters)
    case "textDocument/hover": return try context(parameters).flatMap { hover($0) } ?? .null
    case "textDocument/definition": return try context(parameters).map { definition($0) } ?? .null
    case "textDocument/references":
      let includesDeclaration = parameters["context"]?["includeDeclaration"]?.flag ?? true
      return try context(parameters).map { references($0, includingDeclaration: includesDeclaration) } ?? .null
    case "textDocument/prepareRename":
      guard let context = try context(parameters) else { return .null }
      return try prepareRename(context)
    case "textDocument/rename":
      guard let name = parameters["newName"]?.string else {
        throw ResponseError(.invalidParameters, "`newName` is missing")
      }
      guard let context = try context(parameters) else { return .null }
      return try rename(context, to: name)
    case "textDocument/documentSymbol": return try context(parameters).map { documentSymbols($0) } ?? .null
    case "textDocument/codeAction": return try context(parameters).map { codeActions($0, parameters) } ?? .null
    case "textDocument/formatting":
      guard let context = try context(parameters) else { return .null }
      return try format(context)
    case "textDocument/codeLens": return try context(parameters).map { codeLenses($0) } ?? .null
    case "textDocument/foldingRange": return try context(parameters).map { foldingRanges($0) } ?? .null
    case "textDocument/documentHighlight": return try context(parameters).map { highlights($0) } ?? .null
    case "textDocument/documentLink": return try context(parameters).map { documentLinks($0) } ?? .null
    case "textDocument/semanticTokens/full": return try context(parameters).map { semanticTokens($0) } ?? .null
    case "textDocument/inlayHint": return try context(parameters).map { inlayHints($0, parameters) } ?? .null
    case "workspace/symbol": return workspaceSymbols(parameters["query"]?.string ?? "")
    default: throw ResponseError(.methodNotFound, "the server has no method `\(VisibleText.escaped(method))`")
    }
  }
}
