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

/// The promises of a machine, followed through a run whose happenings have rows.
struct PromiseLinks {
  /// A promise with its past.
  private struct Followed {
    let automaton: PromiseAutomaton
    var state = PromiseAutomaton.State.start
    /// The rows in which things happened last; `nil` behind those that have happened before the first row.
    var rows: [Promise.Happening: Int?] = [:]
    var question: Question?
  }

  /// A question that is open.
  private struct Question {
    /// The row in which it was asked; `nil` if that was before the first row.
    var row: Int?
    /// The time at which it was asked.
    var time: Int
    var isBroken = false
  }

  private let machine: Machine
  private var followed: [Followed]
  private let judged: JudgedPromises
  /// Whether the run shows everything since the start.
  private let knowsPast: Bool
  /// The milliseconds that have passed, as far as they are known.
  private var time = 0
  /// The promises that have been kept or broken so far.
  private(set) var links: [LifeLine.KeptPromise] = []

  init(of machine: Machine, knowingPast knowsPast: Bool, judging judged: JudgedPromises) {
    self.machine = machine
    self.knowsPast = knowsPast
    self.judged = judged
    followed = machine.promises.map { Followed(automaton: PromiseAutomaton($0, in: machine)) }
  }

  /// Lets time pass before the next thing happens.
  mutating func pass(_ milliseconds: Int) {
    let (sum, overflows) = time.addingReportingOverflow(milliseconds)
    time = overflows ? .max : sum
  }

  /// Follows something that happens.
  /// - Parameter row: The row in which it happens; `nil` if it happens before the first one.
  /// - Returns: The promises that it breaks, in words.
  mutating func follow(_ letter: PromiseAutomaton.Letter, inRow row: Int?) -> [String] {
    var breaches: [String] = []
    for index in followed.indices {
      let automaton = followed[index].automaton
      let wasOpen = followed[index].state.isOpen
      let breach = automaton.follow(letter, &followed[index].state)
      if case .restart(let part) = letter, automaton.beginsAnew(with: part) {
        followed[index].rows = [:]
        followed[index].question = nil
      }
      if automaton.isAboutAnswer {
        if let words = followAnswer(index, letter, wasOpen: wasOpen, row) { breaches.append(words) }
      } else if case .happening(let happening) = letter, happening == automaton.promise.subject, breach == nil {
        addSuppliers(index, row)
      }
      if let breach, isCertain(index) {
        breaches.append(describe(breach, index))
        addBroken(index, row)
      }
      if case .happening(let happening) = letter { followed[index].rows[happening] = .some(row) }
    }
    return breaches
  }

  /// Whether what a promise says of the run is known and of interest: whatever came before it, a question that the run shows is open
  /// until it is answered.
  private func isCertain(_ index: Int) -> Bool {
    (knowsPast || followed[index].question?.row != nil) && judged.contains(followed[index].automaton.promise)
  }

  /// The promises of the run, with the questions that are open at its end.
  var all: [LifeLine.KeptPromise] {
    links
      + followed.indices.filter { followed[$0].state.isOpen && followed[$0].automaton.isAboutAnswer && isCertain($0) }
      .map { followed[$0] }.filter { $0.question?.isBroken != true }
      .map { followed in
        let promise = followed.automaton.promise
        return LifeLine.KeptPromise(
          kind: .answeredBy, outcome: .owed, supplier: followed.question?.row, user: nil,
          name: "\(machine.name(of: promise.subject)) is answered by \(machine.text(of: promise))")
      }
  }

  /// - Returns: The breach in words, if the answer comes too late.
  private mutating func followAnswer(
    _ index: Int, _ letter: PromiseAutomaton.Letter, wasOpen: Bool, _ row: Int?
  ) -> String? {
    guard case .happening(let happening) = letter else { return nil }
    let (automaton, promise) = (followed[index].automaton, followed[index].automaton.promise)
    var breach: String?
    var wasOpen = wasOpen
    if wasOpen, case .call(let callback) = happening, promise.callbacks.contains(where: { $0.callback == callback }) {
      let question = followed[index].question
      let passed = time - (question?.time ?? time)
      let isLate = isCertain(index) && automaton.limit.map { passed > $0 } ?? false
      if let row {
        links.append(
          LifeLine.KeptPromise(
            kind: .answeredBy, outcome: isLate ? .broken : .kept, supplier: question?.row, user: row,
            name: machine.localName(of: promise.subject)))
      }
      if isLate {
        breach = "too late: \(Value.duration(milliseconds: passed)) after \(machine.localName(of: promise.subject))"
      }
      followed[index].question = nil
      wasOpen = false
    }
    if happening == promise.subject, followed[index].state.isOpen, !wasOpen {
      followed[index].question = Question(row: row, time: time)
    }
    return breach
  }

  /// Adds the calls that allow a call, as far as they are in the run.
  private mutating func addSuppliers(_ index: Int, _ row: Int?) {
    guard let row else { return }
    let promise = followed[index].automaton.promise
    let seen = promise.suppliers.compactMap { callback in
      followed[index].rows[.call(callback)].map { (callback, $0) }
    }
    let latest = seen.max { ($0.1 ?? -1) < ($1.1 ?? -1) }
    let used = promise.needsAll ? seen : [latest].compactMap(\.self)
    for (callback, supplier) in used {
      links.append(
        LifeLine.KeptPromise(
          kind: promise.kind, outcome: .kept, supplier: supplier, user: row, name: machine.localName(of: callback)))
    }
  }

  private mutating func addBroken(_ index: Int, _ row: Int?) {
    let promise = followed[index].automaton.promise
    let supplier: Int? =
      switch promise.form {
      case .answeredBy: followed[index].question?.row
      case .between(_, let closing): followed[index].rows[.call(closing.callback)] ?? nil
      case .needs, .onlyAfter: followed[index].rows[promise.subject] ?? nil
      }
    followed[index].question?.isBroken = true
    guard let row else { return }
    links.append(
      LifeLine.KeptPromise(
        kind: promise.kind, outcome: .broken, supplier: supplier, user: row, name: machine.name(of: promise.subject)))
  }

  private func describe(_ breach: PromiseAutomaton.Breach, _ index: Int) -> String {
    let promise = followed[index].automaton.promise
    let name = machine.name(of: promise.subject)
    let words = "\(promise.key) \(machine.text(of: promise))"
    switch breach {
    case .early:
      let hasCome = followed[index].rows[promise.subject] != nil
      if case .needs = promise.form, hasCome { return "\(words): not since the last \(name)" }
      if case .between = promise.form { return "\(words): none is open" }
      return "\(words): not yet"
    case .overtaken: return "\(name) has no answer yet: \(words)"
    case .unansweredEnd: return "the machine ends, and \(name) has no answer: \(words)"
    }
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
    case .enters, .completesEntry, .exits, .calls, .chooses, .raises, .sends, .restarts, .recalls: return true
    }
  }

  /// Returns the name of a happening as its own file spells it.
  fileprivate func localName(of happening: Promise.Happening) -> String {
    if case .call(let callback) = happening { localName(of: callback) } else { name(of: happening) }
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
