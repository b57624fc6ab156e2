import LifelineInterpreter
import LifelineModel

/// Matches a list of calls to a pattern, which works like a regular expression.
///
/// The ends that a part of the pattern reaches from a position are computed once, so the work depends on the sizes of
/// the pattern and the list, and not on the number of ways to match them.
struct CallMatcher {
  /// A part of a pattern. It refers to other parts by their indices in `nodes`.
  private enum Node {
    case call(ID<Callback>, [(parameter: Int, value: Value)])
    case sequence([Int])
    /// Calls in any order.
    case permutation([Int])
    case anyOrder([Int])
    /// Patterns with the callbacks that they mention. No two have one in common.
    case interleaved([(node: Int, callbacks: Set<ID<Callback>>)])
    case optional(Int)
    case repeated(Int)
    case oneOf([Int])
  }

  private let machine: Machine
  private let calls: [Reaction.MadeCall]
  private var nodes: [Node] = []
  /// The nodes that are expected one after the other.
  private var items: [Int] = []
  /// The ends that have been computed, by node and start.
  private var knownEnds: [Int: [Int]] = [:]

  private init(machine: Machine, calls: [Reaction.MadeCall]) {
    self.machine = machine
    self.calls = calls
  }

  /// Prepares to match `calls` to `pattern`.
  /// - Parameter evaluator: The evaluator of the conditions in the pattern.
  static func prepare(
    _ pattern: CallPattern, calls: [Reaction.MadeCall], in machine: Machine, evaluator: Evaluator
  ) throws(Fault) -> CallMatcher {
    var matcher = CallMatcher(machine: machine, calls: calls)
    matcher.items = try matcher.addSequence([pattern], evaluator)
    return matcher
  }

  /// Returns whether the whole list matches.
  mutating func matches() -> Bool { ends(ofSequence: items, from: 0).contains(calls.count) }

  /// The number of items that are expected one after the other.
  var itemCount: Int { items.count }

  /// Returns the ends of the ranges that an item matches from `start` on, in order.
  mutating func ends(ofItem item: Int, from start: Int) -> [Int] { ends(of: items[item], from: start) }

  /// Returns an item as a spec writes it.
  func text(ofItem item: Int) -> String { text(of: items[item], isNested: false) }

  /// Returns the form of an item that leaves something open; `nil` if it leaves nothing open.
  func form(ofItem item: Int) -> OpenForm? {
    switch nodes[items[item]] {
    case .permutation, .anyOrder: .anyOrder
    case .optional: .optional
    case .oneOf: .oneOf
    case .call, .sequence, .interleaved, .repeated: nil
    }
  }

  /// Returns the parts of an item of the form `oneOf` that don't match some calls, as a spec writes them.
  mutating func alternatives(ofItem item: Int, besides calls: Range<Int>) -> [String] {
    guard case .oneOf(let parts) = nodes[items[item]] else { return [] }
    return parts.filter { !ends(of: $0, from: calls.lowerBound).contains(calls.upperBound) }
      .map { part in
        let text = text(of: part, isNested: true)
        return text == "[]" ? "nothing" : text
      }
  }

  // MARK: Nodes

