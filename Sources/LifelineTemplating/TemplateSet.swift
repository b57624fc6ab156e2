import LifelineSource

/// Templates that call each other as partials, checked as a whole.
package struct TemplateSet: Sendable {
  private let templates: [String: Template]
  /// The sequences of views that can be current where each template is rendered, the innermost first.
  let views: [String: [[any TemplateView.Type]]]

  /// Parses templates, puts overriding ones into the place of those with the same name, and checks every branch of
  /// every template.
  ///
  /// - Parameters:
  ///   - texts: The templates' texts by name.
  ///   - overridingTexts: The texts that replace some of them, or that a replacing text calls as a partial.
  ///   - roots: The templates that are rendered directly, with the types of the views that they are rendered with.
  /// - Throws: All errors of all templates, except that partials which a template with a syntax error calls aren't known.
  package static func load(
    _ texts: [String: String], overriding overridingTexts: [String: String] = [:],
    roots: [String: any TemplateView.Type]
  ) throws(TemplateErrors) -> TemplateSet {
    var templates: [String: Template] = [:]
    var diagnostics: [Diagnostic] = []
    let texts = (builtIn: texts, all: texts.merging(overridingTexts, uniquingKeysWith: { $1 }))
    for (name, text) in texts.all {
      do {
        templates[name] = try Template.parse(name: name, text: text)
      } catch {
        diagnostics += error.diagnostics
      }
    }
    let names = TemplateNames(templates: templates, all: Set(texts.all.keys), builtIn: Set(texts.builtIn.keys))
    diagnostics += names.unknownPartials()
    diagnostics += names.unusedTemplates(among: overridingTexts.keys, roots: roots.keys)
    diagnostics += names.endlessCalls()
    let check = TemplateCheck.check(templates, roots: roots)
    diagnostics += check.diagnostics
    guard diagnostics.isEmpty else {
      throw TemplateErrors(Array(diagnostics.inSourceOrder().prefix(TemplateErrors.limit)))
    }
    return TemplateSet(templates: templates, views: check.views)
  }

  /// Returns the text that the template `name` makes of `view`.
  ///
  /// - Throws: The error at the first tag that cannot be rendered, or with which the text exceeds the limits.
  package func render(
    _ name: String, with view: some TemplateView, limits: RenderingLimits = RenderingLimits()
  ) throws(TemplateErrors) -> String {
    guard let template = templates[name] else {
      let location = SourceLocation(path: "\(name).mustache", range: nil)
      throw TemplateErrors([unknownTemplate(name, among: templates.keys, at: location)])
    }
    var renderer = TemplateRenderer(template, among: templates, view: view, limits: limits)
    return String(decoding: try renderer.render(), as: UTF8.self)
  }
}
