import LifelineTemplating
import XCTest

/// Templates that are refused when they are loaded, whatever they are rendered with.
final class CheckTests: XCTestCase {
  private struct Machine: TemplateView {
    var name = "M"
    var states: [State] = []

    static let keys: ViewKeys<Self> = [
      "name": .text(\.name, "The machine's name."),
      "isFlat": .flag({ $0.states.isEmpty }, "Whether it has no states."),
      "imports": .texts({ _ in ["XCTest"] }, "The modules."),
      "options": .view({ _ in Options() }, "The options."),
      "first": .section(\.states.first, "The first state."),
      "states": .list(\.states, "The states."),
    ]
  }

  private struct State: TemplateView {
    var path: String
    var states: [State] = []

    static let keys: ViewKeys<Self> = [
      "path": .text(\.path, "The state's path."), "states": .list(\.states, "The states inside."),
    ]
  }

  private struct Options: TemplateView {
    static let keys: ViewKeys<Self> = [
      "access": .text({ _ in "public" }, "The access level."),
      "others": .view({ _ in Others() }, "Other options."),
    ]
  }

  private struct Others: TemplateView {
    static let keys: ViewKeys<Self> = ["header": .text({ _ in "// header" }, "A header.")]
  }

  private let builtIn = [
    "machine": "{{name}}:{{#states}}{{>state}}{{/states}}", "state": " {{path}}{{#states}}{{>state}}{{/states}}",
    "tests": "{{name}}",
  ]

  private func load(_ overriding: [String: String]) throws(TemplateErrors) -> TemplateSet {
    try TemplateSet.load(builtIn, overriding: overriding, roots: ["machine": Machine.self, "tests": Machine.self])
  }

  private func assertRefused(
    _ overriding: [String: String], _ expected: String..., file: StaticString = #filePath, line: UInt = #line
  ) {
    do {
      _ = try load(overriding)
      XCTFail("loaded", file: file, line: line)
    } catch {
      XCTAssertEqual(describe(error.diagnostics), expected, file: file, line: line)
    }
  }

  func testEveryKindOfKey() throws {
    let text = """
      {{name}} {{#name}}{{.}}{{/name}} {{#isFlat}}flat{{/isFlat}}{{^isFlat}}deep{{/isFlat}} {{#imports}}{{.}}{{/imports}}
      {{options.access}} {{options.others.header}} {{#options}}{{access}}{{#others}}{{header}}{{/others}}{{/options}}
      {{#first}}{{path}}{{/first}} {{#states}}<{{name}}.{{path}}>{{/states}}{{#.}}{{name}}{{/.}}
      """
    let templates = try load(["machine": text, "state": "{{path}}", "tests": "{{#states}}{{>state}}{{/states}}"])
    XCTAssertEqual(
      try templates.render("machine", with: Machine(states: [State(path: "a"), State(path: "b")])),
      """
      M M deep XCTest
      public // header public// header
      a <M.a><M.b>M
      """)
  }

  func testRecursivePartial() throws {
    let inner = State(path: "b", states: [State(path: "c")])
    XCTAssertEqual(
      try load([:]).render("machine", with: Machine(states: [State(path: "a"), inner])), "M: a b c")
  }

  func testUnknownKeyInEveryBranch() {
    let known = "  keys of the innermost view: name, isFlat, imports, options, first, states"
    assertRefused(
      ["tests": "{{#isFlat}}{{nam}}{{/isFlat}}"],
      "tests.mustache:1:12-1:19 L708 there is no key `nam`; did you mean `name`?", known)
    assertRefused(
      ["tests": "{{^isFlat}}{{x}}{{/isFlat}}\n{{^y}}{{/y}}{{#z}}{{anything}}{{/z}}"],
      "tests.mustache:1:12-1:17 L708 there is no key `x`", known, "tests.mustache:2:1-2:7 L708 there is no key `y`",
      known, "tests.mustache:2:13-2:19 L708 there is no key `z`", known)
    assertRefused(
      ["tests": "{{#first}}{{#states}}{{pat}}{{path}}{{name}}{{/states}}{{/first}}{{path}}"],
      "tests.mustache:1:22-1:29 L708 there is no key `pat`; did you mean `path`?",
      "  keys of the innermost view: path, states",
      "tests.mustache:1:66-1:74 L708 there is no key `path`", known)
    assertRefused(
      ["tests": "{{options.acess}}"],
      "tests.mustache:1:1-1:18 L708 there is no key `acess`; did you mean `access`?",
      "  keys of the innermost view: access, others")
  }

