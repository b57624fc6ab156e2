import LifelineSource

extension DiagnosticKind {
  /// Every kind of finding about YAML documents, by code.
  package static let yamlKinds: [DiagnosticKind] = [
    .textTooLong,
    .notUTF8,
    .forbiddenCharacter,
    .emptyDocument,
    .rootNotMapping,
    .secondDocument,
    .tooDeep,
    .tooManyNodes,
    .duplicateKey,
    .mergeKey,
    .keyNotText,
    .missingKey,
    .recursiveAlias,
    .undefinedAlias,
    .foreignTag,
    .unfitTag,
    .unreadable,
    .colonInText,
    .tab,
    .anchorName,
    .unclosedQuote,
    .brackets,
    .reservedCharacter,
    .missingColon,
    .indentation,
    .badEscape,
    .blockText,
    .directive,
    .textBehindValue,
  ]
}
