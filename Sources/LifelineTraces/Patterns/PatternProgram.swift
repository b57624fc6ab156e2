/// A regular expression as steps, of which several are followed at once: the machine of Ken Thompson, with the order of
/// alternatives and the bounds of one group (Cox, "Regular Expression Matching: the Virtual Machine Approach").
struct PatternProgram {
  enum Step {
    /// Goes on if the next character is of a set.
    case character(CharacterSet)
    /// Goes on if the place is right.
    case place(PatternPlace)
    /// Goes on at two steps, and prefers the first.
    case split(Int, Int)
    case jump(Int)
    case beginKey
    case endKey
    case end
  }

  /// The number of steps that an expression may have, with a copy of a part for each time that it is repeated.
  private static let limit = 10_000

  private(set) var steps: [Step] = []

  /// Returns the steps of an expression.
  /// - Throws: If there are too many.
  static func compile(_ node: PatternNode) throws(PatternFault) -> PatternProgram {
    var program = PatternProgram()
    try program.add(node)
    try program.append(.end)
    return program
  }

  private mutating func append(_ step: Step) throws(PatternFault) {
    guard steps.count < Self.limit else {
      throw PatternFault(message: "has repetitions that multiply to more than \(Self.limit) steps; use `*` or `+`")
    }
    steps.append(step)
  }

  private mutating func add(_ node: PatternNode) throws(PatternFault) {
    switch node {
    case .empty: break
    case .character(let set): try append(.character(set))
    case .place(let place): try append(.place(place))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .key(let inside):
      try append(.beginKey)
      try add(inside)
      try append(.endKey)
    case .alternatives(let nodes):
      var jumps: [Int] = []
      for node in nodes.dropLast() {
        let split = steps.count
        try append(.split(split + 1, split))
        try add(node)
        jumps.append(steps.count)
        try append(.jump(0))
        steps[split] = .split(split + 1, steps.count)
      }
      if let last = nodes.last { try add(last) }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repetition(let part, let least, let most, let isLazy):
      try add(part, count: least)
      if let most {
        try addOptional(part, count: most - least, isLazy: isLazy)
      } else {
        let split = steps.count
        try append(.split(split, split))
        try add(part)
        try append(.jump(split))
        steps[split] = .fork(into: split + 1, past: steps.count, isLazy: isLazy)
      }
    }
  }

  /// Adds a part several times. One without any step isn't repeated.
  private mutating func add(_ part: PatternNode, count: Int) throws(PatternFault) {
    for _ in 0..<count {
      let start = steps.count
      try add(part)
      if steps.count == start { return }
    }
  }

  private mutating func addOptional(_ part: PatternNode, count: Int, isLazy: Bool) throws(PatternFault) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(steps.count)
      try append(.jump(0))
      try add(part)
    }
    for split in splits { steps[split] = .fork(into: split + 1, past: steps.count, isLazy: isLazy) }
  }
}

extension PatternProgram.Step {
  fileprivate static func fork(into inside: Int, past end: Int, isLazy: Bool) -> Self {
    isLazy ? .split(end, inside) : .split(inside, end)
  }
}
