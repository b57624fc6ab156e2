import LifelineSource

/// Checks templates against the view types that they can be rendered with.
///
/// Each template is checked in every branch, once for each sequence of views that can be current there. A partial that
/// calls itself for smaller and smaller views is checked until it comes to a sequence that has been seen.
struct TemplateCheck {
  private let templates: [String: Template]
  private var seen: Set<Situation> = []
  private var pending: [(situation: Situation, calls: [PartialCall])] = []
  private var diagnostics: [Diagnostic] = []
  /// The offsets of the tags with a diagnostic, by template. A tag that is wrong for several views is reported once.
  private var reportedTags: [String: Set<Int>] = [:]

  /// A template and the values that are current where it is rendered.
  private struct Situation: Hashable {
    var template: String
    var scope: Scope
  }

  /// Only partials that call themselves for several lists of a root view exceed this number.
  private static let situationLimit = 10_000

  /// The result of a check.
  struct Result {
    /// The errors of all templates that are rendered, directly or as partials.
    var diagnostics: [Diagnostic]
    /// The sequences of views that were found for each template, the innermost first.
    var views: [String: [[any TemplateView.Type]]]
  }

  /// Checks the templates that are rendered when each of `roots` is rendered with a view of its type.
  static func check(_ templates: [String: Template], roots: [String: any TemplateView.Type]) -> Result {
    var check = TemplateCheck(templates: templates)
    check.visitAll(from: roots)
    return Result(diagnostics: check.diagnostics, views: check.views)
  }

  private init(templates: [String: Template]) { self.templates = templates }

  private mutating func visitAll(from roots: [String: any TemplateView.Type]) {
    for (name, view) in roots.sorted(by: { $0.key < $1.key }) {
      visit(Situation(template: name, scope: Scope(root: ViewType(view))), calls: [])
    }
    while diagnostics.count < TemplateErrors.limit, let next = pending.popLast() {
      if let template = templates[next.situation.template] {
        check(template, in: next.situation.scope, calls: next.calls)
      }
    }
  }

  private var views: [String: [[any TemplateView.Type]]] {
    Dictionary(grouping: seen, by: \.template).mapValues { situations in
      Set(situations.map(\.scope.views)).map { $0.reversed().compactMap(\.type) }
    }
  }

  private mutating func visit(_ situation: Situation, calls: [PartialCall]) {
    guard seen.insert(situation).inserted else { return }
    if seen.count > Self.situationLimit, let last = calls.last {
      let use = TagUse(tag: last.tag, template: last.caller, calls: [])
      let message = "`\(last.tag.name)` calls itself for too many sequences of views"
      report(use) { $0.diagnostic(.endlessPartials, message) }
      pending = []
    } else {
      pending.append((situation, calls))
    }
  }

  private mutating func check(_ template: Template, in scope: Scope, calls: [PartialCall]) {
    var scopes = [scope]
    for instruction in template.instructions {
      let scope = scopes[scopes.count - 1]
      switch instruction {
      case .text: break
      case .variable(let tag):
        let use = TagUse(tag: tag, template: template, calls: calls)
        let kind = self.kind(of: use, in: scope)
        if !kind.isWritable { report(use) { $0.unwritableValue(kind.description) } }
      case .section(let tag, _):
        let use = TagUse(tag: tag, template: template, calls: calls)
        scopes.append(scope.entering(self.kind(of: use, in: scope)))
      case .endSection: scopes.removeLast()
      case .inverted(let tag, _):
        _ = kind(of: TagUse(tag: tag, template: template, calls: calls), in: scope)
      case .partial(let tag, _):
        let calls = calls + [PartialCall(caller: template, tag: tag)]
        visit(Situation(template: tag.name, scope: scope), calls: calls)
      }
    }
  }

  /// Adds a diagnostic about a tag, unless there is one or there are enough of them.
  private mutating func report(_ use: TagUse, _ diagnose: (TagUse) -> Diagnostic) {
    guard diagnostics.count < TemplateErrors.limit,
      reportedTags[use.template.name, default: []].insert(use.tag.range.lowerBound).inserted
    else { return }
    diagnostics.append(diagnose(use))
  }

  /// Returns the kind of a tag's value. It is unknown, and the reason reported, if the value cannot be looked up.
  private mutating func kind(of use: TagUse, in scope: Scope) -> ValueKind {
    if use.tag.isCurrentValue { return scope.current }
    let keys = use.tag.keys
    if scope.views.contains(.unknown) { return .unknown }
    guard let first = scope.views.reversed().lazy.compactMap({ $0[keys[0]] }).first else {
      report(use) { $0.unknownKey(keys[0], of: scope.views.reversed().map(\.keyNames)) }
      return .unknown
    }
    var kind = first
    for index in keys.indices.dropFirst() {
      guard kind != .unknown else { return .unknown }
      guard case .view(let view) = kind else {
        report(use) { $0.notAView(keys[..<index], kind.description) }
        return .unknown
      }
      guard let member = view[keys[index]] else {
        report(use) { $0.unknownKey(keys[index], of: [view.keyNames]) }
        return .unknown
      }
      kind = member
    }
    return kind
  }
}

/// The views and the value that are current at a position in a template.
private struct Scope: Hashable {
  /// The view types, the innermost last. Each occurs once: an outer view of the same type is never asked.
  var views: [ViewType]
  var current: ValueKind

  init(root: ViewType) {
    views = [root]
    current = .view(root)
  }

  /// Returns the scope inside a section of a value.
  func entering(_ kind: ValueKind) -> Scope {
    var result = self
    switch kind {
    case .text, .flag: result.current = kind
    case .texts: result.current = .text
    case .view(let view), .optionalView(let view), .list(let view):
      result.views.removeAll { $0 == view }
      result.views.append(view)
      result.current = .view(view)
    case .unknown:
      result.views = [.unknown]
      result.current = .unknown
    }
    return result
  }
}

/// A view type that can be compared.
private struct ViewType: Hashable {
  /// `nil` if the type isn't known, because its key isn't.
  let type: (any TemplateView.Type)?

  static let unknown = ViewType(nil)

  init(_ type: (any TemplateView.Type)?) { self.type = type }

  static func == (left: ViewType, right: ViewType) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  private var id: ObjectIdentifier? { type.map { ObjectIdentifier($0) } }

  private var declarations: [KeyDeclaration] { type?.keyDeclarations ?? [] }

  var keyNames: [String] { declarations.map(\.name) }

  /// The kind of a key, if views of this type have it.
  subscript(key: String) -> ValueKind? { declarations.first { $0.name == key }.map { ValueKind($0.kind) } }
}

/// The kind of a value, as far as the check needs it.
private enum ValueKind: Hashable {
  case text, flag, texts, unknown
  case view(ViewType), optionalView(ViewType), list(ViewType)

  init(_ kind: KeyKind) {
    switch kind {
    case .text: self = .text
    case .flag: self = .flag
    case .texts: self = .texts
    case .view(let type): self = .view(ViewType(type))
    case .optionalView(let type): self = .optionalView(ViewType(type))
    case .list(let type): self = .list(ViewType(type))
    }
  }

  var isWritable: Bool { self == .text || self == .unknown }

  /// The kind in messages.
  var description: String {
    switch self {
    case .text: "a text"
    case .flag: "a flag"
    case .view: "a view"
    case .optionalView: "a view that is not always there"
    case .list, .texts: "a list"
    case .unknown: "a value"
    }
  }
}

extension TemplateView {
  static var keyDeclarations: [KeyDeclaration] { keys.declarations }
}
