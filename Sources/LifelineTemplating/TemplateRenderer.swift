import LifelineSource

/// Carries out a template's instructions.
///
/// The renderer keeps sections and partials on stacks of its own, so that deep templates and deep data don't exhaust the
/// stack of the process.
struct TemplateRenderer {
  private let templates: [String: Template]
  /// The template that is being rendered.
  private var current: Template
  private let root: any TemplateView
  private var output: [UInt8] = []
  /// The views in which keys are looked up, the innermost last.
  private var views: [any TemplateView]
  private var sections: [Section] = []
  private var calls: [Call] = []
  /// The text that is written in front of each line.
  private var indentation: [UInt8] = []

  /// The number of tags and texts that were rendered.
  private var stepCount = 0
  private let limits: RenderingLimits

  /// Partials that are nested deeper than this call themselves without end.
  private static let callLimit = 100

  /// A section that is being rendered.
  private struct Section {
    var value: TemplateValue
    var index: Int
    /// The address of its first instruction.
    var start: Int
  }

  /// A partial that is being rendered.
  private struct Call {
    var partial: PartialCall
    var returnAddress: Int
    /// The indentation around the call.
    var indentation: [UInt8]
  }

  init(
    _ template: Template, among templates: [String: Template], view: any TemplateView, limits: RenderingLimits
  ) {
    self.templates = templates
    self.limits = limits
    current = template
    root = view
    views = [view]
  }

  /// Returns the text, in UTF-8.
  ///
  /// - Throws: The error at the first tag that cannot be rendered.
  mutating func render() throws(TemplateErrors) -> [UInt8] {
    var address = 0
    while true {
      guard address < current.instructions.count else {
        guard let call = calls.popLast() else { return output }
        current = call.partial.caller
        indentation = call.indentation
        address = call.returnAddress
        continue
      }
      stepCount += 1
      switch current.instructions[address] {
      case .text(let range, let lineStarts):
        write(range, lineStarts)
        address += 1
      case .variable(let tag):
        try write(tag)
        address += 1
      case .section(let tag, let end):
        address = begin(try value(of: tag), at: address + 1) ? address + 1 : end
      case .endSection:
        let start = next()
        if let start { try checkLimits(at: start - 1) }
        address = start ?? address + 1
      case .inverted(let tag, let end):
        address = try value(of: tag).isTrue ? end : address + 1
      case .partial(let tag, let added):
        try checkLimits(at: address)
        try call(tag, indentation: added, returningTo: address + 1)
        address = 0
      }
    }
  }
}

// MARK: - Limits

/// The limits of what is rendered for one file. Lists in each other's sections multiply, so that a small template can
/// stand for more than a computer can write.
package struct RenderingLimits: Sendable {
  /// The greatest number of tags and texts between them.
  package var steps = 50_000_000
  /// The greatest number of bytes.
  package var bytes = 1 << 28

  package init() {}
}

extension TemplateRenderer {
  /// Throws an error at the section or partial at an address if too much has been rendered.
  private func checkLimits(at address: Int) throws(TemplateErrors) {
    let subject: String
    if stepCount > limits.steps {
      subject = "\(grouped(limits.steps)) tags and texts"
    } else if output.count > limits.bytes {
      subject = "\(grouped(limits.bytes)) bytes"
    } else {
      return
    }
    switch current.instructions[address] {
    case .section(let tag, _), .partial(let tag, _):
      let advice = """
        lists in each other's sections, and partials in them, multiply: write fewer inside each other; or, in a built-in \
        template, let the spec ask for fewer tests
        """
      let message = "more than \(subject) are rendered for one file when `\(tag.name)` is repeated here; \(advice)"
      throw TemplateErrors([use(of: tag).diagnostic(.tooMuchToRender, message)])
    case .text, .variable, .inverted, .endSection: break
    }
  }
}

// MARK: - Instructions

extension TemplateRenderer {
  private mutating func write(_ range: Range<Int>, _ lineStarts: [Int]) {
    var position = range.lowerBound
    if !indentation.isEmpty {
      for start in lineStarts {
        output += current.bytes[position..<start]
        output += indentation
        position = start
      }
    }
    output += current.bytes[position..<range.upperBound]
  }

