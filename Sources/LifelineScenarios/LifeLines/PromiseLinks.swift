import LifelineModel
import LifelineSource

/// The promises whose breaches a picture shows.
package enum JudgedPromises: Sendable {
  case all
  /// One promise, because the picture is about it.
  case only(Promise)
  /// None, because the picture is about something else.
  case none

  fileprivate func contains(_ promise: Promise) -> Bool {
    switch self {
    case .all: true
    case .only(let other):
      promise.range == other.range && promise.subject == other.subject && promise.declaredIn == other.declaredIn
    case .none: false
    }
  }
}

/// The part of a run before the rows of its picture, as far as it is known.
package enum KnownPast: Sendable {
  /// Everything since the start.
  case whole
  /// Everything since the machine was put into states.
  case sinceGivenStates
  /// Nothing for certain.
  case unknown
}

/// The promises of a machine, followed through a run whose happenings have rows.
struct PromiseLinks {
  private let machine: Machine
  private var follower: PromiseFollower
  /// The rows in which things happened last, for each promise; `nil` behind those that have happened before the first row.
  private var rows: [[Promise.Happening: Int?]]
  private let judged: JudgedPromises
  private let past: KnownPast
  /// The promises that have been kept or broken so far.
  private(set) var links: [LifeLine.KeptPromise] = []

  init(of machine: Machine, knowing past: KnownPast, judging judged: JudgedPromises) {
    self.machine = machine
    self.past = past
    self.judged = judged
    follower = PromiseFollower(of: machine, knowingStart: past == .whole)
    rows = machine.promises.map { _ in [:] }
  }

  /// Lets time pass before the next thing happens.
  mutating func pass(_ milliseconds: Int) { follower.pass(milliseconds) }

  /// Follows something that happens.
  /// - Parameters:
  ///   - row: The row in which it happens; `nil` if it happens before the first one.
  ///   - late: The index of the promise whose answer comes too late with it, if others know the times.
  /// - Returns: The promises that it breaks, in words.
  mutating func follow(_ letter: PromiseAutomaton.Letter, inRow row: Int?, late: Int? = nil) -> [String] {
    var breaches: [String] = []
    for index in rows.indices {
      let automaton = follower.automata[index]
      let isCertain = isCertain(index)
      let effect = follower.follow(letter, index, inRow: row)
      if case .restart(let part) = letter, automaton.beginsAnew(with: part) { rows[index] = [:] }
      if let question = effect.answered {
        addAnswer(index, to: question, row, isLate: late == index || effect.isLate && isCertain)
      } else if late == index {
        addBroken(index, row)
      } else if !automaton.isAboutAnswer, letter == .happening(automaton.promise.subject), effect.breach == nil {
        addSuppliers(index, row)
      }
      if let breach = effect.breach, isCertain {
        breaches.append(describe(breach, index))
        if case .order = breach { addBroken(index, row) }
      }
      if case .happening(let happening) = letter { rows[index][happening] = .some(row) }
    }
    return breaches
  }

  /// Whether what a promise says of the run is known and of interest: whatever came before it, a question that the run shows is open
  /// until it is answered.
  private func isCertain(_ index: Int) -> Bool {
    guard judged.contains(follower.automata[index].promise) else { return false }
    return past == .unknown ? follower.questions[index]?.row != nil : follower.isCertain(index)
  }

  /// The promises of the run, with the questions that are open at its end.
  var all: [LifeLine.KeptPromise] {
    links
      + openQuestions.map { index, question in
        let promise = follower.automata[index].promise
        return LifeLine.KeptPromise(
          kind: .answeredBy, outcome: .owed, supplier: question.row, user: nil,
          name: "\(machine.name(of: promise.subject)) is answered by \(machine.text(of: promise))")
      }
  }

  /// The questions whose answers may not take as long as they have taken so far, in words.
  var overdue: [String] {
    openQuestions.compactMap { index, _ in
      follower.overdue(index).map { milliseconds in
        let promise = follower.automata[index].promise
        return "no answer for \(Value.duration(milliseconds: milliseconds)): \(machine.name(of: promise.subject)) "
          + "\(promise.key) \(machine.text(of: promise))"
      }
    }
  }

  private var openQuestions: [(index: Int, question: PromiseFollower.Question)] {
    follower.questions.enumerated().compactMap { index, question in
      guard let question, !question.isBroken, isCertain(index) else { return nil }
      return (index, question)
    }
  }

  private mutating func addAnswer(_ index: Int, to question: PromiseFollower.Question, _ row: Int?, isLate: Bool) {
    guard let row else { return }
    links.append(
      LifeLine.KeptPromise(
        kind: .answeredBy, outcome: isLate ? .broken : .kept, supplier: question.row, user: row,
        name: machine.shortName(of: follower.automata[index].promise.subject, in: follower.automata[index].promise)))
  }