  /// Adds nodes for `patterns`, with the parts of sequences and of chosen branches in line.
  private mutating func addSequence(_ patterns: [CallPattern], _ evaluator: Evaluator) throws(Fault) -> [Int] {
    var result: [Int] = []
    for pattern in patterns {
      switch pattern {
      case .sequence(let parts): result += try addSequence(parts, evaluator)
      case .choose(let condition, let then, let otherwise):
        result += try addSequence([try evaluator.truth(condition) ? then : otherwise], evaluator)
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
      let parts = try addSequence([pattern], evaluator)
      if parts.count == 1 { return parts[0] }
      node = .sequence(parts)
    case .anyOrder(let parts):
      let parts = try addEach(parts, evaluator)
      node = parts.allSatisfy(isCall) ? .permutation(parts) : .anyOrder(parts)
    case .interleaved(let parts):
      node = .interleaved(
        try parts.map { (part) throws(Fault) in (try add(part, evaluator), part.callbacks) })
    case .optional(let part): node = .optional(try add(part, evaluator))
    case .repeated(let part): node = .repeated(try add(part, evaluator))
    case .oneOf(let parts): node = .oneOf(try addEach(parts, evaluator))
    }
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func addEach(_ patterns: [CallPattern], _ evaluator: Evaluator) throws(Fault) -> [Int] {
    try patterns.map { (pattern) throws(Fault) in try add(pattern, evaluator) }
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
    if let known = knownEnds[key] { return known }
    let result =
      switch nodes[node] {
      case .call: [Int]()
      case .sequence(let parts): ends(ofSequence: parts, from: start)
      case .permutation(let parts): isPermutation(parts, from: start) ? [start + parts.count] : []
      case .anyOrder(let parts): ends(ofAnyOrder: parts, from: start)
      case .interleaved(let parts): ends(ofInterleaved: parts, from: start)
      case .optional(let part): union([[start], ends(of: part, from: start)])
      case .repeated(let part): ends(ofRepeated: part, from: start)
      case .oneOf(let parts): union(parts.map { ends(of: $0, from: start) })
      }
    knownEnds[key] = result
    return result
  }

  private mutating func ends(ofSequence parts: [Int], from start: Int) -> [Int] {
    var starts = [start]
    for part in parts where !starts.isEmpty { starts = ends(of: part, fromEach: starts) }
    return starts
  }

  private mutating func ends(of part: Int, fromEach starts: [Int]) -> [Int] {
    union(starts.map { ends(of: part, from: $0) })
  }

  /// Returns the ends of one or more repetitions, each of which begins at an end of the one before.
  private mutating func ends(ofRepeated part: Int, from start: Int) -> [Int] {
    var reached = Set(ends(of: part, from: start))
    var open = Array(reached)
    while let next = open.popLast() {
      for end in ends(of: part, from: next) where reached.insert(end).inserted { open.append(end) }
    }
    return reached.sorted()
  }

  /// Computes for each set of parts, which the bits of a number stand for, the ends that they reach in any order.
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

  /// Returns the ends up to which the calls of each part, without those of the others between them, match it.
  private func ends(
    ofInterleaved parts: [(node: Int, callbacks: Set<ID<Callback>>)], from start: Int
  ) -> [Int] {
    let known = parts.reduce(into: Set()) { $0.formUnion($1.callbacks) }
    let window = calls[start...].prefix { known.contains($0.callback) }
    /// For each part, the numbers of its own calls that match it.
    let counts = parts.map { part in
      var matcher = CallMatcher(machine: machine, calls: window.filter { part.callbacks.contains($0.callback) })
      matcher.nodes = nodes
      return Set(matcher.ends(of: part.node, from: 0))
    }
    var made = parts.map { _ in 0 }
    var result: [Int] = []
    for end in window.startIndex...window.endIndex {
      if end > window.startIndex, let part = parts.firstIndex(where: { $0.callbacks.contains(calls[end - 1].callback) })
      {
        made[part] += 1
      }
      if zip(counts, made).allSatisfy({ $0.contains($1) }) { result.append(end) }
    }
    return result
  }

  /// Returns whether the next calls are `parts` in some order: a perfect matching, by augmenting paths that are
  /// searched breadth first. Parts without expected arguments accept any call of their callback, so counting is enough
  /// for them.
  private func isPermutation(_ parts: [Int], from start: Int) -> Bool {
    guard start + parts.count <= calls.count else { return false }
    let window = Array(calls[start..<start + parts.count])
    let positions = Dictionary(grouping: window.indices) { window[$0].callback }
    var freeCounts = positions.mapValues(\.count)
    var owners = [Int?](repeating: nil, count: parts.count)
    for (part, node) in parts.enumerated() {
      guard case .call(let callback, let arguments) = nodes[node], let candidates = positions[callback] else {
        return false
      }
      freeCounts[callback, default: 0] -= 1
      if freeCounts[callback, default: 0] < 0 { return false }
      if !arguments.isEmpty, !assign(part, of: parts, to: candidates, in: window, &owners) { return false }
    }
    return true
  }

  private func assign(
    _ part: Int, of parts: [Int], to candidates: [Int], in window: [Reaction.MadeCall], _ owners: inout [Int?]
  ) -> Bool {
    var finders: [Int: Int] = [:]
    var open = [part]
    var next = 0
    while next < open.count {
      let current = open[next]
      next += 1
      for position in candidates where finders[position] == nil && accepts(parts[current], window[position]) {
        finders[position] = current
        if let owner = owners[position] {
          open.append(owner)
          continue
        }
        reassign(position, along: finders, &owners)
        return true
      }
    }
    return false
  }

  /// Gives the free `position` to the part that found it, that part's former position to the part that found that, and
  /// so on.
  private func reassign(_ position: Int, along finders: [Int: Int], _ owners: inout [Int?]) {
    var position = position
    while let finder = finders[position] {
      let previous = owners.firstIndex(of: finder)
      owners[position] = finder
      guard let previous else { return }
      position = previous
    }
  }

  private func accepts(_ node: Int, _ call: Reaction.MadeCall) -> Bool {
    guard case .call(call.callback, let expected) = nodes[node] else { return false }
    return expected.allSatisfy {
      $0.parameter < call.arguments.count && call.arguments[$0.parameter] == $0.value
    }
  }

  private func union(_ lists: [[Int]]) -> [Int] {
    lists.count == 1 ? lists[0] : Set(lists.joined()).sorted()
  }

  // MARK: Texts

  /// Returns a node as a spec writes it.
  /// - Parameter part: The part around the node, whose name the callbacks don't repeat.
  private func text(of node: Int, isNested: Bool, in part: ID<Part>? = nil) -> String {
    func nested(_ node: Int) -> String { text(of: node, isNested: true, in: part) }
    func list(_ nodes: [Int]) -> String { "[" + nodes.map(nested).joined(separator: ", ") + "]" }
    func pattern(_ name: String, _ content: String) -> String {
      isNested ? "{\(name): \(content)}" : "\(name): \(content)"
    }
    switch nodes[node] {
    case .call(let callback, let arguments): return callText(callback, arguments, in: machine, inside: part)
    case .sequence(let parts): return list(parts)
    case .permutation(let parts), .anyOrder(let parts): return pattern("anyOrder", list(parts))
    case .interleaved(let parts):
      let texts = parts.map { item in
        let owner = owner(of: item.callbacks)
        return (owner.map { "\(machine[$0].name): " } ?? "") + text(of: item.node, isNested: true, in: owner)
      }
      return isNested ? "{\(texts.joined(separator: ", "))}" : texts.joined(separator: ", ")
    case .optional(let part): return pattern("optional", nested(part))
    case .repeated(let part): return pattern("repeat", nested(part))
    case .oneOf(let parts): return pattern("oneOf", list(parts))
    }
  }

  /// Returns the innermost part that makes all of `callbacks`.
  private func owner(of callbacks: Set<ID<Callback>>) -> ID<Part>? {
    let owners = callbacks.map { machine.part(of: $0) }
    func containers(_ part: ID<Part>?) -> [ID<Part>] {
      var result: [ID<Part>] = []
      var next = part
      while let part = next {
        result.append(part)
        next = machine[part].container
      }
      return result
    }
    return owners.first.flatMap { first in
      containers(first).first { candidate in owners.allSatisfy { containers($0).contains(candidate) } }
    }
  }
}

/// Returns a call with its arguments, such as `openURL(url: home)`.
func callText(_ call: Reaction.MadeCall, in machine: Machine) -> String {
  callText(call.callback, call.arguments.enumerated().map { ($0.offset, $0.element) }, in: machine)
}

private func callText(
  _ callback: ID<Callback>, _ arguments: [(parameter: Int, value: Value)], in machine: Machine,
  inside part: ID<Part>? = nil
) -> String {
  let callback = machine[callback]
  let name = part.map { callback.name.dropFirst(machine[$0].name.count + 1) } ?? callback.name[...]
  let texts = arguments.filter { $0.parameter < callback.parameters.count }
    .map { "\(callback.parameters[$0.parameter].name): \($0.value)" }
  return name + (texts.isEmpty ? "" : "(" + texts.joined(separator: ", ") + ")")
}

extension CallPattern {
  /// The callbacks that the pattern mentions.
  fileprivate var callbacks: Set<ID<Callback>> {
    if case .call(let callback, _, _) = self { return [callback] }
    return parts.reduce(into: []) { $0.formUnion($1.callbacks) }
  }
}
