import LifelineSource

extension DiagnosticKind {
  static let badLogLine = traceKinds["L623"]
  package static let unreadableLog = traceKinds["L624"]
  package static let noCalls = traceKinds["L625"]
  package static let violation = traceKinds["L951"]
  static let unknownCall = traceKinds["L952"]
  static let timeRunsBackwards = traceKinds["L953"]
  static let unfinishedLog = traceKinds["L954"]
  static let inconclusiveLog = traceKinds["L955"]
  package static let unexpectedVerdict = traceKinds["L956"]
  package static let brokenAnswer = traceKinds["L959"]
  static let unfollowedValues = traceKinds["L960"]
  package static let unjudgedLog = traceKinds["L961"]
  static let unusedOption = traceKinds["L957"]
  static let unsearchedKey = traceKinds["L958"]

  /// All kinds of diagnostics about logs.
  package static let traceKinds = DiagnosticKindList([
    .error(
      "L623", "a line that is no JSON object",
      explanation: """
        The first character of the log is `{`, or `--log-format ndjson` says so: each line has to be a JSON object. This \
        line isn't one, perhaps because a program was stopped while it wrote the line. The other lines are read.

            {"callback": "viewDidLoad", "session": "1"}
            {"callback": "viewWillAp

        Remove the line, or mend the program that writes the log. Lines that are no calls may stay if they are objects: an \
        object without `callback`, `selector` or `eventMessage` is only counted.
        """),
    .error(
      "L624", "a log that can't be read",
      explanation: """
        The file isn't text in UTF-8: it begins like a file of another kind. Or it is \
        a JSON array, which can't be read line by line, or the key of `--by` names a member of objects, and the log is \
        text. Nothing of it was judged.

            $ lifeline trace Screen.yaml system_logs.logarchive
            $ log show system_logs.logarchive --style compact > system.log
            $ gunzip device.log.gz
            $ iconv -f UTF-16 -t UTF-8 device.txt > device.log
            $ jq -c '.[]' device.json > device.ndjson
            $ lifeline trace Screen.yaml device.log --by 'user=([0-9]+)'

        Turn it into lines of text, or into NDJSON. The key of lines of text is a regular expression with a group.
        """),
    .warning(
      "L625", "a log without a call",
      explanation: """
        No line of the log begins with a callback of the spec, so nothing was judged. After a prefix with time, process and \
        thread, a line is a call if it begins with `-[Class selector]`, `Class.name`, or the name or selector alone:

            2026-10-31 10:02:11.102 Demo[41:7] -[DetailViewController viewWillAppear:]
            DetailViewController.viewDidLoad()
            viewDidLoad

        Look whether the log belongs to the spec, and whether its calls are at the beginning of their lines. If a \
        method has another name in the log, add that to the `selector` of the callback, which may be a list. If other words come \
        before the calls, a pattern says where they are: `--call-pattern 'BLE: (.*)'`, or `callPattern` in `traces`.

        If another log of the run has calls, this is a warning. If none has any, nothing was judged, and it is an error, \
        as it is with `--strict` and for a log that `lifeline.yaml` lists.
        """),
    .error(
      "L951", "a call that cannot come here",
      explanation: """
        The log has a call that no behavior of the machine explains together with the calls before it, whatever the host \
        does. The report says what could have come instead, the shortest story that explains the calls before, and the \
        fewest changes of the log after which the call would fit.

            device.log:40:37: error: `viewDidDisappear:` of DetailViewController came where it cannot [L951]
                  |  could have come: `viewWillDisappear:`, `didReceiveMemoryWarning`
                  |  shortest story so far: instantiate, show            # alive.loaded.visible
                  |  cheapest repair: `viewWillDisappear:` is missing before line 40

        - If the app does something wrong, mend the app.
        - If the app doesn't log a callback, say so: `--without awakeFromNib`.
        - If two objects share a key, tell them apart with `--by`, or log their addresses.
        - If the log begins in the middle, say `--from anywhere`.
        - If a call came with a wrong argument, the report says which values it could have had.
        - If an event came where it can't, log it where it is sent, and not in the middle of a step.
        - If the log is right, the spec is wrong. `--scenario` prints the log as a scenario to begin with.

        After a violation, the rest of the log is judged as if it began there.
        """),
    .warning(
      "L952", "a call of a method that the spec doesn't know",
      explanation: """
        The spec has other callbacks of this class, but not this one, so its calls aren't judged. It may be misspelt, or \
        have another name in this version of the system.

            -[DetailViewController viewDidLoad]
            -[DetailViewController viewWillTransitionToSize:withTransitionCoordinator:]

        Add the callback to the spec, or add this name to the `selector` of a callback, which may be a list:

            callbacks:
              willMoveToParent: {selector: ["willMoveToParentViewController:", "willMove(toParent:)"]}

        Each method is reported once, and so is a `part` in NDJSON that the machine doesn't have, an event in a log that \
        shows events, and an argument of an event. An argument of a call is only reported if its name looks misspelt.
        """),
    .warning(
      "L953", "a time that runs backwards",
      explanation: """
        A call has an earlier time than the call before it that has the same key. Calls are judged in the order of their \
        lines, and times change no verdict but that on an answer `within` a time. But lines out of order make violations that \
        didn't happen: logs of several threads or files that were put together, or a clock that was set.

            10:02:13.870 -[DetailViewController viewDidAppear:]
            10:02:11.104 -[DetailViewController viewWillAppear:]

        Sort the log by time, if you trust the times. It is reported once for each key.
        """),
    .warning(
      "L954", "a log that ends inside a step, or with an open question",
      explanation: """
        The calls fit, but those of the last step aren't complete: the machine would have made others before it rests. The \
        message says which ones. Perhaps the app ended there, or the log is cut.

            -[DetailViewController loadView]
                                                # viewDidLoad follows at once, whatever the host does

        Or a call has asked something, and the log ends before one of the calls that the spec promises with `answeredBy`. The \
        answer may still come, so this is no violation.

        With `--strict`, this is an error.
        """),
    .warning(
      "L955", "a log that doesn't show where the machine is",
      explanation: """
        With `--from anywhere`, it isn't known where the machine was when the log began. The calls fit, but they are \
        explained in so many ways that no log from the start of the machine is explained in all of them. So the log says \
        little about the spec.

            $ lifeline trace --from anywhere Screen.yaml short.log

        A longer log is better, or one that begins with the start of the machine. If the message says that only part of the \
        logs from the start were looked at, a log may be better than it seems. With `--strict`, this is an error.
        """),
    .error(
      "L956", "a log that isn't as `traces` says",
      explanation: """
        `traces` in `lifeline.yaml` names logs that the spec has to explain, and, with `violates`, logs that contradict it \
        for a reason that is known. `lifeline check` holds them against the spec. This one contradicts nothing:

            traces:
              - {log: Traces/old.log, spec: Screen.yaml, violates: the system calls viewWillAppear twice}

        Delete `violates` if the spec is right now, or correct the log.
        """),
    .warning(
      "L957", "a session key, a part's receiver or a pattern that fits no line",
      explanation: """
        `--by` says what tells sessions apart, and `--as` which class or object is a part of the machine. No call of the \
        logs has such a key, or such a receiver, so the calls were judged without it. Or no line of text has an event or a state \
        where `--event-pattern` or `--state-pattern` looks for one, so the calls were judged as if none had happened. It is \
        probably misspelt:

            $ lifeline trace Navigation.yaml device.log --as detail=DetailVieuController

        Correct it, or leave it out. With `--strict`, this is an error.
        """),
    .warning(
      "L958", "a session key that takes too much work",
      explanation: """
        The regular expression of `--by` is searched in each call's line. The steps of such a search grow with the length of \
        the line and with the size of the expression, and more than 50,000,000 of them are not taken for one \
        line. The call was judged as one without a key: as one of the session of its file.

            $ lifeline trace Screen.yaml device.log --by '(?:[^ ]{0,500} ){20}user=([0-9]+)'
            $ lifeline trace Screen.yaml device.log --by 'user=([0-9]+)'

        Write a shorter expression, or one with fewer repetitions. With `--strict`, this is an error.
        """),
    .error(
      "L959", "a question in a log that isn't answered as the spec promises",
      explanation: """
        The spec promises with `answeredBy` that a call is answered `before` another call, or `within` a time. The machine can make \
        the calls of the log, but they break this promise. For the time, those of the lines count: a line that comes later than the \
        time allows shows that no answer came.

            10:02:11.100 beginTask
            10:02:45.200 progress                # beginTask: {answeredBy: endTask, within: 30s}

        Look for the reason in the app. Lines without times say nothing about `within`, and neither do numbers of which nobody knows \
        what they count.
        """),
    .warning(
      "L960", "arguments in a log that aren't compared",
      explanation: """
        The arguments of calls are compared with what the machine computes. In this session, the machine may be in so many \
        configurations, with so many values, that it takes too much work to follow them. The names of its calls are judged \
        as before. Other sessions may be concerned, too.

            {"callback": "didSend", "arguments": {"total": 3}}

        Begin the log at the start of the machine, without `--from anywhere`, or tell more: observe more callbacks and events, and \
        give `fixed` fields their values with `--given`. With `--strict`, this is an error.
        """),
    .warning(
      "L961", "a log that nobody can judge",
      explanation: """
        What was explored of the machine doesn't explain this line, but the session has come to a place where not everything \
        was explored, so something else may explain it. The message says what was left out: the step leaves more than 10,000 \
        combinations open, or the exploration ended early.

            device.log:7:1: warning: it isn't known whether `didIndex` can come here, so the rest of its session isn't judged [L961]
                | not everything was explored: `open` in `idle` leaves more than 10,000 combinations open
                | that would be known if fewer actions of one step left something open

        The session is inconclusive. Its lines up to this one fit. With `--strict`, this is an error.
        """),
  ])
}