  /// Adds the calls that allow a call, as far as they are in the run.
  private mutating func addSuppliers(_ index: Int, _ row: Int?) {
    guard let row else { return }
    let promise = follower.automata[index].promise
    let seen = promise.suppliers.compactMap { callback in rows[index][.call(callback)].map { (callback, $0) } }
    let latest = seen.max { ($0.1 ?? -1) < ($1.1 ?? -1) }
    let used = promise.needsAll ? seen : [latest].compactMap(\.self)
    for (callback, supplier) in used {
      links.append(
        LifeLine.KeptPromise(
          kind: promise.kind, outcome: .kept, supplier: supplier, user: row,
          name: machine.shortName(of: .call(callback), in: promise)))
    }
  }

  private mutating func addBroken(_ index: Int, _ row: Int?) {
    let promise = follower.automata[index].promise
    let supplier: Int? =
      switch promise.form {
      case .answeredBy: follower.questions[index]?.row
      case .between(_, let closing): rows[index][.call(closing.callback)] ?? nil
      case .needs, .onlyAfter: rows[index][promise.subject] ?? nil
      }
    guard let row else { return }
    links.append(
      LifeLine.KeptPromise(
        kind: promise.kind, outcome: .broken, supplier: supplier, user: row, name: machine.name(of: promise.subject)))
  }

  private func describe(_ breach: PromiseFollower.Breach, _ index: Int) -> String {
    let promise = follower.automata[index].promise
    let name = machine.name(of: promise.subject)
    let words = "\(promise.key) \(machine.text(of: promise))"
    switch breach {
    case .late(let milliseconds):
      return
        "too late: \(Value.duration(milliseconds: milliseconds)) after \(machine.shortName(of: promise.subject, in: promise))"
    case .order(.early):
      if case .needs = promise.form, rows[index][promise.subject] != nil {
        return "\(words): not since the last \(name)"
      }
      if case .between = promise.form { return "\(words): none is open" }
      return "\(words): not yet"
    case .order(.overtaken): return "\(name) has no answer yet: \(words)"
    case .order(.unansweredEnd): return "the machine ends, and \(name) has no answer: \(words)"
    }
  }
}

extension PromiseFollower.Effect {
  fileprivate var isLate: Bool {
    if case .late? = breach { true } else { false }
  }
}

extension Machine {
  /// Returns the name of a callback as its own file spells it.
  func localName(of callback: ID<Callback>) -> String {
    localName(self[callback].name, of: part(of: callback))
  }

  /// Returns a name as the file of the part spells it.
  func localName(_ name: String, of part: ID<Part>?) -> String {
    part.map { String(name.dropFirst(self[$0].name.count + 1)) } ?? name
  }

  /// The names of all states, events and callbacks, as the files of the machine and of its parts spell them.
  var localNames: [String] {
    let happenings = events.indices.map { (index: Int) -> String in
      let event = ID<Event>(index)
      return localName(self[event].name, of: part(of: event))
    }
    let calls = callbacks.indices.map { (index: Int) -> String in localName(of: ID(index)) }
    return Set(states.map { $0.name } + happenings + calls).sorted()
  }

  /// Returns whether a part does nothing with an event that an action sends, and needn't.
  /// - Parameter index: The index of what the machine does next.
  func ignores(_ event: ID<Event>, sentTo part: ID<Part>, beforeDeed index: Int, of step: LifeLineBuilder.Step) -> Bool
  {
    // A deferred event leaves no other trace.
    guard !states.contains(where: { $0.deferred.contains { $0.event == event } }) else { return false }
    guard index < step.deeds.count else { return step.reaction.fault == nil }
    switch step.deeds[index] {
    case .acts(let state): return self.part(of: state) != part
    case .leavesUntaken: return false
    case .enters, .completesEntry, .exits, .calls, .chooses, .raises, .sends, .restarts, .recalls, .elapses:
      return true
    }
  }

  /// Returns the name of a happening as its own file spells it, unless that isn't the file of the promise and several callbacks have
  /// the name.
  fileprivate func shortName(of happening: Promise.Happening, in promise: Promise) -> String {
    guard case .call(let callback) = happening else { return name(of: happening) }
    let name = localName(of: callback)
    if part(of: callback) == promise.declaredIn { return name }
    let isUnique = callbacks.indices.count { localName(of: ID($0)) == name } == 1
    return isUnique ? name : self[callback].name
  }
}

extension Promise {
  /// The kind of the promise in a picture.
  fileprivate var kind: LifeLine.KeptPromise.Kind {
    switch form {
    case .needs: .needs
    case .onlyAfter: .onlyAfter
    case .between: .between
    case .answeredBy: .answeredBy
    }
  }

  /// The callbacks that allow the promised call.
  fileprivate var suppliers: [ID<Callback>] {
    switch form {
    case .needs(_, let list), .onlyAfter(_, let list): list.map(\.callback)
    case .between(let opening, _): [opening.callback]
    case .answeredBy: []
    }
  }

  fileprivate var needsAll: Bool {
    switch form {
    case .needs(let quantity, _), .onlyAfter(let quantity, _): quantity == .all
    case .between, .answeredBy: false
    }
  }
}
