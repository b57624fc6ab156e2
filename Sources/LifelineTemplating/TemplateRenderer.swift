import LifelineSource

/// Carries out a template's code. Sections and partials are kept on stacks of its own, so that neither deep
/// templates nor deep data exhaust the process's stack.
struct TemplateRenderer {
  private let shelf: TemplateShelf
  /// The templates that were rendered, in the order of their first use, and where each is among them by its place on
  /// the shelf.
  private var templates: [Template]
  private var uses: [Int?]
  /// Which of `templates` is being rendered.
  private var current = 0
  private let root: any TemplateView
  private var output: [UInt8] = []
  /// The views that keys are looked up in, the innermost last.
  private var views: [any TemplateView]
  private var sections: [Section] = []
  private var calls: [Call] = []
  /// What is written in front of each line.
  private var indentation: [UInt8] = []

  /// Partials nested deeper than this call themselves without end.
  private static let callLimit = 100

  /// A section that is being rendered.
  private struct Section {
    var value: TemplateValue
    var index: Int
    /// The address of its first step.
    var start: Int
  }

  /// A partial that is being rendered.
  private struct Call {
    /// Which of the templates calls, the tag by which it does, and where it goes on.
    var caller: Int
    var tag: Int
    var returnAddress: Int
    /// The indentation around the call.
    var indentation: [UInt8]
  }

  /// Prepares to render `view` by one of the shelf's templates.
  ///
  /// Throws what is wrong with the template.
  init(of shelf: TemplateShelf, at place: Int, view: any TemplateView) throws(TemplateErrors) {
    self.shelf = shelf
    templates = [try shelf.template(at: place)]
    uses = Array(repeating: nil, count: shelf.indices.count)
    uses[place] = 0
    root = view
    views = [view]
  }

  /// What the template that is being rendered does.
  private var code: TemplateCode {
    _read { yield templates[current].code }
  }

  /// The text, in UTF-8.
  mutating func render() throws(TemplateErrors) -> [UInt8] {
    // Memory that is not written to costs nothing; to move what is written does.
    output.reserveCapacity(1 << 16)
    var address = 0
    while true {
      switch code.instructions[address] {
      case .text(let run):
        write(code.runs[run])
        address += 1
      case .variable(let tag):
        try writeValue(of: tag)
        address += 1
      case .section(let tag, let end):
        let value = try value(of: tag)
        address = begin(value, at: address + 1) ? address + 1 : end
      case .endSection:
        address = next() ?? address + 1
      case .inverted(let tag, let end):
        address = try value(of: tag).isTrue ? end : address + 1
      case .partial(let tag, let target):
        try call(target, by: tag, returningTo: address + 1)
        address = 0
      case .finish:
        guard let call = calls.popLast() else { return output }
        current = call.caller
        indentation = call.indentation
        address = call.returnAddress
      }
    }
  }
}

// MARK: - Steps

extension TemplateRenderer {
  private mutating func write(_ run: TextRun) {
    var position = run.bytes.lowerBound
    if !indentation.isEmpty {
      for line in run.lineStarts {
        let start = code.lineStarts[line]
        writeText(position..<start)
        output.append(contentsOf: indentation)
        position = start
      }
    }
    writeText(position..<run.bytes.upperBound)
  }

