import LifelineSource

extension DiagnosticKind {
  static let endlessLoop = reachabilityKinds["L801"]
  static let reachableFault = reachabilityKinds["L802"]
  static let unmetNeed = reachabilityKinds["L803"]
  static let earlyCall = reachabilityKinds["L804"]
  static let untakenEvent = reachabilityKinds["L806"]
  static let unexploredPart = explorationKinds["L805"]
  static let fieldLeavesRange = reachabilityKinds["L807"]
  static let callOutside = reachabilityKinds["L808"]
  static let unanswered = reachabilityKinds["L809"]
  static let lateAnswer = reachabilityKinds["L810"]
  static let unreachableState = reachabilityKinds["L811"]
  static let deadTransition = reachabilityKinds["L812"]
  static let deadEnd = reachabilityKinds["L813"]
  static let unhandledEvent = reachabilityKinds["L814"]
  static let decidedGuard = reachabilityKinds["L816"]
  static let emptyHistory = reachabilityKinds["L817"]
  static let unelapsedTimer = reachabilityKinds["L818"]
  static let unreachableBeginning = reachabilityKinds["L819"]
  static let contradiction = reachabilityKinds["L820"]

  /// All kinds of diagnostics about explorations themselves.
  package static let explorationKinds = DiagnosticKindList([
    .warning(
      "L805", "something that isn't proved",
      explanation: """
        The exploration left something open: whether a promise such as `needs` is always kept, whether a loop is endless, or what \
        is never reached. The message says why.

        It may be a number that can have any value, of which only some were tried:

            context:
              maxRetries: {default: 3, fixed: true}        # range: 0...10
              retries: {default: 0, private: true}
            # …
            fail: {if: retries < maxRetries, to: waiting}

        Give such a field a `range`. A parameter has none: compare it with constants, or keep it in a field with a range.

        Or the machine has more configurations than the exploration may visit. The message says what has taken the most values \
        until then:

            context: {attempts: {default: 0, private: true}}
            states:
              trying: {on: {fail: {do: {set: {attempts: attempts + 1}}}, reset: {do: {set: {attempts: attempts - 1}}}}}

        Bound what grows, for example with `if: attempts < 5` or a `range`. Or explore more configurations: `lifeline check \
        --limit 1000000`, or `limit: 1000000` in `lifeline.yaml`.

        Or several timers may run at once, in an order that wasn't tried. Let one timer run at a time where the order matters.

        Or an answer has a limit of time, and neither a timer was found that always brings it in time, nor a run in which it is \
        late. Here each `more` may put the answer off by a millisecond, which would have to happen too often:

            callbacks: {ask: {answeredBy: yes, within: 1h}, yes: }
            states:
              idle: {on: {go: {to: asking, do: ask}}}
              asking: {on: {more: asking}, after: {2ms: {to: idle, do: yes}}}

        Let one timer of at most this time start with the question, and answer.

        With `--strict`, this is an error. If you accept that the rest isn't proved, suppress the warning with `allow` and say why.
        """)
  ])

