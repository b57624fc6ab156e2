import LifelineYAML

extension YAMLFormat {
  /// A spec. Expressions follow `if`, and the fields in an action's `set`; a scenario's `set` has values.
  package static let spec = YAMLFormat(name: "spec", firstLine: "lifeline: 1", allowsEmptyFiles: false) { path in
    guard let last = path.last, let key = last else { return nil }
    let isAssigned = path.dropLast().last == "set" && path.first != "scenarios"
    return key == "if" || isAssigned ? "not" : nil
  }

  /// A configuration. An empty file is valid and sets nothing.
  static let configuration = YAMLFormat(name: "configuration", firstLine: "access: public", allowsEmptyFiles: true)
}