  private mutating func write(_ tag: Tag) throws(TemplateErrors) {
    let value = try value(of: tag)
    guard case .text(let text) = value else {
      throw TemplateErrors([use(of: tag).unwritableValue(value.kindDescription)])
    }
    output += text.utf8
  }

  /// Enters a section for the first of its values and returns `true`, or returns `false` if there is none.
  private mutating func begin(_ value: TemplateValue, at start: Int) -> Bool {
    guard value.isTrue else { return false }
    switch value {
    case .view(let view?): views.append(view)
    case .list(let list): views.append(list[0])
    default: break
    }
    sections.append(Section(value: value, index: 0, start: start))
    return true
  }

  /// Goes to the next value of the innermost section and returns the address to go on at, or leaves the section and
  /// returns `nil`.
  private mutating func next() -> Int? {
    guard let last = sections.indices.last else { return nil }
    let index = sections[last].index + 1
    switch sections[last].value {
    case .list(let list):
      views.removeLast()
      if index < list.count {
        views.append(list[index])
        sections[last].index = index
        return sections[last].start
      }
    case .texts(let texts) where index < texts.count:
      sections[last].index = index
      return sections[last].start
    case .view: views.removeLast()
    default: break
    }
    sections.removeLast()
    return nil
  }

  private mutating func call(
    _ tag: Tag, indentation added: [UInt8]?, returningTo address: Int
  ) throws(TemplateErrors) {
    guard calls.count < Self.callLimit, let target = templates[tag.name] else {
      let message =
        "partials are nested more than \(Self.callLimit) deep, because `\(tag.name)` calls itself without end"
      throw TemplateErrors([use(of: tag).diagnostic(.endlessPartials, message)])
    }
    calls.append(
      Call(partial: PartialCall(caller: current, tag: tag), returnAddress: address, indentation: indentation))
    // A partial that shares its line isn't indented.
    indentation = added.map { indentation + $0 } ?? []
    current = target
  }
}

// MARK: - Values

extension TemplateRenderer {
  private func use(of tag: Tag) -> TagUse {
    TagUse(tag: tag, template: current, calls: calls.map(\.partial))
  }

  private func value(of tag: Tag) throws(TemplateErrors) -> TemplateValue {
    if tag.isCurrentValue { return currentValue }
    let keys = tag.keys
    var value = try innermostValue(for: keys[0], tag)
    for index in keys.indices.dropFirst() {
      guard case .view(let view?) = value else {
        throw TemplateErrors([use(of: tag).notAView(keys[..<index], value.kindDescription)])
      }
      guard let member = view.value(for: keys[index]) else {
        throw TemplateErrors([use(of: tag).unknownKey(keys[index], of: [view.keyNames])])
      }
      value = member
    }
    return value
  }

  /// Returns the value that the innermost view with the key gives.
  private func innermostValue(for key: String, _ tag: Tag) throws(TemplateErrors) -> TemplateValue {
    for view in views.reversed() {
      if let value = view.value(for: key) { return value }
    }
    throw TemplateErrors([use(of: tag).unknownKey(key, of: views.reversed().map(\.keyNames))])
  }

  /// The value of the innermost section.
  private var currentValue: TemplateValue {
    guard let section = sections.last else { return .view(root) }
    switch section.value {
    case .list(let list): return .view(list[section.index])
    case .texts(let texts): return .text(texts[section.index])
    default: return section.value
    }
  }
}

extension TemplateView {
  fileprivate var keyNames: [String] { Self.keys.declarations.map(\.name) }
}

extension TemplateValue {
  /// Whether a section of the value renders anything.
  fileprivate var isTrue: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .view(let view): view != nil
    case .list(let list): !list.isEmpty
    case .texts(let texts): !texts.isEmpty
    }
  }

  /// The kind of value, for messages.
  fileprivate var kindDescription: String {
    switch self {
    case .text: "a text"
    case .flag: "a flag"
    case .view(nil): "a view that is not there"
    case .view: "a view"
    case .list, .texts: "a list"
    }
  }
}
