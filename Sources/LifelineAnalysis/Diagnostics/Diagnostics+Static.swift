import LifelineSource

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
  static let uncalledAnswer = staticKinds["L864"]
  static let settledCalls = staticKinds["L865"]
  static let uncomparedArguments = staticKinds["L866"]

  /// Whether a diagnostic of this kind doesn't say that something never happens, so that it explains nothing of what an
  /// exploration never reaches.
  var excludesNothing: Bool {
    let kinds: [DiagnosticKind] = [
      .overlappingGuards, .duplicateScenario, .unusedParameter, .redundantReenter, .unusedCases, .redundantCondition,
      .uncalledAnswer, .settledCalls, .uncomparedArguments,
    ]
    return kinds.contains(self)
  }

  /// All kinds of diagnostics that the static checks report.
  package static let staticKinds = DiagnosticKindList([
    .warning(
      "L850", "a transition that earlier ones cover",
      explanation: """
        The transitions of a list are tried in order, and the first whose guard holds is taken. Whenever this guard \
        holds, an earlier one holds too, so this transition is never taken. Usually the special case comes after the \
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
        No expression and no scenario names these cases of a context field or of a type, and no callback receives such \
        a value, so the machine does the same for all of them.

            context:
              network: {cases: [none, cellular, wifi, wired], default: wifi}   # only `wifi` is ever compared

        Name them where they matter, use them in a scenario (`where: {network: [none, cellular, wired]}`), or replace \
        them by a single case. A single unnamed case isn't reported, because it means all other values.
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
    .warning(
      "L864", "an answer that no action calls",
      explanation: """
        `answeredBy` names this callback, but no action of the machine calls it. So it answers nothing; if it is the only answer, \
        the question is never answered.

            callbacks:
              beginTask: {answeredBy: [endTask, taskExpired]}   # nothing calls taskExpired
              endTask:
              taskExpired:

        Call it where the question is answered, or delete it from the list.
        """),
    .warning(
      "L865", "calls that are said to be open and aren't",
      explanation: """
        Every order of the items of `anyOrder` makes the same calls, or two items of `oneOf` do. Usually an item was \
        copied and not changed.

            entry: {anyOrder: [willLoad, willLoad]}     # both orders are the same
            entry: {oneOf: [willLoad, willShow, willLoad]}

        Change an item, or delete it. Calls that are always made in one order need no `anyOrder`: `[willLoad, willLoad]`.
        """),
    .warning(
      "L866", "arguments that no monitor compares",
      explanation: """
        `arguments: true` in `observing` lets a monitor compare arguments of the type `Bool` and of types with at most 32 \
        cases. This machine has none that the monitor sees, or it passes all of them on as the host gives them, so that any \
        value is right.

            callbacks: {didClose: {parameters: {code: Int}}}
            observing: {arguments: true}            # compares nothing

            callbacks: {didClose: {parameters: {code: CloseCode}}}
            types: {CloseCode: {cases: [normal, goingAway]}}

        Give an argument a type with cases, and say in the actions which case it is. Or delete `arguments`, and let \
        `lifeline trace` compare the arguments in a log: it knows numbers and texts, too, and values that are passed on.
        """),
  ])
}
