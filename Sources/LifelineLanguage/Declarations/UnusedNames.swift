import LifelineModel
import LifelineSource

extension DeclarationUsing {
  /// Reports the declared parts that nothing uses. Parts whose use may be misspelt, or may stand in a part that can't be
  /// read, aren't reported.
  func warnAboutUnusedNames() {
    let unread = diagnostics.unreadWords
    // So many words may mean anything, and comparing them with all names would take too long.
    guard unread.count <= 200 else { return }
    let mentioned = diagnostics.suggestions.union(unread)
    func warn<Part>(_ parts: [Part], used: IDSet<Part>, _ message: String, _ named: (Part) -> (String, SourceRange)) {
      let unused = parts.enumerated().filter { !used.contains(ID($0.offset)) }.map { named($0.element) }
      let names = unused.map(\.0)
      let misspelt = Set(unread.compactMap { nearestName(to: $0, among: names) })
      for (name, range) in unused where !mentioned.contains(name) && !misspelt.contains(name) {
        diagnostics.report(.unusedName, "\(message) `\(name)`", at: range)
      }
    }
    warn(declarations.sources, used: uses.sources, "nothing cites the source") { ($0.id, $0.range) }
    warn(declarations.fields, used: uses.fields, "nothing mentions the context field") { ($0.name, $0.range) }
    warn(declarations.callbacks, used: uses.callbacks, "no action calls the callback") { ($0.name, $0.range) }
    warn(declarations.events, used: uses.events, "no state or scenario names the event") { ($0.name, $0.range) }
  }
}
