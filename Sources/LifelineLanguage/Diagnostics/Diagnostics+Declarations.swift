import LifelineSource

extension DiagnosticKind {
  static let wrongShape = languageKinds["L201"]
  static let unknownKey = languageKinds["L202"]
  static let missingKey = languageKinds["L203"]
  static let badVersion = languageKinds["L204"]
  static let badName = languageKinds["L205"]
  static let emptyValue = languageKinds["L206"]
  static let duplicateName = languageKinds["L207"]
  static let cutByComment = languageKinds["L208"]
  static let badType = languageKinds["L209"]
  static let badValue = languageKinds["L211"]
  static let unusedName = languageKinds["L212"]
  static let unknownName = languageKinds["L213"]
  static let unknownClaim = languageKinds["L214"]
  static let badSuppression = languageKinds["L215"]
  static let unknownState = languageKinds["L216"]
  static let ambiguousState = languageKinds["L217"]
  static let badModuleName = languageKinds["L218"]
  static let missingImport = languageKinds["L244"]
  static let bareList = languageKinds["L246"]
  static let badPromise = languageKinds["L247"]
  static let carriedField = languageKinds["L248"]

  /// The kinds of diagnostics about keys, names and values, whatever they describe.
  static let topLevelDeclarations: [DiagnosticKindList.Declaration] = [
    .error(
      "L201", "a value of the wrong shape",
      explanation: """
        The value is a mapping, a list or a text where the language expects another of the three. The message says \
        which.

            states:
              - closed             # a list
              - ajar
            states:
              closed:              # a mapping from names to states
              ajar:

        Write the value in the expected shape. Where a list is expected, you may write a single item without brackets.
        """),
    .error(
      "L202", "an unknown key",
      explanation: """
        The language has no such key at this position. Unknown keys aren't ignored, because a misspelt key would \
        silently have no effect. The message names the most similar key, or lists all keys.

            closed:
              enter: lock          # entry: lock
              do: lock             # belongs to a transition
              open: ajar           # belongs below `on`

        Correct the key, or move it to the part that it belongs to. A transition has no `else`: write a list, of which the \
        first transition is taken whose `if` holds. A key `true` in a state was `on`, which programs for YAML 1.1 read as a \
        Boolean and write as `true`.
        """),
    .error(
      "L203", "a missing key",
      explanation: """
        A key that this part needs is missing.

            context:
              isPad: {doc: Whether it is a tablet.}      # default: false

        Add the key that the message names.
        """),
    .error(
      "L204", "an unknown version of the language",
      explanation: """
        A spec begins with the version of the language that it is written in, so that later versions can still read it \
        correctly. This release of `lifeline` only knows version 1.

            lifeline: 1
            machine: Door

        Write `lifeline: 1`, or install the release that the spec was written for.
        """),
    .error(
      "L205", "a name that cannot be used",
      explanation: """
        Names of states, events, callbacks, parameters, fields and cases become Swift identifiers. They consist of \
        ASCII letters, digits and `_`, don't begin with a digit, and aren't `_` alone. The machine's name begins with \
        a capital. Some words have a meaning in the language and can't be names: `true false not and or in` anywhere; \
        `start wait set ignored with through then expect optional restart` as events; `anyOrder optional repeat oneOf if \
        set raise do else restart` as callbacks; these and `expect state min max` as parts; `state` as a field. The \
        ids of sources and of their claims have no spaces.

            events: [start, press-home]        # a step, and a hyphen
            events: [begin, pressHome]

        Choose another name. Swift keywords are allowed: generated code puts them into backticks.
        """),
    .error(
      "L206", "an empty value",
      explanation: """
        The key has no value, or the quotes of a citation are empty. Only states, events, callbacks and sources may be \
        empty, because their name can be all there is to say. Elsewhere it isn't clear whether nothing is meant or \
        something was forgotten.

            closed:
              entry:               # which actions?
              on: {open: ajar}
            ajar:                  # a state without anything

        Write the value, or remove the key. To handle an event without doing anything, write `event: {}`.
        """),
    .error(
      "L207", "a name given twice",
      explanation: """
        Two parts of one kind have the same name, so a use of the name could mean either. So do a case and a field or a \
        parameter of an event, because expressions name all three.

            callbacks: [willOpen, didOpen, willOpen]

        Rename one of them, or remove it.
        """),
    .warning(
      "L208", "a text cut short by a comment",
      explanation: """
        In YAML, ` #` begins a comment even in the middle of a text without quotes. The rest of the line isn't part of \
        the text and doesn't appear in generated documentation.

            doc: Rule #4 of the house.         # only "Rule" is left
            doc: "Rule #4 of the house."

        Put the text in quotes, or move the comment to a line of its own.
        """),
    .error(
      "L209", "a type that cannot be used",
      explanation: """
        The type of a context field is `Bool`, `Int`, `Duration`, `Double`, `String` or a type that `types` declares. The \
        type of a parameter can also be a Swift type that the spec doesn't declare, unless its name is one slip away from \
        a known one: then it is probably misspelt, and otherwise needs its module in front. The type of a parameter is a path of Swift identifiers with `< > [ ] ? ,`. It must be `Hashable` and \
        `Sendable`, because events are compared and stored. Functions, tuples, `any` and `some` types, and \
        `Any`, `AnyObject`, `AnyHashable`, `Error`, `Void` and types of types aren't both, so they can't be used, nor can `Self`.

            parameters:
              name: string                     # String
              url: URL?
              ids: "[Scene.Identifier]"        # in quotes, or YAML reads a list
              handler: (Bool) -> Void          # not possible

        Use a type of this form. For others, declare a type of your own that contains them.
        """),
    .error(
      "L211", "a value that does not fit",
      explanation: """
        The value doesn't have the type that is expected here. A `Bool` is `true` or `false`, an `Int` is a number such \
        as `12`, a `Double` is a number such as `1.5`, a `Duration` is a number with the unit `ms`, `s`, `min` or `h`, \
        such as `5s`, and a `String` is a text such as `"text"`. A field with `cases` has one of them. Values aren't \
        converted, so `1` is never `true`. A default that is a text needs `type: String` beside it. In `after`, the name \
        of a context field of type `Duration` can take the place of the length of time. `yes`, `no`, `on` and `off` are texts, as \
        in YAML 1.2.

            context: {isPad: false, patience: 5s}
            scenarios:
              a visit: {given: {isPad: yes, patience: 5}}       # isPad: true, patience: 5s

        Write a value of the type that the message names.
        """),
    .warning(
      "L212", "a name that is declared and never used",
      explanation: """
        Nothing uses this callback, event, context field, type or source: no action calls the callback, no state takes, \
        defers or raises the event by its name and no scenario sends it, no expression, timer, call or scenario \
        mentions the field, and nothing cites the source. Usually the use was forgotten or removed. `"*"` takes every \
        event but names none.

            callbacks: [didOpen, didClose]     # nothing calls `didClose`
            states:
              closed: {on: {open: {to: ajar, do: didOpen}}}
              ajar: {on: {close: closed}}

        Use it, or remove it. To keep it for later, write `allow: {L212: the reason}` in its declaration. A spec with errors has \
        no such warnings, since what can't be read may be a use.
        """),
    .error(
      "L213", "a name that nothing declares",
      explanation: """
        The name is used here but isn't declared. Names must be declared, so that misspelt names are found.

            callbacks: [didOpen]
            states:
              closed: {on: {open: {to: ajar, do: didOpn}}}

        Correct the name, or declare it: callbacks in `callbacks`, events in `events`, fields in `context`, sources in \
        `sources`. A promise names calls and is no condition, so it has no `and`: write `needs: {all: [a, b]}`.
        """),
    .error(
      "L214", "a citation of a claim that its source does not list",
      explanation: """
        A source that lists its `claims` is cited by their ids or as a whole, so that coverage can tell which claims \
        nothing cites. This id isn't in the list.

            sources:
              manual: {claims: {ring: Pressing the button rings the bell.}}
            callbacks:
              ring: {cites: manual rings}      # cites: manual ring

        Correct the id, or add the claim to its source.
        """),
    .error(
      "L215", "an invalid `allow`",
      explanation: """
        `allow` is a mapping from the code of a diagnostic to the reason why that warning isn't wanted here. The \
        reason tells the next reader, so it can't be empty.

            didClose:
              allow: {L212: The callback comes with the next release.}

        Write a code (`L` and three digits, as in messages) and the reason.
        """),
    .error(
      "L216", "a state that does not exist",
      explanation: """
        A reference to a state is looked up among the children of the state that contains it, then among the \
        children of each ancestor up to the root. After that, it can be the end of the path of exactly one state. No \
        state was found.

            states:
              closed: {on: {open: ajr}}        # ajar
              ajar: {on: {close: closed}}

        Correct the name, or declare the state.
        """),
    .error(
      "L217", "a name of more than one state",
      explanation: """
        The paths of several states end with this name, and none of them is a child of the state in which the name \
        stands or of one of its ancestors.

            states:
              start: {on: {go: idle}}          # which of the two?
              player: {states: {idle: {}}}
              recorder: {states: {idle: {}}}

        Write more of the path, such as `player.idle`.
        """),
    .error(
      "L218", "an invalid module name",
      explanation: """
        The name of a Swift module is an identifier, or identifiers separated by dots for a submodule. Generated code \
        writes it after `import`.

            imports: [UIKit, "my-module"]      # my_module

        Write the name as Swift imports it. The product of a package may have a hyphen where its module has `_`.
        """),
    .warning(
      "L244", "a type whose module isn't imported",
      explanation: """
        The parameter, or the field, has a type of one of Apple's frameworks, such as `URL` of Foundation. Generated code imports only the \
        modules of `imports`, so Swift won't know the type.

            callbacks: {load: {parameters: {page: URL}}}      # imports: Foundation

        Add the module to `imports`. If your own module has a type of this name, add `allow: {L244: …}` with the reason.
        """),
    .error(
      "L246", "a list of callbacks that doesn't say whether one of them is meant or all",
      explanation: """
        Behind `needs` and `onlyAfter`, a list of several callbacks could mean that one of them comes before, or each of them. \
        So a spec says which.

            callbacks:
              willConnect:
              willResume:
              didConnect: {needs: {any: [willConnect, willResume]}}   # one of them
              didClose: {needs: {all: [willConnect, didConnect]}}     # each of them

        Write `{any: […]}` or `{all: […]}`. Both are offered as edits.
        """),
    .error(
      "L247", "a promise that says nothing or can't be kept",
      explanation: """
        The promise names the callback that it is about (only `before` may, for a question that isn't asked again), names a \
        callback twice, chooses between fewer than two or more than 16, or lacks the key that it belongs to. The message says \
        what to write instead.

            callbacks:
              begin: {answeredBy: end, before: end}       # an answer can't come before itself
              end: {needs: {all: [begin]}}                # needs: begin
              progress: {between: [begin, begin]}         # between: [begin, end]

        Correct the promise, or delete it.
        """),
    .error(
      "L248", "a field that is only carried",
      explanation: """
        The machine carries the values of a private field whose type the language doesn't know: actions assign parameters and \
        other such fields to it, hand it to callbacks, and reset it with `nil`. It begins as `nil`. No decision depends on it, so \
        conditions don't compare it, and parts don't get it.

            context:
              peripheral: {type: UUID, private: true, default: none}   # begins as nil
              previous: {type: UUID?, private: true}                   # UUID
            states:
              connected:
                on:
                  close: {if: peripheral == device, to: idle}          # a field of its own: isKnown

        Delete `default` and `?`. Let another field, such as a `Bool`, say what a condition asks.
        """),
  ]
}