  private mutating func writeText(_ range: Range<Int>) {
    code.bytes.withUnsafeBufferPointer { bytes in
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  private mutating func writeValue(of tag: Int) throws(TemplateErrors) {
    let value = try value(of: tag)
    guard case .text(let text) = value else {
      let tag = code.tags[tag]
      let advice = "which cannot be written: use it as a section"
      throw fault(.unwritableValue, "`\(tag.name)` is \(value.sort), \(advice)", at: tag)
    }
    output.append(contentsOf: text.utf8)
  }

  /// Enters a section for the first of its values, if there is one.
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

  /// Goes to the next value of the innermost section and returns where to go on; leaves it if there is none.
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
    _ target: Int, by tag: Int, returningTo address: Int
  ) throws(TemplateErrors) {
    guard calls.count < Self.callLimit else {
      let name = code.tags[tag].name
      let message = "partials are nested more than \(Self.callLimit) deep: `\(name)` calls itself without end"
      throw fault(.endlessPartials, message, at: code.tags[tag])
    }
    calls.append(Call(caller: current, tag: tag, returnAddress: address, indentation: indentation))
    // A partial that shares its line is set into it as it is.
    if let added = code.tags[tag].indentation {
      indentation = indentation.isEmpty ? added : indentation + added
    } else {
      indentation = []
    }
    try enter(target)
  }

  private mutating func enter(_ place: Int) throws(TemplateErrors) {
    if let use = uses[place] {
      current = use
    } else {
      current = templates.count
      templates.append(try shelf.template(at: place))
      uses[place] = current
    }
  }
}

// MARK: - Values

extension TemplateRenderer {
  private func value(of tag: Int) throws(TemplateErrors) -> TemplateValue {
    switch code.tags[tag].lookup {
    case .current: return currentValue
    case .key(let key): return try value(for: key, tag)
    case .path(let parts): return try member(of: try value(for: parts[0], tag), parts, tag)
    }
  }

  private func value(for key: String, _ tag: Int) throws(TemplateErrors) -> TemplateValue {
    if let value = views.innermostValue(for: key) { return value }
    throw unknownKey(key, of: views.reversed().map { type(of: $0).keys }, at: code.tags[tag])
  }

  /// The value on top of the stack.
  private var currentValue: TemplateValue {
    guard let section = sections.last else { return .view(root) }
    switch section.value {
    case .list(let list): return .view(list[section.index])
    case .texts(let texts): return .text(texts[section.index])
    default: return section.value
    }
  }

  /// What a dotted name means whose first part means `value`.
  private func member(
    of value: TemplateValue, _ parts: [String], _ tag: Int
  ) throws(TemplateErrors) -> TemplateValue {
    var value = value
    for (index, part) in parts.enumerated().dropFirst() {
      guard case .view(let view?) = value else {
        let path = parts[..<index].joined(separator: ".")
        throw fault(.notAView, "`\(path)` is \(value.sort), which has no keys", at: code.tags[tag])
      }
      guard let next = view.value(for: part) else {
        throw unknownKey(part, of: [type(of: view).keys], at: code.tags[tag])
      }
      value = next
    }
    return value
  }
}

extension [any TemplateView] {
  /// The value that the last view gives which knows the key.
  fileprivate func innermostValue(for key: String) -> TemplateValue? {
    // The compiler copies each view before it asks it, which is most of the work, where they are part of something larger.
    var place = count - 1
    while place >= 0 {
      if let value = self[place].value(for: key) { return value }
      place -= 1
    }
    return nil
  }
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

  /// What the value is, for messages.
  fileprivate var sort: String {
    switch self {
    case .text: "a text"
    case .flag: "a flag"
    case .view(nil): "a view that is not there"
    case .view: "a view"
    case .list, .texts: "a list"
    }
  }
}

// MARK: - Faults

extension TemplateRenderer {
  private func unknownKey(_ key: String, of known: [[String]], at tag: Tag) -> TemplateErrors {
    let advice = nearestName(to: key, among: known.joined()).map { "; did you mean `\($0)`?" }
    let details = known.first.map { ["known here: " + $0.joined(separator: ", ")] } ?? []
    return fault(.unknownKey, "there is no key `\(key)`\(advice ?? "")", at: tag, details: details)
  }

  private func fault(
    _ kind: DiagnosticKind, _ message: String, at tag: Tag, details: [String] = []
  ) -> TemplateErrors {
    // The innermost calls tell how the tag was reached; of endless ones, a few are enough.
    let notes = calls.reversed().prefix(5).map { call in
      let caller = templates[call.caller]
      let tag = caller.code.tags[call.tag]
      return Diagnostic.Note("`\(tag.name)` is called here", at: caller.location(tag.range))
    }
    let location = templates[current].location(tag.range)
    return TemplateErrors([Diagnostic(kind, message, at: location, details: details, notes: notes)])
  }
}