  func testUnknownKeyInAPartial() {
    assertRefused(
      ["tests": "{{#isFlat}}\n  {{>part}}\n{{/isFlat}}", "part": "{{^imports}}{{path}}{{/imports}}"],
      "part.mustache:1:13-1:21 L708 there is no key `path`",
      "  keys of the innermost view: name, isFlat, imports, options, first, states",
      "  tests.mustache:2:3-2:12 `part` is called here")
  }

  /// A tag that's right for the first views of a recursive partial may be wrong for the next.
  func testRecursivePartialIsCheckedForEveryView() {
    assertRefused(
      ["state": "{{path}}{{#options}}{{#.}}{{^x}}{{/x}}{{/.}}{{/options}}"],
      "state.mustache:1:27-1:33 L708 there is no key `x`", "  keys of the innermost view: access, others",
      "  machine.mustache:1:21-1:31 `state` is called here")
    assertRefused(
      ["tests": "{{>part}}", "part": "{{.}}{{#states}}{{>part}}{{/states}}"],
      "part.mustache:1:1-1:6 L709 `.` is a view, which has no text to write; use it as a section",
      "  tests.mustache:1:1-1:10 `part` is called here")
    assertRefused(
      [
        "tests": "{{#name}}{{>part}}{{/name}}",
        "part": "{{.}}{{#imports}}{{>part}}{{/imports}}{{#states}}{{>part}}{{/states}}",
      ],
      "part.mustache:1:1-1:6 L709 `.` is a view, which has no text to write; use it as a section",
      "  part.mustache:1:50-1:59 `part` is called here", "  tests.mustache:1:10-1:19 `part` is called here")
  }

  func testValuesOfTheWrongKind() {
    assertRefused(
      ["tests": "{{isFlat}}{{states}}{{imports}}{{options}}{{first}}{{#isFlat}}{{.}}{{/isFlat}}"],
      "tests.mustache:1:1-1:11 L709 `isFlat` is a flag, which has no text to write; use it as a section",
      "tests.mustache:1:11-1:21 L709 `states` is a list, which has no text to write; use it as a section",
      "tests.mustache:1:21-1:32 L709 `imports` is a list, which has no text to write; use it as a section",
      "tests.mustache:1:32-1:43 L709 `options` is a view, which has no text to write; use it as a section",
      "tests.mustache:1:43-1:52 L709 `first` is a view that is not always there, which has no text to write; use it as a section",
      "tests.mustache:1:63-1:68 L709 `.` is a flag, which has no text to write; use it as a section")
    assertRefused(
      ["tests": "{{^first.path}}{{/first.path}}{{#name.x}}{{/name.x}}"],
      "tests.mustache:1:1-1:16 L710 `first` is a view that is not always there, in which no key can be looked up",
      "tests.mustache:1:31-1:42 L710 `name` is a text, in which no key can be looked up")
  }

  func testMisnamedTemplate() {
    assertRefused(
      ["machin": ""], "machin.mustache L707 there is no template `machin`; did you mean `machine`?",
      "  known templates: machine, state, tests")
    assertRefused(
      ["machine": "", "other": ""], "other.mustache L707 there is no template `other`",
      "  known templates: machine, state, tests")
    assertRefused(
      ["machine": "", "Page.md": ""],
      "Page.md.mustache L707 nothing renders this template; if it makes a file of each spec, give "
        + "`templates` in `lifeline.yaml` its folder and this file, as in `templates: {folder: Templates, extra: "
        + "[Page.md.mustache]}`")
    // Advice that the configuration would refuse isn't given.
    assertRefused(
      ["machine": "", "Tests.swift": "", "my page.md": ""],
      "Tests.swift.mustache L707 nothing renders this template; if it makes a file of each spec, rename it, because its "
        + "files would have the names of tests",
      "my page.md.mustache L707 nothing renders this template; if it makes a file of each spec, rename it: the words of "
        + "such a name consist of letters, digits, `_`, `-` and `+`, as in `Analytics.swift.mustache`")
  }

