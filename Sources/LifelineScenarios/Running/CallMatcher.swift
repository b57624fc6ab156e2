import LifelineInterpreter
import LifelineModel

/// Holds a list of calls to a pattern, in the manner of a regular expression: it matches if there is at least
/// one way. What a part of the pattern matches from a place is computed once, so that the work grows with the
/// sizes of pattern and list, not with the number of ways.
package struct CallMatcher {
  /// A part of a pattern; others are meant by their places in `nodes`.
  private enum Node {
    case call(ID<Callback>, [(parameter: Int, value: Value)])
    case sequence([Int])
    /// Calls only, in some order.
    case permutation([Int])
    case anyOrder([Int])
    case optional(Int)
    case repeated(Int)
    case oneOf([Int])
  }

  private let machine: Machine
  private let calls: [Reaction.MadeCall]
  private var nodes: [Node] = []
  /// The parts that are expected one after the other.
  private var items: [Int] = []
  private var memory: [Int: [Int]] = [:]

  /// Prepares to hold `calls` to `pattern`, with the conditions in it computed by `evaluator`.
  package init(
    _ pattern: CallPattern, calls: [Reaction.MadeCall], in machine: Machine, evaluator: Evaluator
  ) throws(Fault) {
    self.machine = machine
    self.calls = calls
    items = try sequence([pattern], evaluator)
  }

  /// Whether the whole list matches.
  package mutating func matches() -> Bool { ends(ofSequence: items, from: 0).contains(calls.count) }

  /// How many parts are expected one after the other.
  package var itemCount: Int { items.count }

  /// The places behind what the part `item` matches from `start` on, in order.
  package mutating func ends(ofItem item: Int, from start: Int) -> [Int] { ends(of: items[item], from: start) }

  /// The part `item` as a spec writes it.
  package func text(ofItem item: Int) -> String { text(of: items[item], isNested: false) }

  // MARK: Preparing

  /// The parts of `patterns`, with nested sequences and chosen branches in line.
  private mutating func sequence(_ patterns: [CallPattern], _ evaluator: Evaluator) throws(Fault) -> [Int] {
    var result: [Int] = []
    for pattern in patterns {
      switch pattern {
      case .sequence(let parts): result += try sequence(parts, evaluator)
      case .choose(let condition, let yes, let no):
        result += try sequence([try evaluator.truth(condition) ? yes : no], evaluator)
      default: result.append(try add(pattern, evaluator))
      }
    }
    return result
  }

  private mutating func add(_ pattern: CallPattern, _ evaluator: Evaluator) throws(Fault) -> Int {
    let node: Node
    switch pattern {
    case .call(let callback, let arguments, _): node = .call(callback, arguments)
    case .sequence, .choose:
      let parts = try sequence([pattern], evaluator)
      if parts.count == 1 { return parts[0] }
      node = .sequence(parts)
    case .anyOrder(let parts):
      let parts = try list(parts, evaluator)
      node = parts.allSatisfy(isCall) ? .permutation(parts) : .anyOrder(parts)
    case .optional(let part): node = .optional(try add(part, evaluator))
    case .repeated(let part): node = .repeated(try add(part, evaluator))
    case .oneOf(let parts): node = .oneOf(try list(parts, evaluator))
    }
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func list(_ patterns: [CallPattern], _ evaluator: Evaluator) throws(Fault) -> [Int] {
    var result: [Int] = []
    for pattern in patterns { result.append(try add(pattern, evaluator)) }
    return result
  }

  private func isCall(_ node: Int) -> Bool {
    if case .call = nodes[node] { true } else { false }
  }

  // MARK: Matching

  private mutating func ends(of node: Int, from start: Int) -> [Int] {
    if case .call = nodes[node] {
      return start < calls.count && accepts(node, calls[start]) ? [start + 1] : []
    }
    let key = node * (calls.count + 1) + start
    if let known = memory[key] { return known }
    let result: [Int]
    switch nodes[node] {
    case .call: result = []
    case .sequence(let parts): result = ends(ofSequence: parts, from: start)
    case .permutation(let parts): result = isPermutation(parts, from: start) ? [start + parts.count] : []
    case .anyOrder(let parts): result = ends(ofAnyOrder: parts, from: start)
    case .optional(let part): result = union([[start], ends(of: part, from: start)])
    case .repeated(let part): result = ends(ofRepeated: part, from: start)
    case .oneOf(let parts):
      var lists: [[Int]] = []
      for part in parts { lists.append(ends(of: part, from: start)) }
      result = union(lists)
    }
    memory[key] = result
    return result
  }

  private mutating func ends(ofSequence parts: [Int], from start: Int) -> [Int] {
    var places = [start]
    for part in parts {
      places = ends(of: part, fromEach: places)
      if places.isEmpty { break }
    }
    return places
  }

  private mutating func ends(of part: Int, fromEach places: [Int]) -> [Int] {
    if places.count == 1 { return ends(of: part, from: places[0]) }
    var lists: [[Int]] = []
    for place in places { lists.append(ends(of: part, from: place)) }
    return union(lists)
  }

  /// One or more times: what is reached is where the next time begins.
  private mutating func ends(ofRepeated part: Int, from start: Int) -> [Int] {
    var reached = Set(ends(of: part, from: start))
    var open = Array(reached)
    while let place = open.popLast() {
      for end in ends(of: part, from: place) where reached.insert(end).inserted { open.append(end) }
    }
    return reached.sorted()
  }

  /// For every set of parts, as the bits of a number, the places that are reached by them in some order.
  private mutating func ends(ofAnyOrder parts: [Int], from start: Int) -> [Int] {
    let all = 1 << parts.count
    var reached = [[Int]](repeating: [], count: all)
    reached[0] = [start]
    for used in 0..<all where !reached[used].isEmpty {
      for (bit, part) in parts.enumerated() where used & (1 << bit) == 0 {
        let next = used | (1 << bit)
        reached[next] = union([reached[next], ends(of: part, fromEach: reached[used])])
      }
    }
    return reached[all - 1]
  }

  /// Whether the next calls are `parts` in some order: a perfect matching, by augmenting paths searched
  /// breadth first. Calls without expected arguments find their partners at once.
  private func isPermutation(_ parts: [Int], from start: Int) -> Bool {
    guard start + parts.count <= calls.count else { return false }
    let window = Array(calls[start..<start + parts.count])
    let places = Dictionary(grouping: window.indices) { window[$0].callback.index }
    var owner = [Int?](repeating: nil, count: parts.count)
    var isFree = places.mapValues { $0.count }
    for (part, node) in parts.enumerated() {
      guard case .call(let callback, let arguments) = nodes[node], let candidates = places[callback.index] else {
        return false
      }
      // Whoever accepts any call of the callback is left to what remains.
      isFree[callback.index, default: 0] -= 1
      if isFree[callback.index, default: 0] < 0 { return false }
      if arguments.isEmpty { continue }
      if !assign(part, of: parts, to: candidates, in: window, &owner) { return false }
    }
    return true
  }

  private func assign(
    _ part: Int, of parts: [Int], to candidates: [Int], in window: [Reaction.MadeCall], _ owner: inout [Int?]
  ) -> Bool {
    var cameFrom: [Int: Int] = [:]
    var open = [part]
    var next = 0
    while next < open.count {
      let current = open[next]
      next += 1
      for place in candidates where cameFrom[place] == nil && accepts(parts[current], window[place]) {
        cameFrom[place] = current
        if let holder = owner[place] {
          open.append(holder)
          continue
        }
        hand(place, along: cameFrom, to: &owner)
        return true
      }
    }
    return false
  }

  /// Gives the free `place` to who found it, the place that this one had to who found that, and so on.
  private func hand(_ place: Int, along cameFrom: [Int: Int], to owner: inout [Int?]) {
    var place = place
    while let taker = cameFrom[place] {
      let previous = owner.firstIndex(of: taker)
      owner[place] = taker
      guard let previous else { return }
      place = previous
    }
  }

  private func accepts(_ node: Int, _ call: Reaction.MadeCall) -> Bool {
    guard case .call(let callback, let arguments) = nodes[node] else { return false }
    return call.accepted(by: callback, arguments)
  }

  private func union(_ lists: [[Int]]) -> [Int] {
    let filled = lists.filter { !$0.isEmpty }
    guard filled.count > 1, let first = filled.lazy.compactMap(\.first).min(),
      let last = filled.lazy.compactMap(\.last).max()
    else { return filled.first ?? [] }
    var isReached = [Bool](repeating: false, count: last - first + 1)
    for list in filled { for place in list { isReached[place - first] = true } }
    return isReached.indices.filter { isReached[$0] }.map { $0 + first }
  }

  // MARK: Showing

  private func text(of node: Int, isNested: Bool) -> String {
    switch nodes[node] {
    case .call(let callback, let arguments):
      callText(callback, arguments.map { ($0.parameter, $0.value) }, in: machine)
    case .sequence(let parts): listText(parts)
    case .permutation(let parts), .anyOrder(let parts): construct("anyOrder", listText(parts), isNested)
    case .optional(let part): construct("optional", text(of: part, isNested: true), isNested)
    case .repeated(let part): construct("repeat", text(of: part, isNested: true), isNested)
    case .oneOf(let parts): construct("oneOf", listText(parts), isNested)
    }
  }

  private func construct(_ name: String, _ content: String, _ isNested: Bool) -> String {
    isNested ? "{\(name): \(content)}" : "\(name): \(content)"
  }

  private func listText(_ parts: [Int]) -> String {
    "[" + parts.map { text(of: $0, isNested: true) }.joined(separator: ", ") + "]"
  }
}

extension CallPattern {
  /// Whether this is a sequence of calls without anything left open, and `calls` are these. Most are, and take no
  /// search.
  package func isPlainly(_ calls: [Reaction.MadeCall]) -> Bool {
    var place = 0
    return consumes(calls, &place) && place == calls.count
  }

  private func consumes(_ calls: [Reaction.MadeCall], _ place: inout Int) -> Bool {
    switch self {
    case .call(let callback, let arguments, _):
      guard place < calls.count, calls[place].accepted(by: callback, arguments) else { return false }
      place += 1
      return true
    case .sequence(let parts):
      return parts.allSatisfy { $0.consumes(calls, &place) }
    case .anyOrder, .optional, .repeated, .oneOf, .choose:
      return false
    }
  }
}

extension Reaction.MadeCall {
  /// Whether this is a call of `callback` with these arguments among its own.
  fileprivate func accepted(
    by callback: ID<Callback>, _ expected: [(parameter: Int, value: Value)]
  ) -> Bool {
    self.callback == callback
      && expected.allSatisfy { $0.parameter < arguments.count && arguments[$0.parameter] == $0.value }
  }
}

/// A call with its arguments, such as `openURL(url: home)`.
package func callText(_ call: Reaction.MadeCall, in machine: Machine) -> String {
  callText(call.callback, call.arguments.enumerated().map { ($0.offset, $0.element) }, in: machine)
}

private func callText(
  _ callback: ID<Callback>, _ arguments: [(parameter: Int, value: Value)], in machine: Machine
) -> String {
  let callback = machine[callback]
  let texts = arguments.filter { $0.parameter < callback.parameters.count }
    .map { "\(callback.parameters[$0.parameter].name): \($0.value)" }
  return callback.name + (texts.isEmpty ? "" : "(" + texts.joined(separator: ", ") + ")")
}
