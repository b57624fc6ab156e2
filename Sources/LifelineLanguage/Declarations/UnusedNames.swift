import LifelineModel
import LifelineSource

extension DeclarationUsing {
  /// Reports the declared parts that nothing uses. Parts whose use is misspelt, or may stand in a part that can't be
  /// read, aren't reported.
  func warnAboutUnusedNames() {
    let mentioned = diagnostics.suggestions.union(diagnostics.unreadWords)
    func warn<Part>(_ parts: [Part], used: IDSet<Part>, _ message: String, _ named: (Part) -> (String, SourceRange)) {
      for (index, part) in parts.enumerated() where !used.contains(ID(index)) {
        let (name, range) = named(part)
        if !mentioned.contains(name) {
          diagnostics.report(.unusedName, "\(message) `\(name)`", at: range)
        }
      }
    }
    warn(declarations.sources, used: uses.sources, "nothing cites the source") { ($0.id, $0.range) }
    warn(declarations.fields, used: uses.fields, "nothing mentions the context field") { ($0.name, $0.range) }
    warn(declarations.callbacks, used: uses.callbacks, "no action calls the callback") { ($0.name, $0.range) }
    warn(declarations.events, used: uses.events, "no state or scenario names the event") { ($0.name, $0.range) }
  }
}