  func testAllFaultsAreReportedAtOnce() {
    let known = "  known templates: machine, part, state, tests"
    let keys = "  keys of the innermost view: name, isFlat, imports, options, first, states"
    assertRefused(
      ["tests": "{{>parts}}{{nam}}\n{{>tests}}", "part": "{{name}}", "machine": "{{states}}"],
      "machine.mustache:1:1-1:11 L709 `states` is a list, which has no text to write; use it as a section",
      "tests.mustache:1:1-1:11 L707 there is no template `parts`; did you mean `part`?", known,
      "tests.mustache:1:11-1:18 L708 there is no key `nam`; did you mean `name`?", keys,
      "tests.mustache:2:1-2:11 L711 `tests` calls itself without end; make the call in a section that is empty at last")
    // Another template's syntax error hides neither.
    assertRefused(
      ["tests": "{{>x}}", "part": "{{#name}}", "machine": "{{nam}}"],
      "machine.mustache:1:1-1:8 L708 there is no key `nam`; did you mean `name`?", keys,
      "part.mustache:1:1-1:10 L704 the section `name` is not closed; `{{/name}}` is missing",
      "tests.mustache:1:1-1:7 L707 there is no template `x`", known)
    assertRefused(
      ["tests": "{{>x}}", "other": "", "machine": ""],
      "other.mustache L707 there is no template `other`", "  known templates: machine, state, tests",
      "tests.mustache:1:1-1:7 L707 there is no template `x`", "  known templates: machine, other, state, tests")
  }

  func testOfManyFaultsFiftyAreReported() {
    for tag in ["{{nam}}", "{{>mian}}", "{{#nam}}{{/nam}}"] {
      XCTAssertThrowsError(try load(["tests": String(repeating: tag, count: 5_000)])) { error in
        let diagnostics = (error as? TemplateErrors)?.diagnostics ?? []
        XCTAssertEqual(diagnostics.count, 50)
        XCTAssertEqual(
          diagnostics.compactMap { $0.location.range?.start.column }, (0..<50).map { 1 + tag.count * $0 })
      }
    }
  }

  func testUnusedOverride() {
    assertRefused(
      ["machine": "{{name}}", "state": ""],
      "state.mustache L712 nothing renders this template: no template calls `{{>state}}` any more; call it, or remove the file"
    )
    XCTAssertNoThrow(try load(["machine": "{{name}}"]))
    XCTAssertNoThrow(try load(["machine": "{{>mine}}", "mine": "{{name}}"]))
  }

  func testKeyReference() throws {
    let reference = try load([:]).keyReference()
    XCTAssertTrue(
      reference.hasPrefix(
        """
        | template | rendered with |
        | --- | --- |
        | `machine` | [Machine](#machine) |
        | `state` | [State](#state) in [Machine](#machine) |
        | `tests` | [Machine](#machine) |

        ### Machine

        | key | kind | meaning |
        | --- | --- | --- |
        | `name` | text | The machine's name. |
        | `isFlat` | flag | Whether it has no states. |
        | `imports` | list of texts | The modules. |
        | `options` | [Options](#options) | The options. |
        | `first` | [State](#state) or nothing | The first state. |
        | `states` | list of [State](#state) | The states. |

        ### Options

        """), reference)
    XCTAssertTrue(
      reference.hasSuffix(
        "\n| `path` | text | The state's path. |\n| `states` | list of [State](#state) | The states inside. |\n"),
      reference)
  }

  /// Partials that call themselves for several lists of the root come to a new sequence of views each time.
  func testCheckEndsWhateverPartialsCall() {
    let sections = ["states", "options", "others", "."]
    let text = sections.map { "{{#\($0)}}{{>part}}{{/\($0)}}" }.joined()
    XCTAssertThrowsError(try load(["tests": "{{>part}}", "part": text]))
  }
}
