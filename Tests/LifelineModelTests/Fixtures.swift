import LifelineModel
import LifelineSource

/// Foundation has an `Expression` too.
typealias Expression = LifelineModel.Expression

let anywhere = SourceRange(.start, .start)

/// Returns a machine whose states are given in document order by paths, such as `a.b`, and kinds. The root isn't given.
func machine(root: State.Kind = compound, _ states: [(path: String, kind: State.Kind)]) -> Machine {
  var machine = Machine(path: "test.yaml", name: "Test", nameRange: anywhere)
  machine.states = [
    State(id: Machine.root, name: "", path: "", kind: root, parent: nil, subtreeEnd: 0, depth: 0, range: anywhere)
  ]
  for (path, kind) in states {
    let names = path.split(separator: ".").map(String.init)
    let parentPath = names.dropLast().joined(separator: ".")
    let parent = machine.id(parentPath)
    let id = ID<State>(machine.states.count)
    machine.states.append(
      State(
        id: id, name: names.last ?? "", path: path, kind: kind, parent: parent, subtreeEnd: 0, depth: names.count,
        range: anywhere))
    machine.states[parent.index].children.append(id)
  }
  for index in machine.states.indices {
    let path = machine.states[index].path
    let last = machine.states.lastIndex { path.isEmpty || $0.path == path || $0.path.hasPrefix(path + ".") }
    machine.states[index].subtreeEnd = (last ?? index) + 1
  }
  return machine
}

let compound = State.Kind.compound(initial: State.Entrance(targets: []))

extension Machine {
  /// Returns the state with `path`, which must exist.
  func id(_ path: String) -> ID<State> {
    guard let state = states.first(where: { $0.path == path }) else { preconditionFailure("no state \(path)") }
    return state.id
  }

  func paths(_ ids: some Sequence<ID<State>>) -> [String] { ids.map { self[$0].path } }
}

func expression(_ kind: Expression.Kind, _ type: ValueType = .bool) -> Expression {
  Expression(kind, type: type, range: anywhere)
}

func number(_ number: Int) -> Expression { expression(.literal(.int(number)), .int) }
func field(_ index: Int) -> Expression { expression(.field(ID(index))) }
func parameter(_ name: String) -> Expression { expression(.parameter(name)) }
