import LifelineModel
import LifelineSource

extension DeclarationUsing {
  /// Records the use of a name that may begin with the names of parts.
  func recordUse(of role: Symbol.Role, _ name: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols else { return }
    guard name.contains("."), declarations.partOfPath(name) != nil else {
      return symbols.use(role, name, at: range)
    }
    let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard var walk = recordParts(names, of: name, at: range) else { return }
    let machine = walk.machine
    let rest = names[walk.count...].joined(separator: ".")
    func use(_ declaration: SourceRange?, owner: String = "") {
      guard let declaration, walk.count < names.count else { return }
      symbols.use(
        role, names[walk.count], owner: owner, at: range, in: name, offset: walk.offset,
        foreign: SourceLocation(path: machine.path, range: declaration))
      walk.offset += names[walk.count].unicodeScalars.count + 1
      walk.count += 1
    }
    if role == .state {
      let states = machine.declared.states.filter { $0.path == rest || $0.path.hasSuffix("." + rest) }
      guard let state = states.first(where: { $0.path == rest }) ?? (states.count == 1 ? states.first : nil) else {
        return
      }
      for state in lineage(of: state, count: names.count - walk.count, among: machine.states) {
        use(state.range, owner: state.path)
      }
    } else {
      use(machine.declared.declaration(of: role, rest))
    }
  }

  /// Records the uses of the parts that a path begins with.
  /// - Returns: The machine of the last of them, and the number of names and characters in front of the rest.
  private func recordParts(
    _ names: [String], of path: String, at range: SourceRange
  ) -> (machine: Machine, count: Int, offset: Int)? {
    guard let symbols = diagnostics.symbols, let id = declarations.partNames[names[0]] else { return nil }
    symbols.use(.part, names[0], at: range, in: path)
    var walk = (machine: declarations[id].machine, count: 1, offset: names[0].unicodeScalars.count + 1)
    while walk.count < names.count,
      let inner = walk.machine.declared.parts.first(where: { $0.name == names[walk.count] })
    {
      symbols.use(
        .part, names[walk.count], at: range, in: path, offset: walk.offset,
        foreign: SourceLocation(path: walk.machine.path, range: inner.range))
      walk = (inner.machine, walk.count + 1, walk.offset + inner.name.unicodeScalars.count + 1)
    }
    return walk
  }

  /// Records the use of a part by its path, such as `left.bell`.
  func recordUse(ofPart path: String, at range: SourceRange, in whole: String? = nil) {
    _ = recordParts(path.split(separator: ".").map(String.init), of: whole ?? path, at: range)
  }

  /// Records the use of what belongs to a part, by its name alone.
  func recordUse(of role: Symbol.Role, _ name: String, ofPart part: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols, let machine = machine(ofPart: part.split(separator: ".")),
      let declaration = machine.declared.declaration(of: role, name)
    else { return }
    symbols.use(role, name, at: range, foreign: SourceLocation(path: machine.path, range: declaration))
  }

  /// Records the use of a parameter of a callback, which may belong to a part.
  func recordUse(of parameter: Parameter, ofCallback callback: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols else { return }
    let names = callback.split(separator: ".")
    let machine = machine(ofPart: names.dropLast())
    symbols.use(
      .parameter, parameter.name, owner: "callback \(names.last ?? "")", at: range,
      foreign: machine.map { SourceLocation(path: $0.path, range: parameter.range) })
  }

  /// Records the use of a case of a type.
  /// - Parameter machine: The machine of a part that declares the type by this name; `nil` for the machine that is read.
  func recordCase(_ name: String, of type: ValueType, declaredBy machine: Machine? = nil, at range: SourceRange) {
    guard let symbols = diagnostics.symbols, type.caseNames != nil else { return }
    let names = type.name.split(separator: ".").map(String.init)
    let owner = names.last ?? ""
    // In front of the name of a part's type is that of the part's machine, which may be a part of a part.
    let declaring =
      names.count < 2
      ? machine
      : (machine?.parts ?? declarations.parts.flatMap { [$0] + $0.machine.parts }).map(\.machine)
        .first { $0.name == names[0] }
    if names.count > 1, declaring == nil { return }
    symbols.use(
      .enumCase, name, owner: owner, at: range,
      foreign: declaring.map { SourceLocation(path: $0.path, range: $0.declared.range(ofCase: name, of: owner)) })
  }

  /// Returns the machine of the part that a path leads to, or `nil` if there is none.
  private func machine(ofPart path: some Collection<Substring>) -> Machine? {
    guard let first = path.first, let id = declarations.partNames[String(first)] else { return nil }
    var machine = declarations[id].machine
    for name in path.dropFirst() {
      guard let inner = machine.declared.parts.first(where: { $0.name == name }) else { return nil }
      machine = inner.machine
    }
    return machine
  }
}

extension StateUsing {
  /// Records the use of a state of the machine itself by a reference such as `foreground.active`.
  func recordUse(of state: ID<State>, as reference: String, at range: SourceRange) {
    guard let symbols = diagnostics.symbols else { return }
    guard state.index < tree.ownCount else { return recordUse(of: .state, reference, at: range) }
    let names = reference.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var offset = 0
    for (name, state) in zip(names, lineage(of: tree[state], count: names.count, among: tree.states)) {
      symbols.use(.state, name, owner: state.path, at: range, in: reference, offset: offset)
      offset += name.unicodeScalars.count + 1
    }
  }
}

/// Returns a state behind its ancestors, outermost first, as far as there are `count` of them.
private func lineage(of state: State, count: Int, among states: [State]) -> [State] {
  var result = [state]
  while result.count < count, let parent = result[result.count - 1].parent { result.append(states[parent.index]) }
  return result.reversed()
}

extension MachineDeclaration {
  /// Returns the range of the declaration of something with a name that the file has, other than a state.
  fileprivate func declaration(of role: Symbol.Role, _ name: String) -> SourceRange? {
    switch role {
    case .part: parts.first { $0.name == name }?.range
    case .callback: callbacks.first { $0.name == name }?.range
    case .event: events.first { $0.name == name }?.range
    case .field: fields.first { $0.name == name }?.range
    case .channel: callbacks.lazy.filter { $0.channel == name }.compactMap(\.channelRange).first
    default: nil
    }
  }

  /// Returns the range of a case of a type, or of a field of the file.
  fileprivate func range(ofCase name: String, of owner: String) -> SourceRange? {
    self.types.first { $0.name == owner }?.caseRanges[name] ?? fields.first { $0.name == owner }?.caseRanges[name]
  }
}
