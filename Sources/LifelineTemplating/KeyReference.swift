extension TemplateSet {
  /// Returns a reference, in Markdown, of the templates with the views that they are rendered with, and of the keys of
  /// all these views.
  ///
  /// - Parameters:
  ///   - headingLevel: The level of the headings of templates and views.
  ///   - others: Other views that templates can be rendered with, each with a name of these templates.
  package func keyReference(
    headingLevel: Int = 3, others: [(templates: String, view: any TemplateView.Type)] = []
  ) -> String {
    let heading = String(repeating: "#", count: headingLevel)
    var lines = ["| template | rendered with |", "| --- | --- |"]
    var types: [ObjectIdentifier: any TemplateView.Type] = [:]
    for (template, sequences) in views.sorted(by: { $0.key < $1.key }) {
      let stacks = sequences.map { $0.map(link).joined(separator: " in ") }
      lines.append("| `\(template)` | \(stacks.sorted().joined(separator: "; ")) |")
      for type in sequences.joined() { collect(type, into: &types) }
    }
    for (templates, view) in others {
      lines.append("| \(templates) | \(link(to: view)) |")
      collect(view, into: &types)
    }
    for type in types.values.sorted(by: { name(of: $0) < name(of: $1) }) {
      lines += ["", "\(heading) \(name(of: type))", "", "| key | kind | meaning |", "| --- | --- | --- |"]
      lines += type.keyDeclarations.map { "| `\($0.name)` | \(describe($0.kind)) | \($0.documentation) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Adds a view type and those that its keys lead to.
  private func collect(_ type: any TemplateView.Type, into types: inout [ObjectIdentifier: any TemplateView.Type]) {
    guard types.updateValue(type, forKey: ObjectIdentifier(type)) == nil else { return }
    for declaration in type.keyDeclarations {
      switch declaration.kind {
      case .view(let inner), .optionalView(let inner), .list(let inner): collect(inner, into: &types)
      case .text, .flag, .texts: break
      }
    }
  }

  private func describe(_ kind: KeyKind) -> String {
    switch kind {
    case .text: "text"
    case .flag: "flag"
    case .texts: "list of texts"
    case .view(let type): link(to: type)
    case .optionalView(let type): "\(link(to: type)) or nothing"
    case .list(let type): "list of \(link(to: type))"
    }
  }

  private func link(to type: any TemplateView.Type) -> String {
    let name = name(of: type)
    return "[\(name)](#\(name.lowercased()))"
  }

  /// The name of a view type without the suffix that only Swift needs.
  private func name(of type: any TemplateView.Type) -> String {
    let name = String(describing: type)
    return name.hasSuffix("View") ? String(name.dropLast(4)) : name
  }
}
