import LifelineModel
import LifelineSource

/// Reports the declared parts that nothing uses. This is sound only for a spec without errors: a use may be misspelt, or be in a
/// part that can't be read.
func warnAboutUnusedNames(in declarations: Declarations, uses: [NameUses], _ diagnostics: DiagnosticCollector) {
  func warn<Named>(
    _ parts: some Sequence<Named>, used: [IDSet<Named>], _ message: String, _ named: (Named) -> (String, SourceRange)
  ) {
    for (index, part) in parts.enumerated() where !used.contains(where: { $0.contains(ID(index)) }) {
      let (name, range) = named(part)
      diagnostics.report(.unusedName, "\(message) `\(name)`", at: range)
    }
  }
  warn(declarations.types, used: uses.map(\.types), "no field and no parameter has the type") { ($0.name, $0.range) }
  warn(declarations.sources, used: uses.map(\.sources), "nothing cites the source") { ($0.id, $0.range) }
  // A private field that nothing mentions is an error, because nothing sets it.
  let privateFields = IDSet(
    declarations.ownFields.indices.filter { declarations.fields[$0].isPrivate }.map { ID<Field>($0) })
  warn(declarations.ownFields, used: uses.map(\.fields) + [privateFields], "nothing mentions the context field") {
    ($0.name, $0.range)
  }
  warn(declarations.parts, used: uses.map(\.parts), "no action, condition or scenario mentions the part") {
    ($0.name, $0.range)
  }
  warn(declarations.ownCallbacks, used: uses.map(\.callbacks), "no action calls the callback") { ($0.name, $0.range) }
  warn(declarations.events, used: uses.map(\.events), "no state or scenario names the event") { ($0.name, $0.range) }
}

/// Reports the private fields that no action sets, so that they always have their defaults.
func refuseUnsetPrivateFields(in declarations: Declarations, uses: [NameUses], _ diagnostics: DiagnosticCollector) {
  if diagnostics.lacksParts { return }
  let mentioned = diagnostics.suggestions.union(diagnostics.unreadWords)
  for (index, field) in declarations.ownFields.enumerated() where field.isPrivate && !field.isFixed {
    if mentioned.contains(field.name) || uses.contains(where: { $0.assignedFields.contains(ID(index)) }) { continue }
    diagnostics.report(
      .privateField,
      "no action sets `\(field.name)`, and nothing else can, because it is `private`; add `{set: {\(field.name): …}}` "
        + "where it changes, or delete `private`", at: field.range)
  }
}
