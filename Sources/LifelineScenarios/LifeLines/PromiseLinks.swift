import LifelineModel
import LifelineSource

/// The promises of a machine, followed through a run whose happenings have rows.
struct PromiseLinks {
  private let machine: Machine
  private let automata: [PromiseAutomaton]
  private var states: [PromiseAutomaton.State]
  /// The rows in which things happened last; `nil` behind those that have happened before the first row.
  private var rows: [Promise.Happening: Int?] = [:]
  /// The rows in which the questions were asked that are open, by the indices of their promises.
  private var questions: [Int: Int?] = [:]
  /// Whether the run shows everything since the start.
  private let knowsPast: Bool
  /// The promises that have been kept or broken so far.
  private(set) var links: [LifeLine.KeptPromise] = []

  init(of machine: Machine, knowingPast knowsPast: Bool) {
    self.machine = machine
    self.knowsPast = knowsPast
    automata = machine.promises.map { PromiseAutomaton($0, in: machine) }
    states = automata.map { _ in .start }
  }

  /// Follows something that happens.
  /// - Parameter row: The row in which it happens; `nil` if it happens before the first one.
  /// - Returns: The promises that it breaks, in words.
  mutating func follow(_ letter: PromiseAutomaton.Letter, inRow row: Int?) -> [String] {
    var breaches: [String] = []
    for index in automata.indices {
      let automaton = automata[index]
      let wasOpen = states[index].isOpen
      let breach = automaton.follow(letter, &states[index])
      if automaton.isAboutAnswer {
        followAnswer(index, letter, wasOpen: wasOpen, row)
      } else if case .happening(let happening) = letter, happening == automaton.promise.subject, breach == nil {
        addSuppliers(of: automaton.promise, row)
      }
      if let breach, knowsPast, let words = describe(breach, of: automaton.promise) {
        breaches.append(words)
        if let row { addBroken(automaton.promise, index, row) }
      }
    }
    if case .happening(let happening) = letter { rows[happening] = .some(row) }
    return breaches
  }

  /// The promises of the run, with the questions that are open at its end.
  var all: [LifeLine.KeptPromise] {
    links
      + automata.indices.filter { automata[$0].isAboutAnswer && states[$0].isOpen && knowsPast }.map { index in
        let promise = automata[index].promise
        return LifeLine.KeptPromise(
          kind: .answeredBy, outcome: .owed, supplier: questions[index] ?? nil, user: nil,
          name: "\(machine.name(of: promise.subject)) is answered by \(machine.text(of: promise))")
      }
  }

  private mutating func followAnswer(_ index: Int, _ letter: PromiseAutomaton.Letter, wasOpen: Bool, _ row: Int?) {
    guard case .happening(let happening) = letter else { return }
    let promise = automata[index].promise
    if wasOpen, case .call(let callback) = happening, promise.callbacks.contains(where: { $0.callback == callback }) {
      if let row {
        links.append(
          LifeLine.KeptPromise(
            kind: .answeredBy, outcome: .kept, supplier: questions[index] ?? nil, user: row,
            name: machine.localName(of: promise.subject)))
      }
      questions[index] = nil
    }
    if happening == promise.subject, states[index].isOpen, !wasOpen { questions[index] = .some(row) }
  }

  /// Adds the calls that allow a call, as far as they are in the run.
  private mutating func addSuppliers(of promise: Promise, _ row: Int?) {
    guard let row else { return }
    let seen = promise.suppliers.compactMap { callback in rows[.call(callback)].map { (callback, $0) } }
    let latest = seen.max { ($0.1 ?? -1) < ($1.1 ?? -1) }
    let used = promise.needsAll ? seen : [latest].compactMap(\.self)
    for (callback, supplier) in used {
      links.append(
        LifeLine.KeptPromise(
          kind: promise.kind, outcome: .kept, supplier: supplier, user: row, name: machine.localName(of: callback)))
    }
  }

  private mutating func addBroken(_ promise: Promise, _ index: Int, _ row: Int) {
    let supplier = automata[index].isAboutAnswer ? questions[index] ?? nil : rows[promise.subject] ?? nil
    links.append(
      LifeLine.KeptPromise(
        kind: promise.kind, outcome: .broken, supplier: supplier, user: row, name: machine.name(of: promise.subject)))
  }

  private func describe(_ breach: PromiseAutomaton.Breach, of promise: Promise) -> String? {
    let name = machine.name(of: promise.subject)
    let words = "\(promise.key) \(machine.text(of: promise))"
    switch breach {
    case .early:
      let hasCome = rows[promise.subject] != nil
      if case .needs = promise.form, hasCome { return "\(words): not since the last \(name)" }
      if case .between = promise.form { return "\(words): none is open" }
      return "\(words): not yet"
    case .overtaken: return "\(name) is still to be \(words)"
    case .unansweredEnd: return "the machine ends, and \(name) is not \(words)"
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
