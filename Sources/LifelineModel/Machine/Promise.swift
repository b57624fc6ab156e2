import LifelineSource

/// A promise of a spec about the calls that a machine makes.
package struct Promise: Sendable {
  /// Something that happens while a machine runs, and that a promise is about.
  package enum Happening: Hashable, Sendable {
    /// A call of the callback.
    case call(ID<Callback>)
    /// The host sends the event, and the machine doesn't ignore it.
    case event(ID<Event>)
    /// The machine enters the state. That ends with the state's own entry actions.
    case entry(ID<State>)
  }

  /// A callback that a promise names.
  package struct Mention: Hashable, Sendable {
    /// The callback.
    package var callback: ID<Callback>
    /// The range of its name in the spec.
    package var range: SourceRange

    /// Creates the mention of `callback`.
    package init(callback: ID<Callback>, range: SourceRange) {
      self.callback = callback
      self.range = range
    }
  }

  /// The number of some callbacks that have to come.
  package enum Quantity: String, CaseIterable, Sendable {
    /// One of them.
    case any
    /// Each of them.
    case all
  }

  /// The things that answer a question, and the time for that.
  package struct Answer: Sendable {
    /// The callbacks of which each is an answer.
    package var callbacks: [Mention]
    /// A call or an entry that doesn't come before the answer. If it asks itself, nothing asks again before the answer.
    package var before: Happening?
    /// The range of its name in the spec.
    package var beforeRange: SourceRange?
    /// The milliseconds within which the answer comes.
    package var within: Int?
    /// The range of that time in the spec.
    package var withinRange: SourceRange?

    /// Creates the promise of an answer.
    package init(callbacks: [Mention], before: Happening? = nil, within: Int? = nil) {
      self.callbacks = callbacks
      self.before = before
      self.within = within
    }
  }

  /// The thing that is promised.
  package enum Form: Sendable {
    /// Some of the callbacks come before each call, and after the previous call.
    case needs(Quantity, [Mention])
    /// Some of the callbacks come at some time before each call.
    case onlyAfter(Quantity, [Mention])
    /// Each call comes after one that opens, and no other has closed since.
    case between(opening: Mention, closing: Mention)
    /// Something asks, and a call answers.
    case answeredBy(Answer)
  }

  /// The happening that the promise is about. Only an answer is promised for others than calls.
  package var subject: Happening
  /// The thing that is promised.
  package var form: Form
  /// The part whose file makes the promise; `nil` if that is the machine's own file.
  package var declaredIn: ID<Part>?
  /// The range of the names behind the key in that file.
  package var range: SourceRange
  /// The range of the subject's name in that file.
  package var subjectRange: SourceRange

  /// Creates a promise.
  package init(
    _ subject: Happening, _ form: Form, declaredIn: ID<Part>? = nil, range: SourceRange, subjectRange: SourceRange
  ) {
    self.subject = subject
    self.form = form
    self.declaredIn = declaredIn
    self.range = range
    self.subjectRange = subjectRange
  }

  /// The greatest number of callbacks of which a promise needs all.
  package static let greatestCount = 16

  /// The key under which the promise stands.
  package var key: String {
    switch form {
    case .needs: "needs"
    case .onlyAfter: "onlyAfter"
    case .between: "between"
    case .answeredBy: "answeredBy"
    }
  }

  /// The callbacks behind the key, in the order of the spec.
  package var callbacks: [Mention] {
    switch form {
    case .needs(_, let list), .onlyAfter(_, let list): list
    case .between(let opening, let closing): [opening, closing]
    case .answeredBy(let answer): answer.callbacks
    }
  }

  /// Whether the promise is one of an answer, or of a call between two others, which come at different times. What a call
  /// needs, the call itself shows.
  package var isAboutTwoMoments: Bool {
    switch form {
    case .between, .answeredBy: true
    case .needs, .onlyAfter: false
    }
  }

  /// Whether the promise says that nothing asks again before the answer.
  package var isAskedOnce: Bool {
    if case .answeredBy(let answer) = form { answer.before == subject } else { false }
  }

  /// The callback that opens what a call lies in; `nil` if the promise is another one.
  package var opening: ID<Callback>? { if case .between(let opening, _) = form { opening.callback } else { nil } }

  /// The callback that the promise is about; `nil` if it's about something else.
  package var callback: ID<Callback>? {
    if case .call(let callback) = subject { callback } else { nil }
  }
}

// MARK: Words

extension Machine {
  /// Returns the name of a happening, without its kind.
  package func name(of happening: Promise.Happening) -> String {
    switch happening {
    case .call(let callback): self[callback].name
    case .event(let event): events[event.index].name
    case .entry(let state): self[state].path
    }
  }

  /// Returns the words of a promise behind its key, such as `any of a, c`.
  package func text(of promise: Promise) -> String {
    func names(_ list: [Promise.Mention]) -> String { list.map { self[$0.callback].name }.joined(separator: ", ") }
    switch promise.form {
    case .needs(let quantity, let list), .onlyAfter(let quantity, let list):
      return list.count == 1 ? names(list) : "\(quantity.rawValue) of \(names(list))"
    case .between(let opening, let closing): return "\(self[opening.callback].name) and \(self[closing.callback].name)"
    case .answeredBy(let answer):
      var text = answer.callbacks.map { self[$0.callback].name }.joined(separator: " or ")
      switch answer.before {
      case .entry(let state)?: text += " before the state \(self[state].path)"
      case let before?: text += " before \(name(of: before))"
      case nil: break
      }
      if let within = answer.within { text += " within \(Value.duration(milliseconds: within))" }
      return text
    }
  }

  /// The promises of the machine's own file.
  package var ownPromises: [Promise] { promises.filter { $0.declaredIn == nil } }

  /// Returns the promises about a happening.
  package func promises(about subject: Promise.Happening) -> [Promise] { promises.filter { $0.subject == subject } }
}
