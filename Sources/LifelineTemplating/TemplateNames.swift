import LifelineSource

/// Checks the names of templates: those of overriding ones, and those that partial tags use.
struct TemplateNames {
  let templates: [String: Template]
  /// The names of the built-in templates.
  let known: Set<String>

  /// Returns the errors of partial tags that name no template, and of overriding templates that nothing renders.
  func errors(
    ofOverriding overriding: some Sequence<String>, roots: some Sequence<String>
  ) -> [Diagnostic] {
    let missing = templates.values.sorted { $0.name < $1.name }.flatMap { template in
      template.partialTags.filter { templates[$0.name] == nil }.map { tag in
        unknownTemplate(tag.name, among: templates.keys, at: template.location(tag.range))
      }
    }
    guard missing.isEmpty else { return Array(missing.prefix(TemplateErrors.limit)) }
    let used = used(by: roots)
    return overriding.sorted().filter { !used.contains($0) }.map { name in
      let location = SourceLocation(path: "\(name).mustache", range: nil)
      guard known.contains(name) else { return unknownTemplate(name, among: known, at: location, listsKnown: true) }
      let message = "nothing renders the template `\(name)`: no template calls it any more"
      return Diagnostic(.unusedTemplate, message, at: location)
    }
  }

  /// Returns an error for each template that calls itself, directly or through others, without a section that could
  /// end it.
  func endlessCalls() -> [Diagnostic] {
    templates.values.sorted { $0.name < $1.name }.compactMap { template in
      guard let tag = template.unconditionalPartialTags.first(where: { reaches(template.name, from: $0.name) }) else {
        return nil
      }
      let use = TagUse(tag: tag, template: template, calls: [])
      return use.diagnostic(.endlessPartials, "`\(template.name)` calls itself without end")
    }
  }

  /// Whether rendering `start` always renders `name`.
  private func reaches(_ name: String, from start: String) -> Bool {
    closure(of: [start]) { $0.unconditionalPartialTags }.contains(name)
  }

  /// Returns the names of all templates that rendering the roots may render.
  private func used(by roots: some Sequence<String>) -> Set<String> {
    closure(of: roots) { $0.partialTags }
  }

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
func unknownTemplate(
  _ name: String, among names: some Sequence<String>, at location: SourceLocation, listsKnown: Bool = false
) -> Diagnostic {
  let names = names.sorted()
  let advice = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
  let details = listsKnown ? ["known templates: " + names.joined(separator: ", ")] : []
  return Diagnostic(.unknownTemplate, "there is no template `\(name)`\(advice)", at: location, details: details)
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
