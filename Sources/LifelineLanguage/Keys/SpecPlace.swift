import LifelineModel

/// The place of a value in a spec or in a configuration: the forms that the value can have there, and the names that lead
/// to it.
///
/// An item of a list has the same place as the list.
package struct SpecPlace: Sendable {
  /// The names in the keys around a place.
  package struct Scope: Hashable, Sendable {
    /// The event or the callback whose parameters stand here.
    package enum Receiver: Hashable, Sendable {
      case event(String), callback(String)
    }

    /// The part whose names are meant; `nil` for the machine itself.
    package var part: String?
    package var receiver: Receiver?
    /// The parameter of the receiver that the value is for.
    package var parameter: String?
    /// The field that the value is for.
    package var field: String?
  }

  /// The forms of the value: none of them has alternatives, is a list, or has a name.
  let shapes: [ValueShape]
  /// The names that lead here.
  package let scope: Scope
  /// Whether the key of the value is a text for people.
  let isTitled: Bool

  private init(_ shape: ValueShape, _ scope: Scope = Scope(), isTitled: Bool = false) {
    shapes = shape.alternatives
    self.scope = scope
    self.isTitled = isTitled
  }

  /// The place of a whole spec.
  package static let spec = SpecPlace(.mapping(.spec))
  /// The place of a whole configuration.
  static let configuration = SpecPlace(.mapping(.configuration))

  // MARK: Keys

  /// The kinds of mappings that can stand here.
  var kinds: [MappingKind] {
    shapes.flatMap { shape -> [MappingKind] in
      switch shape {
      case .mapping(let kind): [kind]
      case .variants(_, let kinds): kinds
      default: []
      }
    }
  }

  /// The mappings from names that can stand here, with several entries or with one.
  private var entries: [ValueShape.Entries] {
    shapes.compactMap { shape in
      switch shape {
      case .entries(let entries), .entry(let entries): entries
      default: nil
      }
    }
  }

  /// Returns the fixed key with a name.
  package func key(named name: String) -> MappingKind.FixedKey? {
    for kind in kinds { if let key = kind[name] { return key } }
    return entries.lazy.flatMap(\.keys).first { $0.name == name }
  }

  /// Returns the fixed keys that can stand beside others.
  package func keys(beside siblings: [String]) -> [MappingKind.FixedKey] {
    var keys: [MappingKind.FixedKey] = []
    for shape in shapes {
      switch shape {
      case .mapping(let kind): keys += kind.entries
      case .variants(let first, let kinds):
        // Without the key that tells what the mapping is, this one is missing.
        let kind = kinds.first { kind in kind.entries.first.map { siblings.contains($0.name) } == true }
        keys += kind.map { Array($0.entries.dropFirst()) } ?? (siblings.isEmpty ? first.entries : [])
      case .entries(let entries): keys += entries.keys
      case .entry(let entries) where siblings.contains { key(named: $0) == nil }: keys += entries.keys
      default: break
      }
    }
    return keys
  }

  // MARK: Names and words

  /// The names that can be keys of a mapping here.
  package var keyNames: [NameGroup] { entries.compactMap(\.group).filter(isInScope) }

  /// The names that the value can be.
  package var valueNames: [NameGroup] {
    meanings.compactMap { if case .name(let group) = $0 { group } else { nil } }.filter(isInScope)
  }

  /// The words that the value can be.
  package var words: [String] {
    shapes.flatMap { shape -> [String] in
      switch shape {
      case .flag: ["true", "false"]
      case .word(let words): words
      case .text(.expression, _): expressionWords
      default: []
      }
    }
  }

  /// Returns whether a text here can have the meaning.
  package func allows(_ meaning: TextMeaning) -> Bool { meanings.contains(meaning) }

  private var meanings: [TextMeaning] {
    shapes.compactMap { if case .text(let meaning, _) = $0 { meaning } else { nil } }
  }

  /// Parts of a part are its own affair.
  private func isInScope(_ group: NameGroup) -> Bool { group != .parts || scope.part == nil }

  // MARK: Values

  /// Returns the place of the value of a key.
  /// - Parameters:
  ///   - siblings: The keys of the mapping.
  ///   - isPart: Returns whether a name is that of a part.
  package func value(
    of key: String, among siblings: [String] = [], isPart: (String) -> Bool = { _ in false }
  ) -> SpecPlace {
    if let fixed = self.key(named: key) {
      // Beside a name, a fixed key is about what has the name.
      let name = siblings.first { self.key(named: $0) == nil }
      let named = name.flatMap { name in choose(name, isPart).map { scope.entering(name, of: $0) } }
      return SpecPlace(fixed.shape, named ?? scope)
    }
    guard let entries = choose(key, isPart) else { return SpecPlace(.text(.other), scope) }
    let ofPath = key.contains(".") ? entries.valuesOfPaths : nil
    var isTitled = false
    if case .title? = entries.names { isTitled = true }
    return SpecPlace(ofPath ?? entries.values, scope.entering(key, of: entries), isTitled: isTitled)
  }

  /// Returns the mapping from names to which a name belongs: that from parts, or another one.
  private func choose(_ name: String, _ isPart: (String) -> Bool) -> ValueShape.Entries? {
    let entries = entries
    let ofPart = scope.part == nil && isPart(name) ? entries.first { $0.group == .parts } : nil
    return ofPart ?? entries.first { $0.group != .parts } ?? entries.first
  }
}

extension SpecPlace.Scope {
  /// Returns the scope behind a name.
  fileprivate func entering(_ name: String, of entries: ValueShape.Entries) -> SpecPlace.Scope {
    var scope = self
    switch entries.group {
    case .parts: scope.part = name
    case .hostEvents, .events: scope.receiver = .event(name)
    case .callbacks, .callbacksOfParts, .allCallbacks: scope.receiver = .callback(name)
    case .parameters: scope.parameter = name
    case .fields, .lengths: scope.field = name
    case .states, .types, .channels, .scenarios, .citations, .codes, nil:
      if case .name(.part)? = entries.names { scope.part = name }
    }
    return scope
  }
}

extension ValueShape {
  /// The forms of which the value has one. An item of a list counts as the list.
  fileprivate var alternatives: [ValueShape] {
    // A form may contain itself.
    var seen: Set<ShapeName> = []
    return alternatives(besides: &seen)
  }

  private func alternatives(besides seen: inout Set<ShapeName>) -> [ValueShape] {
    switch self {
    case .anyOf(let shapes): shapes.flatMap { $0.alternatives(besides: &seen) }
    case .array(let item, _, _), .except(_, let item): item.alternatives(besides: &seen)
    case .named(let name): seen.insert(name).inserted ? name.shape.alternatives(besides: &seen) : []
    case .text, .word, .flag, .number, .nothing, .mapping, .variants, .entries, .entry: [self]
    }
  }
}
