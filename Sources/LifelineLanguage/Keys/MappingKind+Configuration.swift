import LifelineModel

extension MappingKind {
  /// A configuration file.
  package static let configuration = MappingKind(
    "a configuration",
    [
      Key("access", .word(AccessLevel.allCases.map(\.rawValue)), "The access level of generated declarations."),
      Key("output", .form(.notEmpty), "The folder of generated machines, relative to this file."),
      Key("testsOutput", .form(.notEmpty), "The folder of generated tests, relative to this file."),
      Key("module", .form(.identifierPath), "The module that generated tests import."),
      Key(
        "object", .anyOf([.flag, .word(["observable"])]),
        "Whether to generate a class that holds the machine, or one that is `Observable`."),
      Key("monitor", .flag, "Whether to generate a monitor, which finds calls that come where they can't."),
      Key(
        "isolation", .word(Isolation.allCases.map(\.rawValue)),
        "The isolation of that class and of delegates; without it, they declare none."),
      Key("tests", .mapping(.tests), "The options of generated tests."),
      Key(
        "templates", .anyOf([.form(.notEmpty), .mapping(.templates)]),
        "A folder whose files replace built-in templates of the same name, relative to this file."),
      Key("coverage", .mapping(.coverage), "The least coverage of the scenarios, in percent."),
      Key(
        "limit", .number(0...Int.max), "The number of configurations to explore for each machine; 0 for none."),
      Key("traces", .list(.named(.trace)), "The logs that `lifeline check` holds against specs."),
      Key("allow", .named(.suppressions), "The codes of warnings to suppress in this folder, each with the reason."),
    ])

  static let templates = MappingKind(
    "the settings of templates",
    [
      Key(
        "folder", .form(.notEmpty), isRequired: true,
        "A folder whose files replace built-in templates of the same name, relative to this file."),
      Key(
        "extra", .list(.text),
        "Templates of that folder that make one more file of each spec, such as `Analytics.swift.mustache`."),
    ])

  static let coverage = MappingKind(
    "`coverage`",
    CoverageSubject.allCases.map { subject in
      Key(subject.rawValue, .number(0...100), "The least percentage of \(subject.rawValue) that scenarios cover.")
    })

  static let trace = MappingKind(
    "a trace",
    [
      Key("log", .text, isRequired: true, "The path of the log, relative to this file."),
      Key("spec", .text, isRequired: true, "The path of the spec, relative to this file."),
      Key("source", .text, "The place where the log was published."),
      Key("from", .word(["start", "anywhere"]), "Where the log begins; the default is `start`."),
      Key("observing", .list(.text), "The channels and callbacks whose calls are all in the log."),
      Key("without", .list(.text), "The callbacks that nobody has logged."),
      Key(
        "by", .text, "The member of objects, or the regular expression for lines, that tells sessions apart."),
      Key("as", .named(.arguments), "Parts of the machine, each with the class or the object that it is in the log."),
      Key("given", .named(.arguments), "Fixed fields, each with its value."),
      Key("violates", .text, "The reason why the log violates the spec."),
    ])

  static let tests = MappingKind(
    "the settings of tests",
    [
      Key("framework", .word(TestFramework.allCases.map(\.rawValue)), "The framework of the tests."),
      Key(
        "derive", .word(TestSettings.Derivation.allCases.map(\.rawValue)),
        "The tests to add to those of the scenarios."),
      Key(
        "subject", .anyOf([.form(.identifierPath), .entries(.init(values: .form(.identifierPath)))]),
        "A Swift type that the tests drive instead of the machine, or such a type for each machine."),
    ])
}