  /// All kinds of diagnostics about what an exploration reaches.
  package static let reachabilityKinds = DiagnosticKindList([
    .error(
      "L820", "a mistake of Lifeline itself",
      explanation: """
        Lifeline explores a machine with an engine that is made for that, and runs every counterexample on its interpreter, \
        which follows the language reference literally, before it shows it. After the steps shown, the two didn't do the same. \
        So one of them is wrong, and what the exploration says about this machine isn't certain.

          error: Lifeline contradicts itself: after the start, `play`, the exploration of Player and the interpreter differ

        The spec is not to blame. Please report this with the spec, or with as much of it as shows the message.
        """),
    .error(
      "L806", "an event that a part does not take",
      explanation: """
        After the steps shown, the machine sends an event to a part in a state that neither handles nor defers it. In \
        generated code nothing happens then, so the two get out of step. A part that has ended takes no events. What the \
        same part doesn't take later on that way, before it is restarted, is a consequence and isn't reported.

          push: {do: {root: beginDisappearing}}    # `root` isn't visible any more

        Send the event only where the part takes it, for example with `if: in(root.visible)`. If the part may ignore it, \
        write `{root: {optional: beginDisappearing}}`.
        """),
    .error(
      "L807", "a field that can leave its range",
      explanation: """
        After the steps shown, an action sets a field to a value outside of its `range`. The generated machine would trap \
        there.

          context: {retries: {default: 0, private: true, range: 0...3}}
          states:
            waiting: {on: {fail: {do: {set: {retries: retries + 1}}}}}       # if: retries < 3

        Guard the assignment, limit its value (`'min(retries + 1, 3)'`), or give the field a wider range.
        """),
    .error(
      "L801", "an endless loop",
      explanation: """
        After the steps shown, eventless transitions (`always`) or raised events lead back to each other without an \
        end: the machine takes more than 1,000 microsteps before it returns control to the host. The generated machine \
        would trap there.

          a: {always: {if: isReady, to: b}}
          b: {always: {if: isReady, to: a}}   # loops while isReady is true

        Give one of the transitions a guard that becomes false eventually, or remove a `raise`.
        """),
    .warning(
      "L802", "a computation that can fail",
      explanation: """
        After the steps shown, the machine divides by zero, computes a number that doesn't fit into 64 bits, or starts \
        a timer whose length isn't above zero. The generated machine would trap there.

          context: {count: 1}
          states: {a: {on: {go: {if: 10 / count > 2, to: b}}}}   # the host may set count to 0

        Guard the computation (`count > 0 and 10 / count > 2`), or avoid it. If the host never does what is shown, \
        suppress the warning with `allow` and say why.
        """),
    .error(
      "L803", "a call before the one that it needs",
      explanation: """
        `needs` promises that, before each call of this callback, the named callback is called, or one of `any`, or each of `all`: \
        after the previous call of this one, or after the start. So each call of this callback needs a call of its own before it. \
        Exploration has found a counterexample, which is shown as the steps of a scenario. No counterexample has fewer \
        steps.

          callbacks:
            didStart:
            didStop: {needs: didStart}
          states:
            off: {on: {start: on, stop: {do: didStop}}}   # stop, before anything has started

        If the machine is wrong, remove the call or add the missing one. If other callbacks meet the need too, add \
        them to `needs`. If one call is enough for all later ones (a single `didStart` for any number of `didStop`), \
        write `onlyAfter` instead of `needs`. Exploration assumes that the host can set fields that the machine never \
        assigns to any value at any time.
        """),
    .error(
      "L804", "a call before the one that it comes only after",
      explanation: """
        `onlyAfter` promises that this callback is called only after the named callback has been called at \
        some time since the start, or one of `any`, or each of `all`. Exploration has found a counterexample, which is shown as the steps of a scenario. No \
        counterexample has fewer steps.

          callbacks:
            didConnect:
            didReceive: {onlyAfter: didConnect}
          states:
            offline: {on: {connect: {to: online, do: didConnect}, receive: {do: didReceive}}}   # too early
            online: {on: {receive: {do: didReceive}}}

        If the machine is wrong, remove the call or add the missing one. If other callbacks may come first too, add them \
        to `onlyAfter`. If each call needs a call of its own before it (a `didConnect` between any two calls), write \
        `needs` instead, which L803 checks. Exploration assumes that the host can set fields that the machine never \
        assigns to any value at any time.
        """),
    .error(
      "L808", "a call outside of the two that it lies between",
      explanation: """
        `between: [open, close]` promises that each call of this callback comes after an `open` with no `close` since. \
        Exploration has found a counterexample, which is shown as the steps of a scenario. No counterexample has fewer steps.

          callbacks:
            willOpen:
            didClose:
            didReceive: {between: [willOpen, didClose]}
          states:
            closed: {on: {open: {to: open, do: willOpen}, receive: {do: didReceive}}}   # outside
            open: {on: {close: {to: closed, do: didClose}, receive: {do: didReceive}}}

        If the machine is wrong, remove the call or move it. If the call may come later as well, write \
        `onlyAfter: willOpen`. Exploration assumes that the host can set fields that the machine never assigns to any value at \
        any time.
        """),
    .error(
      "L809", "a question that is never answered",
      explanation: """
        `answeredBy` promises that the machine doesn't end while the question is open, and that an answer is always still \
        possible: from each configuration that the machine reaches with an open question, some run leads to an answer. \
        Exploration has found a way to the end of the machine, or to where no answer can come any more, whatever the host does. \
        It is shown as the steps of a scenario. No way of the same kind has fewer steps, unless several timers may run at once; \
        one to the end of the machine comes first.

          callbacks:
            beginTask: {answeredBy: endTask}
            endTask:
          states:
            idle: {on: {work: {to: busy, do: beginTask}}}
            busy: {on: {finish: {to: idle, do: endTask}, cancel: gone}}   # a cancelled task never ends
            gone:

        Make the answering call on that way, or name the call that answers there: `answeredBy: [endTask, cancelTask]`.
        """),
    .error(
      "L810", "an answer that comes too late",
      explanation: """
        `answeredBy` with `before` promises that a call isn't made, or a state isn't entered, before the answer; if that is what \
        asks, as in `begin: {answeredBy: end, before: begin}`, nothing asks a second time before the answer. `within` promises \
        that no more than this time passes before it. Exploration has found a run that breaks this, which is shown as the steps \
        of a scenario. Without a timer, any time may pass before the host sends the next event. A timer whose length is a field may be as long \
        as the field's `range` allows.

          callbacks:
            startScan: {answeredBy: stopScan, before: {state: idle}}
            stopScan:
          states:
            idle: {on: {begin: {to: scanning, do: startScan}}}
            scanning: {on: {cancel: idle, found: {to: idle, do: stopScan}}}   # after a cancel, the scan goes on

        Make the answering call earlier. A time is kept by a timer that runs from the question on and makes the answering call: \
        `after: {10s: {to: idle, do: stopScan}}`.
        """),
    .warning(
      "L811", "a state that is never entered",
      explanation: """
        Whatever the host does, the machine never enters this state. Only a scenario's `given` can put it there.

          states:
            idle: {on: {start: running}}
            running: {on: {stop: idle}}
            paused: {on: {resume: running}}   # no transition leads to `paused`

        Add the missing transition, correct the guard of the one that should lead here, or remove the state.
        """),
    .warning(
      "L812", "a transition that is never taken",
      explanation: """
        The machine can be in the state, but this transition is never taken there: its event is never raised at that \
        time, or another transition of the same list or of an inner state takes precedence.

          player:
            on: {pause: stopped}   # both children handle `pause` themselves
            states:
              playing: {on: {pause: paused}}
              paused: {on: {pause: playing}}

        Remove the transition, or move it to where it can be taken.
        """),
    .warning(
      "L813", "a state that can't be left",
      explanation: """
        The machine can enter this state, but nothing makes it leave, and the state isn't `final`.

          states:
            idle: {on: {fail: failed}}
            failed:   # no way out

        Add the missing transition. If the machine is meant to end here, write `final: true`: it is then finished and \
        handles no further event.
        """),
    .warning(
      "L814", "an event that is never handled",
      explanation: """
        No state handles this event, or none that is active when the event occurs. The host can send its events at any \
        time. An internal event only occurs when an action raises it.

          states:
            a: {entry: {raise: next}, on: {go: b}}
            b: {on: {next: c}}   # `next` is raised in `a` and dropped before `b` is entered

        Handle the event where it occurs, or remove it together with the actions that raise it.
        """),
    .warning(
      "L816", "a guard that always has the same result",
      explanation: """
        Whenever the machine evaluates this condition, the result is the same, whatever the host does.

          context: {connected: false}
          states:
            off: {on: {connect: {to: on, do: {set: {connected: true}}}}}
            on: {on: {send: {if: connected, do: didSend}}}   # in `on`, connected is true

        If the condition always holds, remove it. If it never holds, remove what it guards, or add the action that \
        should make it true.
        """),
    .warning(
      "L817", "a history that never remembers anything",
      explanation: """
        A history remembers which states were active when its parent was left. The machine never enters this history \
        after it has left the parent, so it always enters the `default`.

          player:
            states:
              last: {history: shallow, default: stopped}
              stopped: {on: {play: playing}}
              playing:
            # no transition leaves `player` and comes back to `last`

        Let the transitions that return to the parent lead to the history, or remove the history.
        """),
    .warning(
      "L818", "a timer that never elapses",
      explanation: """
        The machine can be in the state, but the timer never reaches its deadline: the state is always left earlier, \
        because a shorter timer elapses or because the machine doesn't stay there.

          loading:
            after: {30s: failed}
            states:
              fetching: {after: {10s: {to: slow}}}
              slow: {after: {5s: {to: canceled}}}   # `loading` is left after 15s

        Shorten the timer, move it to a state that is active for longer, or remove it.
        """),
    .warning(
      "L819", "a scenario with an unreachable beginning",
      explanation: """
        `given` puts the machine into these states with these values, without running actions. The machine never gets \
        there by itself, so the scenario describes something that can't happen.

          context: {loaded: false}
          states:
            off: {on: {load: {to: on, do: {set: {loaded: true}}}}}
            on:
          scenarios:
            wrong: {given: {state: on, loaded: false}, …}   # in `on`, loaded is always true

        Begin in a state and with values that the machine can have, or begin with `start` and go there.
        """),
  ])
}
