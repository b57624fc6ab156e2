import LifelineSource

extension DiagnosticKind {
  static let badScenarioName = languageKinds["L301"]
  static let badBeginning = languageKinds["L302"]
  static let tooManyCombinations = languageKinds["L303"]
  static let refutesNothing = languageKinds["L304"]
  static let tooManySteps = languageKinds["L305"]
  static let badDecision = languageKinds["L306"]
  static let badStep = languageKinds["L310"]
  static let badArguments = languageKinds["L311"]
  static let misplacedStart = languageKinds["L312"]
  static let notSendable = languageKinds["L313"]
  static let badPattern = languageKinds["L320"]
  static let notObserved = languageKinds["L321"]
  static let badChoice = languageKinds["L322"]

  /// The kinds of diagnostics about scenarios.
  static let scenarioDeclarations: [DiagnosticKindList.Declaration] = [
    .error(
      "L301", "a scenario's name that cannot be used",
      explanation: """
        The name of a scenario is any text on one line, but not empty. Tests and messages use it.

            scenarios:
              "": {given: idle}
              a visit in the evening: {given: idle}

        Say in a few words what happens.
        """),
    .error(
      "L302", "a scenario that begins in two ways",
      explanation: """
        A scenario begins in the states of `given`, at the end of the scenario that it `follows`, or with the start of \
        the machine. A scenario that follows another inherits its `where` and can't have its own. No scenario can \
        follow a refuted one, whose end isn't known, or itself, directly or by way of others.

            back again:
              follows: away
              given: background                # `away` ends somewhere already

        Remove `given` and `where`, or `follows`. To change a field in between, write a first step `set: {field: \
        value}`.
        """),
    .error(
      "L303", "too many combinations",
      explanation: """
        The values of a scenario's `where` make more than 10,000 combinations, for each of which the scenario would run.

            where:
              size: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
              width: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
              …

        Vary only the fields that matter for the scenario, or split it.
        """),
    .error(
      "L304", "a refuted scenario without steps",
      explanation: """
        In a refuted scenario, every step but the last must hold, and the last step, with `then` and `never`, must \
        fail. Without steps, nothing can fail.

            the bell rings without a push:
              refuted: Somebody has to press the button.
              given: waiting
              when: {wait: 1h, expect: ring}

        Add the step that the wrong claim is about.
        """),
    .error(
      "L305", "too many steps and expectations in all combinations",
      explanation: """
        A scenario runs once for each combination of the values of `where`. A scenario that follows it has the same \
        `where`, and its generated tests begin with the steps of the scenarios before it. So a short spec can ask for \
        millions of steps. At most 250,000 steps, expected calls, states and values together are allowed in a spec; \
        scenarios without `where` and `follows` don't count.

            scenarios:
              loading:
                where: {size: […], width: […]}   # 10,000 combinations
                when: [open, load: didLoad]      # 20,000 steps, which expect 10,000 calls
              reloading:
                follows: loading
                when: load                       # 10,000 times 3 steps more

        Vary fewer values in the scenario at the beginning, or expect less in each step. Or begin with `given`, which needs no steps, instead of \
        `follows`.
        """),
    .error(
      "L306", "a decision that somebody promises",
      explanation: """
        A scenario with `decides: true` pins down what no source promises. So it cites no source, and refutes no claim. A \
        scenario that follows it rests on the decision, and therefore decides as well.

            the alarm comes before the light:
              decides: true
              cites: manual alarm               # so the manual promises it
              given: armed
              when: {open: [alarm, light]}

        Remove `decides` if a source promises the behavior. Otherwise remove the citation: it belongs to a scenario that \
        says what the source says.
        """),
    .error(
      "L310", "an invalid step",
      explanation: """
        A step is the name of an event, or a mapping with exactly one of `event: calls`, `ignored: event`, `wait: \
        time`, `set: {…}` and `start: calls`. Beside that key, it can have `with`, `through` and `then`. Each step is \
        one stimulus, so that it is clear which calls belong to it.

            when:
              - pressHome: willResignActive
                open: willEnterForeground      # a second event
            when:
              - pressHome: willResignActive
              - open: willEnterForeground

        Make a list with one item for each step.
        """),
    .error(
      "L311", "an event sent without its parameters",
      explanation: """
        `with` gives each parameter of the event a value, and nothing else.

            events: {tapLink: {parameters: {url: String, isSafe: Bool}}}
            scenarios:
              a link: {given: idle, when: {tapLink: openURL, with: {url: "x"}}}        # isSafe: true

        Add the missing values, and remove those that the event doesn't have.
        """),
    .error(
      "L312", "a misplaced start",
      explanation: """
        `start` says which calls the start of the machine makes. It can only be the first step, and only of a scenario \
        in which the machine starts: one without `follows` and without a state in `given` or `where`.

            the first launch:
              given: {isPad: true}             # facts, but no state
              when:
                - start: didLaunch
                - pressHome: didEnterBackground

        Make it the first step, and remove the state in `given`.
        """),
    .error(
      "L313", "an internal event in a scenario",
      explanation: """
        An event that isn't declared in `events` is raised by the machine itself. Neither hosts nor scenarios can send \
        it.

            events: [launch]
            states:
              notRunning: {on: {launch: {to: inactive, do: {raise: activate}}}}
              inactive: {on: {activate: active}}
              active: {}
            scenarios:
              activating: {given: inactive, when: activate}     # send `launch` instead

        Send the event that raises it. If the host can send it too, declare it in `events`.
        """),
    .error(
      "L320", "an expectation that cannot be read",
      explanation: """
        Expected calls are a callback's name, `{name: {parameter: value}}`, `{anyOrder: […]}` (at most 8 items unless \
        all are plain calls), `{optional: …}`, `{repeat: …}`, `{oneOf: […]}`, `{if: expression, expect: …, else: …}`, \
        or a list of these, which is a sequence.

            when:
              pressHome: {willResignActive, didEnterBackground}
            when:
              pressHome: [willResignActive, {optional: didEnterBackground}]

        Write the expectation in one of these forms. `[]` expects no call.
        """),
    .error(
      "L321", "an expected call that is not observed",
      explanation: """
        The expectations of a scenario only see the channels that the scenario, or else the spec, is `observing`. This \
        callback has another channel, so the step could never hold.

            callbacks: {didPost: {channel: notification}}
            observing: delegate
            scenarios:
              a post: {given: idle, when: {post: didPost}, observing: [delegate, notification]}

        Add its channel to the scenario's `observing`.
        """),
    .error(
      "L322", "a choice that a monitor cannot offer",
      explanation: """
        `observing` may list what an app tells its monitor: in `given` the fixed fields whose values it knows, and in \
        `without` at most eight channels and callbacks whose calls the monitor may not get. A field that isn't fixed has no \
        value that lasts, a part gets its values from the machine, and a monitor takes no values of `Double` and of types \
        that the language doesn't know.

            context:
              iOS: {default: 17, fixed: true}
              isBusy: false
            observing:
              given: [iOS, isBusy]                  # iOS
              without: [lamp, lamp]                 # lamp

        Delete the name, or make the field `fixed`.
        """),
  ]
}
