import LifelineModel

/// The members of a monitor that tells the shortest run that leads to where the machine was.
///
/// The runs are a tree of steps. The text of a run is put together only if somebody reads it.
extension MonitorDeclaration {
  /// Whether the monitor tells stories.
  var hasStories: Bool { table.stories != nil }
  /// Whether the stories depend on what an app has chosen.
  var remembersChoice: Bool { hasStories && hasChoices }

  /// The choice as a further argument of a violation.
  var choiceArgument: String { remembersChoice ? ", choice: choice" : "" }
  /// The arguments that tell a violation how things were.
  var circumstances: String { "state: state, recentCalls: recentCalls\(choiceArgument)" }
  /// The end of a violation's text.
  var storyInText: String { hasStories ? #" + "; shortest story: " + story"# : "" }

  /// The stored property of what an app has chosen.
  var storedChoice: Declaration {
    Declaration("The number of the choices.", head: "private let choice: Swift.Int")
  }

  /// The property of a violation that tells the story.
  var storyOfViolation: Declaration {
    Declaration(
      "What the host does in the shortest run of the machine that leads to where the monitor was, and behind `#` the states",
      "that are active then.", "", "It is a run to the same place, but not always the one that has happened.",
      isPublic: true,
      head: "var story: Swift.String", line: "\(name).story(endingIn: state\(choiceArgument))")
  }

  /// The number of steps of a story that are shown.
  private var shownStepLimit: Int { 12 }

  /// Returns the functions that tell stories, and what they look up.
  func lookups(of stories: MonitorStories) -> [Declaration] {
    let digit = TableText.digitOffset
    let index =
      remembersChoice ? "choice &* \(table.stateCount) &+ Swift.Int(state)" : "Swift.Int(state)"
    let numbers = stories.steps.map { [$0.previous, $0.cause, $0.states].map(TableText.longNumber).joined() }
    return [
      Declaration(
        head:
          "private static func story(endingIn state: Swift.UInt16\(remembersChoice ? ", choice: Swift.Int" : "")) -> Swift.String",
        body: [
          .constant("end", .name("longNumber(at: storyEnds.utf8Start + 3 &* (\(index)))")),
          #"if end == \#(MonitorStories.nothing) { return "nothing, not even the start" }"#,
          #"if end == \#(MonitorStories.anything) { return "anything" }"#,
          "var (step, count) = (end, 0)", #"var causes = """#,
          .while(
            "step > 0",
            [
              .constant("entry", "storySteps.utf8Start + 9 &* step"),
              .constant("previous", "longNumber(at: entry)"),
              .variable("cause", "storyText(longNumber(at: entry + 3))"),
              #"if step == end, previous == 0 { cause += cause.isEmpty ? "start" : ", start" }"#,
              .if(
                "!cause.isEmpty",
                then: [
                  #"causes = (count == \#(shownStepLimit) ? "…" : cause) + (causes.isEmpty ? "" : ", " + causes)"#,
                  "count += 1",
                ], else: []),
              "step = count > \(shownStepLimit) ? 0 : previous",
            ]),
          .return(#"causes + "  # " + storyText(longNumber(at: storySteps.utf8Start + 9 &* end + 6))"#),
        ]),
      Declaration(
        head: "private static func longNumber(at digits: Swift.UnsafePointer<Swift.UInt8>) -> Swift.Int",
        line:
          "Swift.Int(digits[0] &- \(digit)) | Swift.Int(digits[1] &- \(digit)) &<< 6 | Swift.Int(digits[2] &- \(digit)) &<< 12"
      ),
      Declaration(
        "For each state\(remembersChoice ? " of each combination of choices" : ""), the last step of the shortest run that leads there, in three digits.",
        head: "private static var storyEnds: Swift.StaticString",
        body: text(of: stories.ends.map(TableText.longNumber), perLine: 32)),
      Declaration(
        "The steps of these runs: the step before it, and the texts of what the host does and of the states afterwards, in three",
        "digits each.", head: "private static var storySteps: Swift.StaticString", body: text(of: numbers, perLine: 10)),
      Declaration(
        head: "private static func storyText(_ number: Swift.Int) -> Swift.String",
        body: ["let texts: [Swift.StaticString] = ["]
          + stories.texts.map { "  \(SwiftText.stringLiteral($0))," as Statement }
          + ["]", .return("texts[number].description")]),
    ]
  }

  private func text(of words: [String], perLine count: Int) -> [Statement] {
    let lines = stride(from: 0, to: words.count, by: count).map {
      words[$0..<min($0 + count, words.count)].joined()
    }
    return [##"#""""##] + lines.map { "\($0)\\#" as Statement } + ["", ##""""#"##]
  }
}
