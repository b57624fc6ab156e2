import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the fields that only carry values of types that the language doesn't know.
extension DeclarationReader {
  /// Returns the type of a field that only carries values, or `nil` with a diagnostic.
  func carriedType(_ node: YAMLNode, _ text: String) -> ValueType? {
    guard case .opaque(let spelling)? = swiftType(node, of: "a context field", example: "`UUID`") else { return nil }
    let wrapped = wrappedType(of: spelling)
    guard spelling.hasSuffix("?") || wrapped != nil else { return .opaque(spelling + "?") }
    let bare = String((wrapped ?? spelling).prefix { $0 != "?" })
    if knownType(bare) != nil {
      diagnostics.report(
        .carriedField,
        "a field of the type `\(bare)` isn't carried, and is never `nil`; write `type: \(bare)` with a `default`, and let a `Bool` say "
          + "whether the value counts", at: node.usageRange)
      return nil
    }
    diagnostics.report(
      .carriedField,
      "a field that only carries a value is `nil` until an action sets it, so its type needs no \(wrapped == nil ? "`?`" : "`Optional`"); write `\(bare)`",
      at: node.usageRange,
      correction: Correction(range: node.usageRange, replacement: bare.contains(/[\[,]/) ? "\"\(bare)\"" : bare))
    return nil
  }

  /// Returns the type that a spelling wraps as `Optional<…>` as a whole.
  private func wrappedType(of spelling: String) -> String? {
    let prefix = "Optional<"
    guard spelling.hasPrefix(prefix), spelling.hasSuffix(">") else { return nil }
    let inside = spelling.dropFirst(prefix.count).dropLast()
    return TypeNameParser.parse(String(inside))
  }

  /// Reports the default of a field that only carries values, and the missing default of any other one.
  func refuse(defaultNode node: YAMLNode?, of entry: YAMLEntry, _ type: ValueType, _ mapping: Mapping) {
    switch (type.isOptional, node) {
    case (true, _?):
      guard let key = mapping["default"]?.keyRange else { return }
      diagnostics.report(
        .carriedField,
        "`\(entry.key)` only carries values of type `\(type.wrapped.name)`, so it begins as `nil`; delete `default`",
        at: key)
    case (false, nil): reportMissingDefault(of: entry, mapping)
    default: break
    }
  }

  /// Returns whether a field of a type would only carry values: the type is none that the language knows or that is one
  /// slip away from one.
  func isCarriedType(_ text: String) -> Bool {
    knownType(text) == nil && nearestName(to: text, among: knownTypes) == nil && TypeNameParser.parse(text) != nil
  }

  /// Returns whether a field has such a type, so that the lack of a default is no mistake of its own.
  func namesCarriedType(_ node: YAMLNode) -> Bool {
    guard case .mapping(let entries) = node.content,
      let type = entries.first(where: { $0.key == "type" })?.value, case .scalar(let scalar) = type.content
    else { return false }
    return isCarriedType(scalar.text)
  }

  /// Reports a private field without a default, which isn't carried. Without `private`, the table of keys says so.
  func reportMissingDefault(of entry: YAMLEntry, _ mapping: Mapping) {
    guard mapping["private"] != nil else { return }
    diagnostics.report(
      .missingKey,
      "the context field `\(entry.key)` has no `default`; add `default`, which only a private field of a type that "
        + "the language doesn't know begins without", at: entry.keyRange)
  }
}

extension DeclarationUsing {
  /// Returns whether an expression is a field that only carries values, where its value would be looked at. If it is,
  /// reports so.
  /// - Parameters:
  ///   - reason: The end of a sentence that says why the value can't be used.
  ///   - remedy: The end of a sentence that says what to write instead.
  func refuseCarried(_ expression: Expression, at range: SourceRange, _ reason: String, remedy: String) -> Bool {
    guard case .field(let id) = expression.kind, declarations[id].isCarried else { return false }
    diagnostics.report(
      .carriedField, "`\(declarations[id].name)` is only carried, and \(reason); \(remedy)", at: range,
      notes: id.index < declarations.ownFields.count ? [("the field is declared here", declarations[id].range)] : [])
    return true
  }

  /// Returns whether an argument that a part gets is a field that only carries values. If it is, reports so.
  func refuseCarriedArgument(_ argument: Expression, at range: SourceRange) -> Bool {
    refuseCarried(
      argument, at: range, "a part could compare it",
      remedy:
        "send the part the value when the machine gets it, as a parameter of that event, and let the part carry it")
  }
}
