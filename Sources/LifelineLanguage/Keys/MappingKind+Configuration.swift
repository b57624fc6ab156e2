import LifelineModel

extension MappingKind {
  /// A configuration file.
  package static let configuration = MappingKind(
    "a configuration",
    [
      FixedKey(
        "access", .word(AccessLevel.allCases.map(\.rawValue)),
        "The access level of generated declarations; the default is `internal`."),
      FixedKey("output", .text(.other, .notEmpty), "The folder of generated machines, relative to this file."),
      FixedKey("testsOutput", .text(.other, .notEmpty), "The folder of generated tests, relative to this file."),
      FixedKey("module", .text(.other, .identifierPath), "The module that generated tests import."),
      FixedKey(
        "object", .anyOf([.flag, .word(["observable"])]),
        "Whether to generate a class that holds the machine, or one that is `Observable`; the default is `false`."),
      FixedKey(
        "monitor", .flag,
        "Whether to generate a monitor, which finds calls that come where they can't; the default is `false`."),
      FixedKey(
        "citations", .flag,
        "Whether the documentation of generated code says where the spec's claims come from; the default is `false`."),
      FixedKey(
        "isolation", .word(Isolation.allCases.map(\.rawValue)),
        "The isolation of that class and of delegates; without it, they declare none."),
      FixedKey("tests", .mapping(.tests), "The options of generated tests."),
      FixedKey(
        "templates", .anyOf([.text(.other, .notEmpty), .mapping(.templates)]),
        "A folder whose files replace built-in templates of the same name, relative to this file."),
      FixedKey("coverage", .mapping(.coverage), "The least coverage of the scenarios, in percent."),
      FixedKey(
        "limit", .number(0...Int.max),
        "The number of configurations to explore for each machine; the default is 1,000,000, and 0 means none."),
      FixedKey("traces", .list(.named(.trace)), "The logs that `lifeline check` compares with specs."),
      FixedKey(
        "allow", .named(.suppressions), "The codes of warnings to suppress in this folder, each with the reason."),
    ])

  static let templates = MappingKind(
    "the settings of templates",
    [
      FixedKey(
        "folder", .text(.other, .notEmpty),
        absence: "need a `folder`; write `{folder: Templates, extra: [Analytics.swift.mustache]}`",
        "A folder whose files replace built-in templates of the same name, relative to this file."),
      FixedKey(
        "extra", .list(.text(.other)),
        "Templates of that folder that make one more file of each spec, such as `Analytics.swift.mustache`."),
    ], absenceKind: .badExtraTemplate)

  static let coverage = MappingKind(
    "`coverage`",
    CoverageSubject.allCases.map { subject in
      FixedKey(subject.rawValue, .number(0...100), "The least percentage of \(subject.rawValue) that scenarios cover.")
    })

  private static func logAbsence(_ key: String) -> String {
    "has no `\(key)`; write `{log: Traces/device.log, spec: Screen.yaml}`"
  }

  static let trace = MappingKind(
    "a trace",
    [
      FixedKey("log", .text(.other), absence: logAbsence("log"), "The path of the log, relative to this file."),
      FixedKey("spec", .text(.other), absence: logAbsence("spec"), "The path of the spec, relative to this file."),
      FixedKey("source", .text(.prose), "The place where the log was published."),
      FixedKey("from", .word(["start", "anywhere"]), "Where the log begins; the default is `start`."),
      FixedKey("observing", .list(.text(.other)), "The channels and callbacks whose calls are all in the log."),
      FixedKey(
        "observingEvents", .list(.text(.other)),
        "The events that are all in the log, each where the host has sent it, or `all`."),
      FixedKey(
        "eventPattern", .text(.other),
        "The regular expression whose first group is the name of the event in a line of text."),
      FixedKey("observingStates", .flag, "Whether the log shows the states in which the machine is."),
      FixedKey(
        "statePattern", .text(.other), "The regular expression whose first group is the state in a line of text."),
      FixedKey(
        "callPattern", .text(.other), "The regular expression whose first group is the call in a line of text."),
      FixedKey("without", .list(.text(.other)), "The callbacks that are not in the log."),
      FixedKey(
        "by", .text(.other), "The member of objects, or the regular expression for lines, that tells sessions apart."),
      FixedKey(
        "as", .entries(.init(values: .text(.other))),
        "Parts of the machine, each with the class or the object that it is in the log."),
      FixedKey("given", .entries(.init(values: .text(.other))), "Fixed fields, each with its value."),
      FixedKey("violates", .text(.prose), "The reason why the log violates the spec."),
    ], absenceKind: .badTrace)

  static let tests = MappingKind(
    "the settings of tests",
    [
      FixedKey(
        "framework", .word(TestFramework.allCases.map(\.rawValue)),
        "The framework of the tests; the default is `xctest`."),
      FixedKey(
        "derive", .word(TestSettings.Derivation.allCases.map(\.rawValue)),
        "The tests to add to those of the scenarios; the default is `none`."),
      FixedKey("clock", .flag, "Whether to generate a clock that tests move by hand, for code that sleeps."),
      FixedKey(
        "subject", subjects,
        "A Swift type that the tests drive instead of the machine, or such a type for each machine."),
      FixedKey(
        "asyncSubject", subjects,
        "A type as under `subject`, but its calls come later, or from other threads: the tests wait for them."),
    ])

  private static let subjects = ValueShape.anyOf([
    .text(.other, .identifierPath), .entries(.init(values: .text(.other, .identifierPath))),
  ])
}
