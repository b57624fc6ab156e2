import LifelineSource

extension DiagnosticKind {
  static let badConfiguration = languageKinds["L601"]
  package static let badTestSetting = languageKinds["L602"]
  static let badExtraTemplate = languageKinds["L645"]
  package static let badTrace = languageKinds["L603"]

  /// The kinds of diagnostics about settings in configuration files.
  static let settingDeclarations: [DiagnosticKindList.Declaration] = [
    .error(
      "L601", "an invalid setting",
      explanation: """
        `access` is `internal`, `package` or `public`. `module` is the name of a Swift module. `object` is `true`, \
        `false` or `observable`. `isolation` is `MainActor`. `templates` is the path of a folder from the folder of the \
        configuration file. `coverage` gives for any of `states`, `transitions`, `guards`, `callbacks` and `claims` \
        the percentage, from 0 to 100, that scenarios must cover.

            access: public                     # not: open
            module: Lifecycles
            object: observable
            isolation: MainActor
            templates: ../Templates
            coverage: {transitions: 100, claims: 80}

        Write one of these values, or remove the key.
        """),
    .error(
      "L602", "an invalid setting of tests",
      explanation: """
        `tests` in `lifeline.yaml` configures generated tests. `framework` is `xctest` or `swift-testing`. `derive` is \
        `none`, `transitions` or `pairs`. `subject` is the Swift type that the tests check against the scenarios instead \
        of the generated machine. `asyncSubject` is such a type whose calls come later, or from other threads. For a folder \
        with several machines, each of the two is a mapping from the name of a machine to its type. No machine has both:

            tests:
              framework: swift-testing
              derive: transitions
              subject: {Player: AudioPlayer}

        Write one of these values, or remove the key. Without `tests`, there is an XCTest test for each scenario, \
        and it checks the generated machine.
        """),
    .error(
      "L603", "an invalid log in `traces`",
      explanation: """
        `traces` in `lifeline.yaml` lists logs that `lifeline check` compares with specs. Each needs `log` and `spec`, which \
        are paths from the folder of the configuration file. The other keys mean what the options of `lifeline trace` mean:

            traces:
              - log: Traces/swipe.log
                spec: Screen.yaml
                source: https://example.com/an-article
                from: anywhere
                without: [awakeFromNib]
                given: {iOS: 17}
                violates: The author's own container makes these calls.

        Correct the key, or the name that the spec doesn't know.
        """),
    .error(
      "L645", "an invalid template in `extra`",
      explanation: """
        `extra` lists templates of the folder that make one more file of each spec. Their names say how the files are \
        called: `Analytics.swift.mustache` makes `PlayerAnalytics.swift` of `Player.yaml`. So a name has an extension for \
        the files before `.mustache`. Each is listed once, and `Tests.swift` is the end of the names of tests.

            templates:
              folder: Templates
              extra: [Analytics.swift.mustache, Transitions.md.mustache]

        Correct the name in the list, and the name of the file in the folder.
        """),
  ]
}
