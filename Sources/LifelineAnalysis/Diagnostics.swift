import LifelineSource

// MARK: - Exploration

extension DiagnosticKind {
  static let endlessLoop = reachabilityKinds["L801"]
  static let reachableFault = reachabilityKinds["L802"]
  static let unmetNeed = reachabilityKinds["L803"]
  static let unexploredPart = explorationKinds["L805"]
  static let unreachableState = reachabilityKinds["L811"]
  static let deadTransition = reachabilityKinds["L812"]
  static let deadEnd = reachabilityKinds["L813"]
  static let unhandledEvent = reachabilityKinds["L814"]
  static let decidedGuard = reachabilityKinds["L816"]
  static let emptyHistory = reachabilityKinds["L817"]
  static let unelapsedTimer = reachabilityKinds["L818"]
  static let unreachableBeginning = reachabilityKinds["L819"]

  /// All kinds of diagnostics about explorations themselves.
  package static let explorationKinds = DiagnosticKindList([
    .warning(
      "L805", "a machine that wasn't explored completely",
      explanation: """
        The machine has more configurations than the exploration may visit, so some mistakes may not have been found: \
        that something is never reached, or that a `needs` is always met, isn't proved. The message says what has taken \
        the most values until then.

          context: {attempts: 0}
          states:
            trying: {on: {fail: {do: {set: {attempts: attempts + 1}}}, reset: {do: {set: {attempts: attempts - 1}}}}}

        Bound what grows, for example with `if: attempts < 5`. Or explore more configurations: `lifeline check --limit \
        1000000`, or `limit: 1000000` in `lifeline.yaml`. If you accept that the rest isn't proved, suppress the warning \
        with `allow` and say why.
        """)
  ])

