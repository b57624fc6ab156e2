import LifelineModel

extension ArgumentObserver {
  /// The environments in which places were reached.
  struct ReachedMoments {
    private var environments: [Place: [ValueEnvironment]] = [:]
    private var mergeCounts: [Place: Int] = [:]

    /// The number of environments of a place that are told apart.
    private static let limit = 8
    /// The number of times after which numbers that still grow may be any.
    private static let mergeLimit = 2

    var list: [Moment] {
      environments.flatMap { place, environments in environments.map { Moment(place: place, environment: $0) } }
    }

    /// Adds an environment.
    /// - Returns: The environment that is new there; `nil` if there is none.
    mutating func add(_ environment: ValueEnvironment, at place: Place) -> ValueEnvironment? {
      var known = environments[place] ?? []
      if known.contains(where: { $0.isSuperset(of: environment) }) { return nil }
      guard known.count >= Self.limit else {
        known.append(environment)
        environments[place] = known
        return environment
      }
      let all = known.dropFirst().reduce(environment) { $0.merged(with: $1) { $0.union($1) } }
      let count = mergeCounts[place, default: 0]
      mergeCounts[place] = count + 1
      let merged = known[0].merged(with: all) { count < Self.mergeLimit ? $0.union($1) : $0.widened(to: $1) }
      environments[place] = [merged]
      return merged
    }
  }

  /// The search for the next item of a log.
  struct Search {
    let owed: IDSet<LogItem>
    let followed: FollowedFields
    let items: [ID<LogItem>]
    let arguments: [String: LoggedValue]
    let machine: Machine
    var pending: [(place: Place, environment: ValueEnvironment)] = []
    private var reached = ReachedMoments()
    /// The moments behind the item.
    private(set) var kept = ReachedMoments()
    private(set) var work = 0
    /// The values of arguments that came by another value, for each parameter.
    private var possible: [(callback: ID<Callback>, values: [PossibleValues?])] = []

    init(
      owed: IDSet<LogItem>, followed: FollowedFields, items: [ID<LogItem>], arguments: [String: LoggedValue],
      machine: Machine
    ) {
      self.owed = owed
      self.followed = followed
      self.items = items
      self.arguments = arguments
      self.machine = machine
    }

    mutating func add(_ environment: ValueEnvironment, at place: Place) {
      if let new = reached.add(environment, at: place) { pending.append((place, new)) }
    }

    mutating func keep(_ environment: ValueEnvironment, at place: Place) { _ = kept.add(environment, at: place) }

    /// Runs a program from a place on, up to its end or the first call that must be in the log.
    mutating func run(_ operations: [StepOperation], at place: Place, in environment: ValueEnvironment) {
      var scope = ValueScope(followed: followed, environment: environment)
      for index in Int(place.operation)..<operations.count {
        work += 1
        switch operations[index] {
        case .call(let call, let arguments):
          let item = ID<LogItem>(call.callback)
          if items.contains(item), let learned = match(call, arguments, in: scope) {
            keep(learned, at: Place(program: place.program, operation: Int32(index + 1), node: place.node))
          }
          if owed.contains(item) { return }
        default: if !scope.apply(operations[index]) { return }
        }
      }
      var end = scope.environment
      followed.release(&end)
      work += 1 + end.fields.count
      add(end, at: Place(program: -1, operation: 0, node: place.node))
    }

    /// Returns what is known after a call with the arguments of the log; `nil` if it can't have them.
    mutating func match(
      _ call: Call, _ computed: [StepOperation.Argument], in scope: ValueScope
    ) -> ValueEnvironment? {
      guard !arguments.isEmpty else { return scope.environment }
      var learned = scope
      var fits = true
      var values: [PossibleValues?] = []
      for (parameter, argument) in zip(machine[call.callback].parameters, computed) {
        guard let found = arguments[parameter.name] else {
          values.append(nil)
          continue
        }
        let possible: PossibleValues? =
          switch argument {
          case .value(let value): .some([value])
          case .expression(let expression): scope.values(of: expression)
          }
        // A call whose argument can't be computed isn't made.
        guard let possible else { return nil }
        values.append(possible)
        switch found.meaning(as: parameter.type) {
        case .open: break
        case .none: fits = false
        case .value(let value):
          if case .expression(let expression) = argument {
            if !learned.learn(value, of: expression) { fits = false }
          } else if !possible.contains(value) {
            fits = false
          }
        }
      }
      if fits { return learned.environment }
      notePossible(values, of: call.callback)
      return nil
    }

    private mutating func notePossible(_ values: [PossibleValues?], of callback: ID<Callback>) {
      guard let known = possible.firstIndex(where: { $0.callback == callback }) else {
        return possible.append((callback, values))
      }
      for (index, value) in values.enumerated() {
        possible[known].values[index] = possible[known].values[index].flatMap { old in value.map(old.union) }
      }
    }

    /// The arguments of the log that the call can't have; if each of them is possible alone, all of them.
    var wrongArguments: [WrongArgument] {
      guard let (callback, values) = possible.first else { return [] }
      let all = zip(machine[callback].parameters, values).compactMap { parameter, possible in
        possible.flatMap { possible in
          arguments[parameter.name].map { WrongArgument(parameter: parameter, found: $0, possible: possible) }
        }
      }
      let wrong = all.filter { !$0.isPossibleAlone }
      return wrong.isEmpty ? all : wrong
    }
  }
}

extension ValueScope {
  /// Does what an operation besides a call does.
  /// - Returns: Whether that is possible.
  mutating func apply(_ operation: StepOperation) -> Bool {
    switch operation {
    case .call: return true
    case .assign(let assignments): return assign(assignments)
    case .decide(let condition, let truth): return learn(truth, of: condition)
    case .reset(let fields):
      for field in fields { set(field, to: .some([followed.machine[field].defaultValue])) }
      return true
    case .enter(let parameters):
      environment.scopes.append(parameters.reduce(into: [:]) { $0[$1.name] = values(of: $1.value) })
      return true
    case .leave:
      environment.scopes.removeLast()
      return true
    }
  }

  /// Assigns to fields, whose new values are computed first.
  /// - Returns: Whether they can be computed, and the fields can have them.
  private mutating func assign(_ assignments: [Assignment]) -> Bool {
    let values = assignments.map { assignment in
      self.values(of: assignment.value)?.intersection(followed.all(of: assignment.field))
    }
    for (assignment, value) in zip(assignments, values) {
      guard let value else { return false }
      set(assignment.field, to: value)
    }
    return true
  }

  private mutating func set(_ field: ID<Field>, to values: PossibleValues) {
    if let place = followed.place(of: field) { environment.fields[place] = values }
  }
}
