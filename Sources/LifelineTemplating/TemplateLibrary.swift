import LifelineDiagnostics

/// Templates that call each other as partials.
public struct TemplateLibrary: Sendable {
  let templates: [Template]
  let code: TemplateCode
  private let addresses: [String: Int]

  /// Parses and links templates, given as texts by name.
  ///
  /// Throws all faults of all texts' syntax, or all calls of partials that are not there.
  public init(templates: [String: String]) throws(TemplateErrors) {
    var parsed: [Template] = []
    var diagnostics: [Diagnostic] = []
    for (name, text) in templates.sorted(by: { $0.key < $1.key }) {
      do {
        parsed.append(try Template(name: name, text: text))
      } catch {
        diagnostics += error.diagnostics
      }
    }
    guard diagnostics.isEmpty else { throw TemplateErrors(diagnostics) }
    try self.init(parsed)
  }

  /// Links templates. One that has the name of another before it takes the other's place.
  ///
  /// Throws all calls of partials that are not there.
  public init(_ templates: [Template]) throws(TemplateErrors) {
    var indices: [String: Int] = [:]
    var kept: [Template] = []
    for template in templates {
      if let index = indices[template.name] {
        kept[index] = template
      } else {
        indices[template.name] = kept.count
        kept.append(template)
      }
    }
    var code = TemplateCode()
    var addresses: [String: Int] = [:]
    for (index, template) in kept.enumerated() {
      addresses[template.name] = code.instructions.count
      code.append(template.code, ofTemplate: index)
    }
    let missing = code.link(addresses)
    guard missing.isEmpty else {
      throw TemplateErrors(
        missing.prefix(TemplateParser.faultLimit).map { tag in
          let location = kept[tag.template].location(tag.range)
          return unknownTemplate(tag.name, among: addresses.keys.sorted(), at: location)
        })
    }
    self.templates = kept
    self.code = code
    self.addresses = addresses
  }

  /// The text that the template `name` makes of `view`.
  ///
  /// Throws what is wrong at the first tag that cannot be rendered.
  public func render(_ name: String, with view: some TemplateView) throws(TemplateErrors) -> String {
    guard let address = addresses[name] else {
      let location = SourceLocation(path: "\(name).mustache", range: nil)
      throw TemplateErrors([unknownTemplate(name, among: addresses.keys.sorted(), at: location)])
    }
    var renderer = TemplateRenderer(library: self, view: view)
    return try renderer.render(from: address)
  }
}

private func unknownTemplate(
  _ name: String, among names: [String], at location: SourceLocation
) -> Diagnostic {
  let advice = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
  return Diagnostic(.unknownTemplate, "there is no template `\(name)`\(advice)", at: location)
}

extension TemplateCode {
  /// Adds another template's code behind this one.
  fileprivate mutating func append(_ other: TemplateCode, ofTemplate template: Int) {
    let address = instructions.count
    let (firstRun, firstTag) = (runs.count, tags.count)
    let (textStart, firstLine) = (text.count, lineStarts.count)
    for instruction in other.instructions {
      switch instruction {
      case .text(let run): instructions.append(.text(run: run + firstRun))
      case .variable(let tag): instructions.append(.variable(tag: tag + firstTag))
      case .section(let tag, let end):
        instructions.append(.section(tag: tag + firstTag, end: end + address))
      case .inverted(let tag, let end):
        instructions.append(.inverted(tag: tag + firstTag, end: end + address))
      case .partial(let tag, _): instructions.append(.partial(tag: tag + firstTag, target: 0))
      case .endSection, .finish: instructions.append(instruction)
      }
    }
    text += other.text
    lineStarts += other.lineStarts.lazy.map { $0 + textStart }
    for run in other.runs {
      runs.append(
        TextRun(bytes: run.bytes.moved(by: textStart), lineStarts: run.lineStarts.moved(by: firstLine)))
    }
    for var tag in other.tags {
      tag.template = template
      tags.append(tag)
    }
  }

  /// Fills in where partials begin; returns the tags that call one that is not there.
  fileprivate mutating func link(_ addresses: [String: Int]) -> [Tag] {
    var missing: [Tag] = []
    for index in instructions.indices {
      guard case .partial(let tag, _) = instructions[index] else { continue }
      if let target = addresses[tags[tag].name] {
        instructions[index] = .partial(tag: tag, target: target)
      } else {
        missing.append(tags[tag])
      }
    }
    return missing
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}

extension DiagnosticKind {
  static let unknownTemplate = DiagnosticKind(
    "L707", .error, "unknown template",
    explanation: """
      `{{>name}}` renders the template `name`, which is the file `name.mustache` of the templates' folder. \
      There is no template of that name.

          {{>statment}}
          {{>statement}}

      Correct the name, or add the file to the folder.
      """)
}
