import LifelineModel
import LifelineSource

/// Something that the host or time may do and that an exploration tries only in part.
enum OpenQuestion: Sendable {
  /// A field or a parameter may have other numbers.
  case numbers(UntriedValues, name: String, type: ValueType, declaredAt: SourceRange, tried: [Value])
  /// Timers may elapse in other orders.
  case times(of: [SourceRange])

  /// Whether other numbers may make a difference.
  var isAboutNumbers: Bool {
    switch self {
    case .numbers: true
    case .times: false
    }
  }

  /// The range of the declaration in the spec, or of the first timer.
  var range: SourceRange {
    switch self {
    case .numbers(_, _, _, let range, _): range
    case .times(let ranges): ranges.first ?? .start
    }
  }
}

extension Exploration {
  /// The things that the exploration tries only in part, each once.
  var openQuestions: [OpenQuestion] {
    var questions = environment.values.untried.compactMap(question)
    if environment.timers.isContested {
      questions.append(.times(of: machine.states.flatMap(\.timers).map(\.range).sorted()))
    }
    return questions
  }

  private func question(about untried: UntriedValues) -> OpenQuestion? {
    switch untried.variable {
    case .field(let id):
      let field = machine[id]
      return .numbers(
        untried, name: field.name, type: field.type, declaredAt: field.range, tried: environment.values.fields[id.index]
      )
    case .parameter(let name):
      for (index, event) in machine.declared.events.enumerated() {
        guard let position = event.parameters.firstIndex(where: { $0.name == name }) else { continue }
        let parameter = event.parameters[position]
        return .numbers(
          untried, name: name, type: parameter.type, declaredAt: parameter.range,
          tried: environment.values.parameters[index][position])
      }
      return nil
    }
  }

  /// Returns the reason why something isn't known.
  func reason(for question: OpenQuestion) -> String {
    switch question {
    case .numbers(let untried, let name, let type, _, let tried):
      let kind = untried.isWithinRange ? "of the values of its range" : type == .duration ? "length of time" : "number"
      let some = tried.sorted { ($0.number ?? 0) < ($1.number ?? 0) }.prefix(4).map(\.description)
      let more = tried.count > some.count ? ["\(tried.count - some.count) more"] : []
      return
        "`\(name)` may be any \(kind), and \((some + more).joinedAsList()) \(tried.count == 1 ? "was" : "were") tried"
    case .times:
      return "several timers may run at once, and not every order in which they can elapse was tried"
    }
  }

  /// Returns what a spec can say so that a question is answered.
  private func advice(about question: OpenQuestion) -> String {
    switch question {
    case .numbers(let untried, _, let type, _, _):
      guard type.isWhole else { return "compare it with numbers that the spec spells out" }
      switch untried.variable {
      case .field(let field):
        if untried.isWithinRange { return "narrow the range" }
        let isMemory = machine[field].isPrivate || machine[field].isFixed
        return isMemory || !isAssigned(field)
          ? "give it a `range`" : "make it `private`, if only actions set it, or give it a `range`"
      case .parameter: return "keep it in a field with a `range`, behind an `if`, and use that field"
      }
    case .times: return "let one timer run at a time where the order matters"
    }
  }

  private func isAssigned(_ field: ID<Field>) -> Bool {
    var isAssigned = false
    machine.forEachAssignment { isAssigned = isAssigned || $0.field == field }
    return isAssigned
  }

  /// Returns the reason why something isn't known, with what a spec can say about it.
  func reasonWithAdvice(about question: OpenQuestion) -> String {
    "\(reason(for: question)); \(advice(about: question))"
  }

  /// Returns the warning that some promises, or what never happens, can't be decided because of a question (L805).
  func diagnostic(of question: OpenQuestion, leavingOpen things: String) -> Diagnostic {
    let uses: [(String, SourceRange)] =
      switch question {
      case .numbers(let untried, _, _, _, _): [("it is used here", untried.use)]
      case .times(let ranges): ranges.dropFirst().prefix(3).map { ("another timer", $0) }
      }
    return machine.diagnostic(
      .unexploredPart, "\(things): \(reasonWithAdvice(about: question))", at: question.range,
      notes: uses)
  }
}

extension CallAutomaton {
  /// The reasons why the machine may do more than was explored.
  package var untried: [String] { exploration.openQuestions.map(exploration.reason) }
}

extension [String] {
  /// The items with commas between them, and `and` before the last one.
  fileprivate func joinedAsList() -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
