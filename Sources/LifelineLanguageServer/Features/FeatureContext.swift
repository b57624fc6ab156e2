import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineSource
import LifelineWorkspace

/// A spec that a request asks about, and the position in it.
struct FeatureContext {
  let document: OpenDocument
  let spec: EditedSpec
  let translator: PositionTranslator
  let position: SourcePosition

  var source: SourceFile { translator.source }
  var symbols: SymbolIndex? { spec.reading.symbols }
  /// The path of the spec in messages and locations.
  var path: String { source.path }

  /// The names at the position.
  var occurrences: [SymbolOccurrence] { symbols?.occurrences(at: position) ?? [] }
}

extension ServerState {
  /// Returns the address of the document that a request asks about.
  func documentURI(_ parameters: JSON) throws(ResponseError) -> String {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw ResponseError(.invalidParameters, "`textDocument.uri` is missing")
    }
    return uri
  }

  /// Returns the spec that a request asks about, or `nil` if the document isn't a spec.
  mutating func context(_ parameters: JSON) throws(ResponseError) -> FeatureContext? {
    let uri = try documentURI(parameters)
    guard let spec = documents.recoveredSpec(uri), let document = documents[uri] else { return nil }
    let translator = PositionTranslator(source: spec.reading.source, encoding: encoding)
    let position = parameters["position"]?.position ?? TextPosition(line: 0, character: 0)
    return FeatureContext(
      document: document, spec: spec, translator: translator, position: translator.sourcePosition(of: position))
  }
}
