import LifelineLanguage
import LifelineReporting
import LifelineSource

extension ServerState {
  /// Returns the citations of sources that have an address, each with that address.
  func documentLinks(_ context: FeatureContext) -> JSON {
    let sources = context.spec.reading.draft?.sources ?? []
    let addresses = Dictionary(sources.map { ($0.id, $0.url) }) { first, _ in first }
    let links = (context.symbols?.occurrences ?? []).compactMap { occurrence -> JSON? in
      guard occurrence.symbol.role == .source, !occurrence.isDeclaration, !occurrence.isImplied,
        let address = addresses[occurrence.symbol.name] ?? nil,
        address.hasPrefix("https://") || address.hasPrefix("http://")
      else { return nil }
      return ["range": context.translator.json(occurrence.range), "target": .string(address)]
    }
    return .array(links)
  }
}
