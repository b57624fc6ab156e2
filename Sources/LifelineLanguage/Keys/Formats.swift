import LifelineYAML

extension YAMLFormat {
  /// A spec.
  package static let spec = YAMLFormat(
    name: "spec", firstLine: "lifeline: 1", allowsEmptyFiles: false, functions: ["min", "max"],
    valueKind: { SpecPlace.spec.value(at: $0).valueKind })

  /// A configuration. An empty file is valid and sets nothing.
  static let configuration = YAMLFormat(
    name: "configuration", firstLine: "access: public", allowsEmptyFiles: true,
    valueKind: { SpecPlace.configuration.value(at: $0).valueKind })
}

extension SpecPlace {
  /// Returns the place of a value, given by the keys that lead to it.
  fileprivate func value(at path: [String?]) -> SpecPlace {
    path.compactMap(\.self).reduce(self) { $0.value(of: $1) }
  }

  /// The kind of the value, as far as it matters for YAML.
  fileprivate var valueKind: YAMLValueKind {
    for shape in shapes {
      switch shape {
      case .text(.expression, _): return .expression(negation: "not")
      case .text(.prose, _), .text(.value, _), .text(.name(.citations), _), .text(.name(.scenarios), _): return .text
      case .mapping(let kind): return .mapping(kind.name, keys: kind.keys, isTitled: isTitled)
      // A word is hardly meant as a fixed key if several names may be keys.
      case .variants(let kind, _): return allowsSeveralNames ? .mapping() : .mapping(kind.name, keys: kind.keys)
      case .entries: return .mapping()
      case .text, .word, .flag, .number, .nothing, .array, .anyOf, .except, .named, .entry: continue
      }
    }
    return .other
  }

  private var allowsSeveralNames: Bool { shapes.contains { if case .entries = $0 { true } else { false } } }
}
