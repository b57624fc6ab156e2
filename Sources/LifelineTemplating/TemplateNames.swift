import LifelineSource

/// Checks the names of templates: those of overriding ones, and those that partial tags use.
struct TemplateNames {
  /// The templates without syntax errors.
  let templates: [String: Template]
  /// The names of all templates.
  let all: Set<String>
  /// The names of the built-in templates.
  let builtIn: Set<String>

  /// The partial tags that name no template, each with the template that it is in. Of many, only the first ones are
  /// returned, because searching for the names that they mean takes time.
  private var unknownTags: [(tag: Tag, template: Template)] {
    let tags = templates.values.sorted { $0.name < $1.name }.lazy.flatMap { template in
      template.partialTags.lazy.filter { !all.contains($0.name) }.map { ($0, template) }
    }
    return Array(tags.prefix(TemplateErrors.limit))
  }

  /// Returns an error for each partial tag that names no template.
  func unknownPartials() -> [Diagnostic] {
    unknownTags.map { tag, template in
      unknownTemplate(tag.name, among: all, at: template.location(tag.range))
    }
  }

  /// Returns an error for each overriding template that nothing renders. A template with a syntax error may render any
  /// of them.
  func unusedTemplates(among overriding: some Sequence<String>, roots: some Sequence<String>) -> [Diagnostic] {
    let unknownTags = unknownTags
    guard templates.count == all.count, unknownTags.count < TemplateErrors.limit else { return [] }
    // A misspelt tag is an error already.
    let misspelt = unknownTags.compactMap { nearestName(to: $0.tag.name, among: all.sorted()) }
    let used = closure(of: Array(roots) + misspelt) { $0.partialTags }
    return overriding.filter { !used.contains($0) }.map { name in
      let location = SourceLocation(path: "\(name).mustache", range: nil)
      guard builtIn.contains(name) else { return strangeTemplate(name, at: location) }
      let message =
        "nothing renders this template: no template calls `{{>\(name)}}` any more; call it, or remove the file"
      return Diagnostic(.unusedTemplate, message, at: location)
    }
  }

  /// Returns the error of an overriding template with a name of its own, which nothing renders.
  private func strangeTemplate(_ name: String, at location: SourceLocation) -> Diagnostic {
    // The name of a template that makes a file of each spec has the extension of the file.
    guard name.contains(".") else { return unknownTemplate(name, among: builtIn, at: location) }
    let file = name + ".mustache"
    let advice =
      switch ExtraTemplateNameFault.find(in: file) {
      case nil:
        "give `templates` in `lifeline.yaml` its folder and this file, as in `templates: {folder: Templates, extra: "
          + "[\(file)]}`"
      case .noExtension:
        "rename it: the words of such a name consist of letters, digits, `_`, `-` and `+`, as in "
          + "`Analytics.swift.mustache`"
      case .tests: "rename it, because its files would have the names of tests"
      }
    return Diagnostic(
      .unknownTemplate, "nothing renders this template; if it makes a file of each spec, \(advice)", at: location)
  }

  /// Returns an error for each template that calls itself, directly or through others, without a section that could
  /// end it.
  func endlessCalls() -> [Diagnostic] {
    templates.values.compactMap { template in
      guard let tag = template.unconditionalPartialTags.first(where: { reaches(template.name, from: $0.name) }) else {
        return nil
      }
      let use = TagUse(tag: tag, template: template, calls: [])
      return use.diagnostic(
        .endlessPartials,
        "`\(template.name)` calls itself without end; make the call in a section that is empty at last")
    }
  }

  /// Whether rendering `start` always renders `name`.
  private func reaches(_ name: String, from start: String) -> Bool {
    closure(of: [start]) { $0.unconditionalPartialTags }.contains(name)
  }

  /// Returns the names of the templates that rendering `names` may render, if rendering one renders its `calls`.
  private func closure(of names: some Sequence<String>, _ calls: (Template) -> [Tag]) -> Set<String> {
    var result = Set(names)
    var pending = Array(result)
    while let name = pending.popLast(), let template = templates[name] {
      pending += calls(template).map(\.name).filter { result.insert($0).inserted }
    }
    return result
  }
}

/// Returns the error of a name that no template has.
func unknownTemplate(_ name: String, among known: some Sequence<String>, at location: SourceLocation) -> Diagnostic {
  let known = known.sorted()
  let advice = nearestName(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
  return Diagnostic(
    .unknownTemplate, "there is no template `\(name)`\(advice)", at: location,
    details: ["known templates: " + known.joined(separator: ", ")])
}

extension Template {
  /// The tags that call partials, in any branch.
  var partialTags: [Tag] {
    instructions.compactMap { if case .partial(let tag, _) = $0 { tag } else { nil } }
  }

  /// The tags outside of all sections that call partials.
  var unconditionalPartialTags: [Tag] {
    var result: [Tag] = []
    var address = 0
    while address < instructions.count {
      switch instructions[address] {
      case .section(_, let end), .inverted(_, let end): address = end
      case .partial(let tag, _):
        result.append(tag)
        address += 1
      case .text, .variable, .endSection: address += 1
      }
    }
    return result
  }
}
