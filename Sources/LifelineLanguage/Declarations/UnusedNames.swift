import LifelineModel
import LifelineSource

/// Reports the declared parts that nothing uses. Parts whose use may be misspelt, or may stand in a part that can't be
/// read, aren't reported.
func warnAboutUnusedNames(in declarations: Declarations, uses: [NameUses], _ diagnostics: DiagnosticCollector) {
  let unread = diagnostics.unreadWords
  // So many words may mean anything, and comparing them with all names would take too long.
  guard unread.count <= 200 else { return }
  let mentioned = diagnostics.suggestions.union(unread)
  func warn<Part>(_ parts: [Part], used: [IDSet<Part>], _ message: String, _ named: (Part) -> (String, SourceRange)) {
    let isUsed = { (id: ID<Part>) in used.contains { $0.contains(id) } }
    let unused = parts.enumerated().filter { !isUsed(ID($0.offset)) }.map { named($0.element) }
    let names = unused.map(\.0)
    let misspelt = Set(unread.compactMap { nearestName(to: $0, among: names) })
    for (name, range) in unused where !mentioned.contains(name) && !misspelt.contains(name) {
      diagnostics.report(.unusedName, "\(message) `\(name)`", at: range)
    }
  }
  warn(declarations.sources, used: uses.map(\.sources), "nothing cites the source") { ($0.id, $0.range) }
  warn(declarations.fields, used: uses.map(\.fields), "nothing mentions the context field") { ($0.name, $0.range) }
  warn(declarations.callbacks, used: uses.map(\.callbacks), "no action calls the callback") { ($0.name, $0.range) }
  warn(declarations.events, used: uses.map(\.events), "no state or scenario names the event") { ($0.name, $0.range) }
}