  /// All kinds of diagnostics about what an exploration reaches.
  package static let reachabilityKinds = DiagnosticKindList([
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
        `needs` promises that, before each call of this callback, one of the listed callbacks is called: after the \
        previous call of this one, or after the start. Exploration has found a counterexample, which is shown as the \
        steps of a scenario. No counterexample has fewer steps.

          callbacks:
            didStart:
            didStop: {needs: didStart}
          states:
            off: {on: {start: on, stop: {do: didStop}}}   # stop, before anything has started

        If the machine is wrong, remove the call or add the missing one. If other callbacks meet the need too, add \
        them to `needs`. Exploration assumes that the host can set fields that the machine never assigns to any value \
        at any time.
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

// MARK: - Static checks

extension DiagnosticKind {
  static let coveredTransition = staticKinds["L850"]
  static let shadowedTransition = staticKinds["L851"]
  static let unusedDeferral = staticKinds["L852"]
  static let alwaysTrue = staticKinds["L853"]
  static let alwaysFalse = staticKinds["L854"]
  static let overlappingGuards = staticKinds["L855"]
  static let preemptedTimer = staticKinds["L856"]
  static let duplicateScenario = staticKinds["L857"]
  static let unusedParameter = staticKinds["L858"]
  static let redundantReenter = staticKinds["L859"]
  static let unreachableDone = staticKinds["L860"]
  static let unusedCases = staticKinds["L862"]
  static let redundantCondition = staticKinds["L863"]

  /// All kinds of diagnostics that the static checks report.
  package static let staticKinds = DiagnosticKindList([
    .warning(
      "L850", "a transition that earlier ones cover",
      explanation: """
        The transitions of a list are tried in order, and the first whose guard holds is taken. Whenever this guard \
        holds, an earlier one holds too, so this transition is never taken. Usually the special case stands after the \
        general one, or a guard was copied and not changed:

            on:
              open:
                - {if: hasKey, to: hall}
                - {if: hasKey and isNight, to: bed}   # with a key, the first one is taken

        Put the special case first, correct the guard, or remove the transition. After two guards that cover every \
        case, such as `if: hasKey` and `if: not hasKey`, a third transition is never taken either.
        """),
    .warning(
      "L851", "a transition that inner states shadow",
      explanation: """
        The innermost active states handle an event first. An outer state only gets the events that they neither \
        handle nor defer. Here every inner state handles or defers the event without a guard, so the outer transition \
        is never taken. The same applies to `always`, and to a `"*"` beside transitions that name every event.

            foreground:
              on: {lock: background}            # never taken: both inner states handle it
              states:
                inactive: {on: {lock: {}}}
                active: {on: {lock: inactive}}

        Remove the outer transition, or remove the inner ones if the outer one should apply to all states.
        """),
    .warning(
      "L852", "a deferral that never defers an event",
      explanation: """
        Transitions of the same state that name the event, and those of inner states, take precedence over `defer`. \
        Here one of them always handles the event, so it's never deferred.

            busy:
              defer: rename
              on: {rename: {do: didRename}}     # always handles it at once

        Remove the `defer` or the transition, or give the transition an `if`.
        """),
    .warning(
      "L853", "a condition that always holds",
      explanation: """
        This condition, or this part of a condition, is true whatever the fields, the parameters and the active states \
        are, so it decides nothing. Often two comparisons with `!=` are joined by `or`, or `in` asks for the state \
        that contains the condition:

            context: {count: 0}
            states:
              idle:
                on:
                  add: {if: count != 1 or count != 2, to: busy}   # true for every number

        Write `and` here, or remove the condition if the transition should always be taken.
        """),
    .warning(
      "L854", "a condition that never holds",
      explanation: """
        This condition, or this part of a condition, is false whatever the fields, the parameters and the active \
        states are, so what it guards never happens. Often two comparisons that exclude each other are joined by \
        `and`, or `in` asks for a state that can't be active at the same time:

            context: {count: 0}
            states:
              idle:
                on:
                  add: {if: count == 1 and count == 2, to: busy}   # false for every number

        Write `or` here, correct the comparison, or remove what should never happen.
        """),
    .warning(
      "L855", "overlapping guards",
      explanation: """
        Two guards of a list can hold at the same time, and each can hold without the other. If both hold, the earlier \
        transition is taken, but only the order of the lines shows that this is intended.

            on:
              open:
                - {if: hasKey, to: hall}
                - {if: isGuest, to: lounge}   # a guest with a key: hall or lounge?

        Make the guard explicit: `if: isGuest and not hasKey`. Or add a transition for the case that both hold, before \
        the two. There is no warning for a special case before the general one (`a and b` before `a`), for a last \
        transition without `if`, or for transitions that do the same. If the order is intended, write `allow: {L855: \
        the reason}` on the transition.
        """),
    .warning(
      "L856", "a timer that another timer preempts",
      explanation: """
        Another timer of the same state or of an outer state always leaves the state before this timer elapses. If \
        both elapse at the same time, the outer one, or else the first in the spec, comes first.

            connecting:
              after:
                10s: failed
                1min: {do: didWait}   # `connecting` is left after 10s

        Shorten this timer, give the other one a guard, or remove this one. If the longer time should count from an \
        earlier moment, move the timer to an outer state.
        """),
    .warning(
      "L857", "a duplicate scenario",
      explanation: """
        Both scenarios begin alike, do the same steps and expect the same, so the second one adds nothing. Usually it \
        was copied, and its values should have been changed.

            scenarios:
              Home leads to the background:
                given: active
                when: {pressHome: didEnterBackground}
              so does Lock:
                given: active
                when: {pressHome: didEnterBackground}   # lock?

        Change the part that should be different. Or remove one scenario, and move its citations to the other.
        """),
    .warning(
      "L858", "a parameter that nothing reads",
      explanation: """
        The machine handles the event, but no guard or action there reads this parameter, and no callback that is \
        called there has a parameter of the same name. The host has to pass a value that nothing uses.

            callbacks: {openURL: {parameters: {url: String}}}
            events: {tapLink: {parameters: {link: String}}}   # `url` would be forwarded, `link` isn't

        Give the parameter the name that the callback expects, use it in a guard, or remove it.
        """),
    .warning(
      "L859", "a `reenter` without effect",
      explanation: """
        `reenter: true` is for a transition from a compound state to one of its inner states. The compound state is \
        then exited and entered too; without it, that state stays active. Any other transition with a target exits its \
        state anyway, and a transition without `to` exits nothing.

            playing:
              on:
                restart: {to: playing, reenter: true}   # exits and enters `playing` anyway
                skip: {do: didSkip, reenter: true}      # exits nothing

        Remove `reenter`, or give the transition the intended target.
        """),
    .warning(
      "L860", "a `done` that is never taken",
      explanation: """
        A state completes when its active child is a final state; a state with regions, when all of them complete. \
        Then its `done` is taken. This state, or one of its regions, has no final child, so it never completes.

            transfer:
              done: finished
              states:
                sending: {on: {finish: complete}}
                complete:                        # `complete: {final: true}`

        Make the last child final, or remove `done`.
        """),
    .warning(
      "L862", "cases that nothing distinguishes",
      explanation: """
        No expression and no scenario names these cases of a context field, and no callback receives the field's \
        value, so the machine does the same for all of them.

            context:
              network: {cases: [none, cellular, wifi, wired], default: wifi}   # only `wifi` is ever compared

        Name them where they matter, use them in a scenario (`where: {network: [none, cellular, wired]}`), or replace \
        them by a single case. A single unnamed case isn't reported, because it stands for all other values.
        """),
    .warning(
      "L863", "a condition without effect",
      explanation: """
        The machine does the same whether the condition holds or not: the next transition of the list, which has no \
        `if`, has the same targets and actions, or the `do` and the `else` of an action are the same. Usually one of \
        the two was copied and not changed.

            on:
              open:
                - {if: isLocked, to: hall}
                - {to: hall}            # should this be another state?

        Change one of them, or remove the condition. If two transitions are the same for different reasons, give one \
        of them a `doc` or `cites`, and there is no warning.
        """),
  ])
}

// MARK: - Mutation

extension DiagnosticKind {
  static let survivingMutant = mutationKinds["L901"]
  static let undecidedMutant = mutationKinds["L902"]

  /// All kinds of diagnostics about mutants.
  package static let mutationKinds = DiagnosticKindList([
    .warning(
      "L901", "a mutant that survives",
      explanation: """
        `lifeline check --mutate` makes one small change of the machine at a time and runs the scenarios on the \
        changed machine, the mutant. All of them hold for this mutant, although exploration finds that it behaves \
        differently. So if somebody made this change by mistake, no scenario would fail.

            states:
              closed: {on: {open: {to: opened, do: [unlock, swing]}}}
            scenarios:
              opening: {given: closed, when: open, then: opened}   # doesn't expect any calls

        Expect in a scenario what has to happen there, here `when: {open: [unlock, swing]}`. Scenarios often leave out \
        calls on a channel that they don't observe, the state after the last step, and the moment just before a timer \
        elapses. If the machine doesn't need the changed part, remove it.
        """),
    .warning(
      "L902", "a surviving mutant that may behave like the machine",
      explanation: """
        No scenario kills this mutant (see L901). To find out whether it behaves differently, `lifeline` explored the \
        mutant and the machine side by side. They behaved alike up to the limit of configurations.

            lifeline check --mutate --limit 1000000

        Raise the limit, or expect in a scenario what has to happen there.
        """),
  ])
}
