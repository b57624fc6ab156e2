import LifelineModel

/// Something that happened at a time, for promises.
package struct PromiseMoment: Hashable, Sendable {
  /// The thing that happened.
  package enum Kind: Hashable, Sendable {
    case happening(Promise.Happening)
    /// The machine ended.
    case end
    /// Nothing but time passed.
    case now
  }

  package var kind: Kind
  /// The milliseconds since the start.
  package var time: Int

  /// Creates a moment.
  package init(_ kind: Kind, at time: Int) {
    self.kind = kind
    self.time = time
  }
}

/// The verdict on a promise after a list of moments.
package struct PromiseVerdict: Equatable, Sendable {
  /// The index of the first moment that breaks it.
  package var brokenAt: Int?
  /// The index of the first question that has no answer at the end.
  package var owedSince: Int?

  /// Creates a verdict.
  package init(brokenAt: Int? = nil, owedSince: Int? = nil) {
    self.brokenAt = brokenAt
    self.owedSince = owedSince
  }
}

/// Judges a promise by looking things up in a list, as the words of the language say, and with no memory of its own.
///
/// Tests compare everything that follows promises with this function. It knows nothing of restarted parts.
package func judge(_ promise: Promise, _ moments: [PromiseMoment]) -> PromiseVerdict {
  let all = moments.indices
  func isCall(_ index: Int, of mention: Promise.Mention) -> Bool {
    moments[index].kind == .happening(.call(mention.callback))
  }
  func contains(_ window: Range<Int>, _ mention: Promise.Mention) -> Bool {
    window.contains { isCall($0, of: mention) }
  }
  func contains(_ window: Range<Int>, _ quantity: Promise.Quantity, _ list: [Promise.Mention]) -> Bool {
    switch quantity {
    case .any: list.contains { contains(window, $0) }
    case .all: list.allSatisfy { contains(window, $0) }
    }
  }
  let subjects = all.filter { moments[$0].kind == .happening(promise.subject) }
  switch promise.form {
  case .needs(let quantity, let list):
    let broken = subjects.first { index in
      let previous = subjects.last { $0 < index }
      return !contains((previous.map { $0 + 1 } ?? 0)..<index, quantity, list)
    }
    return PromiseVerdict(brokenAt: broken)
  case .onlyAfter(let quantity, let list):
    return PromiseVerdict(brokenAt: subjects.first { !contains(0..<$0, quantity, list) })
  case .between(let opening, let closing):
    let broken = subjects.first { index in
      !(0..<index).contains { isCall($0, of: opening) && !contains($0 + 1..<index, closing) }
    }
    return PromiseVerdict(brokenAt: broken)
  case .answeredBy(let answer):
    var verdict = PromiseVerdict()
    for question in subjects {
      let after = all.filter { $0 > question }
      let reply = after.first { index in answer.callbacks.contains { isCall(index, of: $0) } }
      let open = after.filter { $0 < reply ?? moments.count }
      var broken = open.filter { index in
        moments[index].kind == .end || answer.before.map { moments[index].kind == .happening($0) } ?? false
      }
      if let within = answer.within {
        broken += (open + [reply].compactMap(\.self)).filter { moments[$0].time - moments[question].time > within }
      }
      if let first = broken.min() { verdict.brokenAt = min(first, verdict.brokenAt ?? first) }
      if reply == nil, verdict.owedSince == nil { verdict.owedSince = question }
    }
    return verdict
  }
}
