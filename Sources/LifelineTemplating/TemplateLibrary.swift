import LifelineSource

/// Templates that call each other as partials.
package struct TemplateLibrary: Sendable {
  private let shelf: TemplateShelf

  /// Parses and links templates, given as texts by name.
  ///
  /// Throws all faults of all texts' syntax, or all calls of partials that are not there.
  package init(templates: [String: String]) throws(TemplateErrors) {
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
  package init(_ templates: [Template]) throws(TemplateErrors) {
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
    var missing: [Diagnostic] = []
    for index in kept.indices { missing += kept[index].link(indices) }
    guard missing.isEmpty else { throw TemplateErrors(Array(missing.prefix(TemplateParser.faultLimit))) }
    shelf = TemplateShelf(kept.map { .parsed($0) }, indices)
  }

  /// Keeps templates, given as texts in UTF-8 by name, which are parsed and linked when they are first rendered: of
  /// many templates a run may need a few. What is wrong with one is thrown then.
  package init(parsingWhenNeeded texts: [String: [UInt8]]) {
    var indices: [String: Int] = [:]
    var entries: [TemplateShelf.Entry] = []
    for (name, text) in texts {
      indices[name] = entries.count
      entries.append(.text(name: name, utf8: text))
    }
    shelf = TemplateShelf(entries, indices)
  }

  /// The text that the template `name` makes of `view`.
  ///
  /// Throws what is wrong at the first tag that cannot be rendered.
  package func render(_ name: String, with view: some TemplateView) throws(TemplateErrors) -> String {
    String(decoding: try renderUTF8(name, with: view), as: UTF8.self)
  }

  /// The text that the template `name` makes of `view`, in UTF-8: what a file needs.
  ///
  /// Throws what is wrong at the first tag that cannot be rendered.
  package func renderUTF8(_ name: String, with view: some TemplateView) throws(TemplateErrors) -> [UInt8] {
    guard let index = shelf.indices[name] else {
      let location = SourceLocation(path: "\(name).mustache", range: nil)
      throw TemplateErrors([unknownTemplate(name, among: shelf.indices.keys.sorted(), at: location)])
    }
    var renderer = try TemplateRenderer(of: shelf, at: index, view: view)
    return try renderer.render()
  }
}

private func unknownTemplate(
  _ name: String, among names: [String], at location: SourceLocation
) -> Diagnostic {
  let advice = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
  return Diagnostic(.unknownTemplate, "there is no template `\(name)`\(advice)", at: location)
}

extension Template {
  /// Fills in which templates its partials are; returns a finding for each that is not there.
  mutating func link(_ templates: [String: Int]) -> [Diagnostic] {
    var missing: [Diagnostic] = []
    for index in code.instructions.indices {
      guard case .partial(let tag, _) = code.instructions[index] else { continue }
      if let target = templates[code.tags[tag].name] {
        code.instructions[index] = .partial(tag: tag, target: target)
      } else if missing.count < TemplateParser.faultLimit {
        let tag = code.tags[tag]
        missing.append(unknownTemplate(tag.name, among: templates.keys.sorted(), at: location(tag.range)))
      }
    }
    return missing
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
