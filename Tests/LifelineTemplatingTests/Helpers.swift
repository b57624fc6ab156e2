import LifelineSource
import LifelineTemplating
import XCTest

/// A view whose keys are data, for tests.
struct Values: TemplateView, ExpressibleByDictionaryLiteral {
  static let keys: ViewKeys<Values> = [
    "name": .text({ _ in "" }, "A name."), "title": .text({ _ in "" }, "A title."),
    "items": .list({ _ -> [Values] in [] }, "Items."),
  ]
  var values: [String: TemplateValue]

  init(dictionaryLiteral elements: (String, TemplateValue)...) {
    values = Dictionary(uniqueKeysWithValues: elements)
  }

  func value(for key: String) -> TemplateValue? { values[key] }
}

extension TemplateValue {
  static func map(_ values: Values) -> TemplateValue { .view(values) }
  static func maps(_ values: [Values]) -> TemplateValue { .list(values) }
}

/// Checks the text that a template makes of `values`.
func assertRenders(
  _ template: String, _ values: Values, partials: [String: String] = [:], _ expected: String,
  file: StaticString = #filePath, line: UInt = #line
) {
  do {
    var templates = partials
    templates["main"] = template
    let text = try TemplateSet.load(templates, roots: [:]).render("main", with: values)
    XCTAssertEqual(text, expected, file: file, line: line)
  } catch {
    XCTFail(describe(error.diagnostics).joined(separator: "\n"), file: file, line: line)
  }
}

/// Checks the text that a template makes of a view without keys.
func assertRenders(
  _ template: String, partials: [String: String] = [:], _ expected: String,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertRenders(template, [:], partials: partials, expected, file: file, line: line)
}

/// Checks the errors of a template, which are described as `path:line:column-line:column code message`, each with its
/// details and notes on indented lines.
func assertFails(
  _ template: String, _ values: Values, partials: [String: String] = [:], _ expected: [String],
  file: StaticString = #filePath, line: UInt = #line
) {
  do {
    var templates = partials
    templates["main"] = template
    let text = try TemplateSet.load(templates, roots: [:]).render("main", with: values)
    XCTFail("rendered \(text)", file: file, line: line)
  } catch {
    XCTAssertEqual(describe(error.diagnostics), expected, file: file, line: line)
  }
}

func assertFails(
  _ template: String, _ values: Values, partials: [String: String] = [:], _ expected: String...,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertFails(template, values, partials: partials, expected, file: file, line: line)
}

func assertFails(
  _ template: String, partials: [String: String] = [:], _ expected: String...,
  file: StaticString = #filePath, line: UInt = #line
) {
  assertFails(template, [:], partials: partials, expected, file: file, line: line)
}

func describe(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.flatMap { diagnostic in
    ["\(describe(diagnostic.location)) \(diagnostic.kind.code) \(diagnostic.message)"]
      + diagnostic.details.map { "  \($0)" }
      + diagnostic.notes.map { "  \($0.location.map(describe) ?? "-") \($0.message)" }
  }
}

private func describe(_ location: SourceLocation) -> String {
  guard let range = location.range else { return location.path }
  let (start, end) = (range.start, range.end)
  return "\(location.path):\(start.line):\(start.column)-\(end.line):\(end.column)"
}
