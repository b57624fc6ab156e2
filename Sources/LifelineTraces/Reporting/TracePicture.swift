import LifelineAnalysis
import LifelineModel
import LifelineSource

extension TraceResult {
  /// The picture of a session: the one with the first violation, or else the first that doesn't conform, or else the first;
  /// `nil` if none was asked for, or there is no session.
  ///
  /// It shows the last calls and events, as far as they are kept.
  package var picture: LifeLine? {
    guard let drawn else { return nil }
    let session = sessions[drawn.session]
    let words = TraceWords(machine: machine)
    let file = files[session.last.file]
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let picture = LogPicture(
      of: machine, title: "the log of \(session.key)", subtitle: "\(machine.name) · \(name)", story: drawn.story,
      lines: drawn.calls.map { call in
        let violation = answerViolations.first { $0.place == call.place }
        return LogPicture.Line(
          call.items, number: call.place.line, showing: call.arguments, mistake: violation.map(mistake),
          breaking: violation.flatMap(\.promiseWithoutAnswerInTime))
      },
      owed: IDSet(calls: owed, events: observedEvents, of: machine), showing: observedEvents)
    var remarks: [String] = []
    if drawn.story.map({ $0.explainedFrom.step > 0 }) ?? false {
      let line = (drawn.calls.first ?? drawn.misfit).map { " before line \($0.place.line)" } ?? ""
      remarks.append("so far: the states in which the machine may be\(line)")
    }
    if let repair = session.violation?.repair, drawn.misfit != nil {
      remarks.append("cheapest repair: " + self.words(of: repair, in: session).joined(separator: "; "))
    }
    var drawing = picture.draw(
      verdict: verdict(on: session, drawn),
      misfit: drawn.misfit.map {
        LogPicture.Misfit($0.items, name: $0.name, number: $0.place.line, showing: $0.arguments)
      },
      ending: ending(of: session, drawn, words), remarks: remarks)
    if session.verdict == .conforms, let mistake = drawing.mistakeOfMachine {
      drawing.verdict = LifeLine.Verdict(holds: false, text: "conforms to the machine, but \(mistake)")
    }
    return drawing
  }

  private var observedEvents: IDSet<Event> { options.events }

  /// Returns how a line breaks the promise of an answer.
  private func mistake(in violation: AnswerViolation) -> String {
    let promise = machine.promises[violation.question.promise]
    let name = machine.name(of: promise.subject)
    return switch violation.breach.kind {
    case .late where violation.breach.earlierPlace != nil: "no run is left in which \(name) has an answer in time"
    case .overtaken, .unseen: "\(name) has no answer yet: \(promise.key) \(machine.text(of: promise))"
    case .late(let milliseconds): "too late: \(Value.duration(milliseconds: milliseconds)) after \(name)"
    }
  }

  private func ending(of session: SessionResult, _ drawn: DrawnSession, _ words: TraceWords) -> String? {
    if drawn.misfit != nil {
      if let wrong = session.violation?.wrongArguments {
        let possible = wrong.map { words.text(of: $0.possible, $0.parameter) }
        return possible.isEmpty ? nil : "could have been: " + possible.joined(separator: ", ")
      }
      return "could have come: " + (session.expected.isEmpty ? "nothing" : words.list(session.expected))
    }
    guard !session.itemsLeft.isEmpty else { return nil }
    return "the log ends here, but before the machine rests, it calls \(words.list(session.itemsLeft))"
  }

  private func verdict(on session: SessionResult, _ drawn: DrawnSession) -> LifeLine.Verdict {
    let text =
      switch session.verdict {
      case .violation:
        drawn.misfit.map { misfit in
          let kind = machine.lineKind(of: misfit.items)
          let fault = TraceWords(machine: machine).misfit(session.violation?.wrongArguments, of: kind)
          return "violates: `\(misfit.name)` in line \(misfit.place.line) "
            + "\(kind == .state ? "was seen" : "came") \(fault)"
        }
          ?? "violates a promise of an answer"
      case .unfinished:
        session.questions.isEmpty ? "unfinished: the log ends inside a step" : "unfinished: a question has no answer"
      case .inconclusive:
        session.unexplored.map { "inconclusive: not everything was explored: \($0.omission)" }
          ?? "inconclusive: the log doesn't show where the machine is"
      case .conforms: "conforms: the machine may behave like this"
      }
    return LifeLine.Verdict(holds: session.verdict == .conforms, text: text)
  }
}

extension AnswerViolation {
  /// The index of the promise whose answer comes too late; `nil` if it is broken in another way.
  fileprivate var promiseWithoutAnswerInTime: Int? {
    if case .late = breach.kind { question.promise } else { nil }
  }
}

extension LifeLine {
  /// The mistake of the machine in a story that explains a log; `nil` if the picture marks none.
  fileprivate var mistakeOfMachine: String? {
    if promises.contains(where: { $0.outcome == .broken }) { return "this story breaks a promise" }
    return rows.contains(where: \.isWrong) ? "this story shows a mistake of the machine" : nil
  }
}
