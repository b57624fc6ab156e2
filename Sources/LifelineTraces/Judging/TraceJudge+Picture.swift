import LifelineAnalysis

extension TraceJudge {
  /// Returns what is drawn of the session with the first violation, or else of the first that doesn't conform, or else of
  /// the first.
  /// - Parameter sessions: The sessions that are judged, of which `results` are.
  mutating func draw(_ sessions: [TraceSession], _ results: [SessionResult]) -> DrawnSession? {
    if var drawn = drawnAnswer {
      drawn.session = table.sessions.prefix(drawn.session).count(where: \.isJudged)
      return drawn
    }
    if let violating = sessions.firstIndex(where: { $0.firstViolation == 0 }) {
      let violation = violations.kept[0]
      return DrawnSession(
        session: violating, calls: violation.calls.dropLast(), story: violation.story, misfit: violation.call)
    }
    guard let number = results.firstIndex(where: { $0.verdict != .conforms }) ?? results.indices.first else {
      return nil
    }
    var drawn = drawRecent(of: table.sessions.indices.filter { table.sessions[$0].isJudged }[number])
    drawn.session = number
    return drawn
  }

  /// Returns the last calls and events of a session with their story.
  /// - Parameter number: The number of the session in the table, which the result has as well.
  mutating func drawRecent(of number: Int) -> DrawnSession {
    let session = table.sessions[number]
    let calls = session.recent.all
    return DrawnSession(
      session: number,
      calls: calls.map { call in
        TraceViolation.Call(
          place: call.place, name: String(decoding: call.name, as: UTF8.self),
          text: String(decoding: call.line, as: UTF8.self), items: observer.symbols[call.symbol],
          arguments: call.arguments)
      },
      story: stories.story(
        of: calls.map(\.symbol), showing: calls.map(\.arguments), from: session.before, by: observer)?.story)
  }
}
