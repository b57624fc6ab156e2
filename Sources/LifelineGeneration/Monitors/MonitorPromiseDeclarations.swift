import LifelineModel

/// The members of a monitor that follows promises besides its table.
extension MonitorDeclaration {
  /// The private type that follows the promises.
  var promisesTypeName: String { nestedType("Promises") }

  private var time: (parameter: String, argument: String) {
    promises.isTimed ? (", at time: Swift.Duration? = nil", ", at: time") : ("", "")
  }

  /// The stored properties of a violation that tell of promises.
  var violationProperties: [Declaration] {
    ["fileprivate var breach: Swift.Int?"] + (promises.hasAnswers ? ["fileprivate var isEnd = false"] : [])
  }

  /// The property of a violation that says which promise is broken.
  var brokenPromise: Declaration {
    Declaration(
      "The promise that is broken, in words, with its place in the spec; `nil` if the call breaks none.",
      isPublic: true,
      head: "var brokenPromise: Swift.String?", line: "breach.map(\(name).words(ofBreach:))")
  }

  /// The statements that describe a violation.
  var descriptionWithPromise: [Statement] {
    let shown = shownItem
    let index = hasEvents ? "item" : "\(name).index(of: callback)"
    let fits = "\(name).successor(of: state, by: \(index)) != \(name).none"
    return [
      .constant("promise", #"brokenPromise.map { " breaks a promise: " + $0 } ?? """#),
      .constant("before", #""; before it: " + \#(shown.recent)\#(storyInText)"#),
    ] + (promises.hasAnswers ? [#"if isEnd { return "the end" + promise + before }"#] : []) + [
      .constant("fits", "\(fits)"),
      #"if fits { return "`" + \#(shown.text) + "`" + promise + before }"#,
      #"var text = "`" + \#(shown.text) + "` came where it can't (""#,
      "text += \(shown.location) + \"); could have come: \" + \(shown.expected)",
      .return(#"text + (promise.isEmpty ? "" : "; it also" + promise) + before"#),
    ]
  }

  /// The initializer that sets everything.
  var initializerWithPromises: Declaration {
    Declaration(
      head: "private init(state: Swift.UInt16, isStart: Swift.Bool)",
      body: ["self.state = state", "promises = \(promisesTypeName)(isStart: isStart)"])
  }

  /// The statements that follow a call, as far as it is noticed whether it fits.
  private var noticing: [Statement] {
    let next: Statement = .constant("next", "Self.successor(of: state, by: index)")
    let forgetting = "promises = \(promisesTypeName)(isStart: false)"
    let observing = "promises.observe(callback\(time.argument))"
    // Promises that can be broken before the end are asked about a call before it is known whether it fits.
    guard promises.canBreakBeforeEnd else {
      return [
        next, "if next == Self.none { \(forgetting) }", "\(observing)",
        .guard("next != Self.none", else: [.return("noteViolation(\(violationArguments), nil)")]),
      ]
    }
    return [
      .constant("breach", "\(observing)"), next,
      .guard(
        "next != Self.none",
        else: ["\(forgetting)", "\(observing)", .return("noteViolation(\(violationArguments), breach)")]),
      reportOfBreach(subjectArgument),
    ]
  }

  /// The functions that follow calls, and the end of the calls.
  var followingWithPromises: [Declaration] {
    let observe = Declaration(
      documentation: [
        "Notes a call. Its arguments make no difference, so its name is enough.", "",
        "After a violation, the monitor goes on as if it began with this call, without knowing what came before.", "",
      ]
        + (promises.isTimed
          ? [
            "- Parameter time: The time since any moment before the first call. Without it, nothing comes too late."
          ] : [])
        + ["- Returns: The violation if the call can't come here, or if a promise is broken by it."],
      attribute: "@discardableResult", isPublic: true,
      head: "mutating func observe(_ callback: \(callbackName)\(time.parameter)) -> \(violation)?",
      body: .statements([.constant("index", "Self.index(of: callback)")] + noticing + goingOn))
    let asked = hasEvents ? "item" : "callback"
    let finish = Declaration(
      "Ends the calls. What has no promised answer then breaks its promise.", "",
      "- Returns: The violation if an answer is missing. If there are several, the next call of this function returns the next.",
      attribute: "@discardableResult", isPublic: true, head: "mutating func finish() -> \(violation)?",
      body: [
        .guard("let (\(asked), breach) = promises.finish()", else: [.return("nil")]),
        .constant("found", "\(violation)(\(asked): \(asked), \(circumstances), breach: breach, isEnd: true)"),
        "if violation == nil { violation = found }", .return("found"),
      ])
    return [observe] + (promises.hasAnswers ? [finish] : [])
  }

  /// The statement that returns the violation if what fits breaks a promise.
  func reportOfBreach(_ subject: String) -> Statement {
    .if(
      "let breach",
      then: [
        .constant("found", "\(violation)(\(subject), \(circumstances), breach: breach)"),
        "if violation == nil { violation = found }", "state = next", "recentCalls.append(index)", .return("found"),
      ], else: [])
  }

  /// The statements that go on where nothing is wrong.
  var goingOn: [Statement] { ["state = next", "recentCalls.append(index)", .return("nil")] }

  /// The function that tells how a promise was broken.
  var wordsOfBreaches: Declaration {
    Declaration(
      "Returns the words of a way to break a promise.",
      head: "private static func words(ofBreach number: Swift.Int) -> Swift.String",
      body: ["let breaches: [Swift.StaticString] = ["]
        + promises.breaches.map { "  \(SwiftText.stringLiteral($0))," as Statement }
        + ["]", .return("breaches[number].description")])
  }

  /// The private type that follows the promises.
  var promisesType: Declaration {
    let members = promises.members(
      callbacks: (callbackName, machine.callbackNameCases), events: (eventName, eventCaseNames),
      progress: nestedType("Progress"))
    return Declaration(
      "The calls so far, as far as they matter to promises of the spec.",
      head: "fileprivate struct \(promisesTypeName): Swift.Hashable, Swift.Sendable",
      body: members.map { "\($0)" as Statement })
  }
}
