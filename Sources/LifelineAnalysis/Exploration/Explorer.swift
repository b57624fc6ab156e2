import LifelineEngine
import LifelineInterpreter
import LifelineModel
import LifelineSource

/// An exploration in progress, as flat data.
struct Explorer {
  let environment: EnvironmentModel
  let limit: Int
  var workLimit: Int
  /// The number of bytes of nodes, edges and what belongs to them after which the exploration ends.
  var memoryLimit = Exploration.memoryLimit
  var engine: Engine
  var host: HostWords
  /// The distances from the next deadline at which the host may stop waiting, ascending.
  private let approachDistances: [Int]
  /// The work that it takes to keep a configuration without timers and deferred events.
  private let emptySize: Int
  private let eventCount: Int

  // The findings besides the configurations.
  var arrivals: [FlatOccurrence] = []
  var variants: Set<Int> = []
  var edges = EdgeTable()
  /// The positions of the timers that were the next to elapse on the edges, if timers elapse in any order.
  var nextTimers: [Int32] = []
  var stimuli: StimulusTable
  var traces = ListTable()
  /// The lists of outcomes for parts. The empty list isn't the index of any.
  var partTraces = ListTable()
  var marks: ExplorationMarks
  var ignoredEvents: IgnoredEvents
  var configurationCount = 0
  var exploredCount = 0
  var work = 0
  var bound: Exploration.Bound?
  /// Returns whether somebody still wants the exploration.
  private var isWanted: @Sendable () -> Bool = { true }
  /// A function that is called now and then with the number of configurations so far.
  private var observe: ((Int) -> Void)?
  /// The work at which that is asked and told again.
  private var nextQuestion = 0
  /// Whether nobody wants the exploration any more.
  private(set) var isAbandoned = false
  /// Whether a node is left before everything was tried in it: there is no work or memory left, or nobody wants the exploration.
  private(set) var isInterrupted = false
  /// The kinds of stimuli in each node of which not all combinations were tried.
  var omissions: [Int: [Exploration.Omission]] = [:]
  /// The first node with a reaction that leads to a configuration beyond the limit; `nil` if there is none.
  private(set) var firstCutNode: Int?
  var faults: [(fault: Fault, occurrence: FlatOccurrence)] = []
  private var knownFaults: Set<Fault> = []
  private var endlessMacrosteps = 0

  /// The times that are left in each node, if several timers may run at once.
  private var leastTimes: [Int: LeastTimes] = [:]
  /// The number of words that these take.
  private var timesWordCount = 0
  /// The class of the timers in each list: the index of a list plus one; zero if it isn't known yet.
  private var timerClasses: [Int] = []
  private var classes = ListTable()

  /// Looks at each reaction, if the explorer only visits the nodes of an exploration.
  private var visitor: ((inout Explorer) -> Void)?

  /// The position of the timer that is the next to elapse, if timers elapse in any order.
  private var nextTimer: Int32 = 0

  // Arrays that are used again.
  var choice = FlatChoice(kind: .start)
  var choices = ListTable()
  var hasChoices = false
  private var events: [Int] = []
  var candidate: [Int] = []

  /// The least times that are left in a node and its variants.
  private struct LeastTimes {
    /// The time that is left of each timer.
    var times: [Int]
    var variantCount = 0
  }

  /// The number of variants of a node: snapshots with the same identity in which some timer has less time left than before.
  /// They have nodes of their own, because a long timer may elapse beside a short one only if that is started again several
  /// times, and each time the long one has less left.
  private let variantLimit: Int

  /// The number of variants if a timer didn't elapse without them.
  static let closeVariantLimit = 128

  /// The work between two questions whether somebody still wants the exploration, which takes a few milliseconds.
  private static let questionDistance = 1 << 14

  /// The number of endless macrosteps after which the exploration ends: each of them takes long.
  static let endlessLimit = 25

  init(_ environment: EnvironmentModel, limit: Int, workLimit: Int, variantLimit: Int = 0) {
    self.environment = environment
    // A node has to have a number of 32 bits.
    self.limit = min(max(1, limit), Int(Int32.max) / 2)
    self.workLimit = workLimit
    self.variantLimit = variantLimit
    let program = Program.compile(environment.machine)
    let roles = environment.roles
    engine = Engine(
      program, memories: roles.memory.map { Layout.Memory(field: $0.index, bounds: roles.bounds[$0.index]) })
    host = HostWords.make(for: environment, &engine)
    marks = ExplorationMarks(program)
    stimuli = StimulusTable(firstArguments: host.firstArguments)
    approachDistances = environment.timers.allApproachDistances
    emptySize = environment.emptySize
    eventCount = environment.machine.events.count
    ignoredEvents = IgnoredEvents(eventCount: eventCount)
  }

  /// Creates an explorer that reacts again in the nodes of an exploration, and adds nothing to it.
  init(visiting exploration: Exploration) {
    self.init(exploration.environment, limit: exploration.limit, workLimit: .max)
    engine = exploration.nodes.store.engine
    host = HostWords.make(for: environment, &engine)
  }

  /// Calls `body` after the reaction to each choice that makes a difference in a node.
  mutating func visit(_ node: Int, _ body: (inout Explorer) -> Void) {
    withoutActuallyEscaping(body) { body in
      visitor = body
      _ = exploreNode(node)
      visitor = nil
    }
  }

  mutating func explore(observing observe: ((Int) -> Void)?, whileWanted isWanted: @escaping @Sendable () -> Bool) {
    self.isWanted = isWanted
    self.observe = observe
    if !environment.hasAllBeginnings { end(at: .combinations) }
    for beginning in environment.beginnings { addBeginning(beginning) }
    while exploredCount < arrivals.count, endlessMacrosteps < Self.endlessLimit {
      let next = exploredCount
      if next.isMultiple(of: 64) { ask() }
      if isAbandoned { return }
      work += eventCount
      let isExhaustive = exploreNode(next)
      if isAbandoned { return }
      if work > workLimit { return end(at: .work) }
      if isInterrupted { return end(at: .memory) }
      if !isExhaustive { end(at: .combinations) }
      exploredCount += 1
      if exploredCount.isMultiple(of: 64), byteCount > memoryLimit { return end(at: .memory) }
    }
    if exploredCount < arrivals.count { end(at: .loops) }
  }

  /// The bytes that the nodes and the edges take, and everything else that grows with them.
  private var byteCount: Int {
    let lists =
      stimuli.wordCount + traces.wordCount + partTraces.wordCount + classes.wordCount + timerClasses.count
      + choices.wordCount
    // A set has as many free places as members.
    let words =
      engine.wordCount + host.wordCount + lists + ignoredEvents.wordCount + timesWordCount + 2 * variants.count
    return words * MemoryLayout<Int>.size + edges.count * MemoryLayout<FlatEdge>.size
      + nextTimers.count * MemoryLayout<Int32>.size
      + arrivals.count * MemoryLayout<FlatOccurrence>.size
      // Each fault is also one of those that are known.
      + faults.count * 2 * MemoryLayout<(Fault, FlatOccurrence)>.stride
  }

  /// Tells how far the exploration has come, and asks whether somebody still wants it.
  private mutating func ask() {
    nextQuestion = work + Self.questionDistance
    observe?(configurationCount)
    if !isWanted() { (isAbandoned, isInterrupted) = (true, true) }
  }

  private mutating func end(at bound: Exploration.Bound) { self.bound = self.bound ?? bound }

  private mutating func addBeginning(_ snapshot: Snapshot) {
    engine.fields = zip(snapshot.fields, engine.fields).map { value, _ in engine.valueTable.word(for: value) }
    let (hash, known) = findNode()
    // They have a limit of their own.
    if known == nil { _ = addNode(hash, besides: nil, arrival: .none) }
  }

  // MARK: Stimuli

  /// Adds what each stimulus that makes a difference in a node leads to.
  /// - Returns: Whether every stimulus was tried.
  private mutating func exploreNode(_ node: Int) -> Bool {
    engine.visitLimit = max(0, workLimit - work)
    engine.load(node)
    collectEvents()
    let timerCount = engine.timerCount
    guard environment.timers.elapseInAnyOrder, timerCount > 1 else { return exploreNode(node, hastening: nil) }
    for position in environment.timers.positionsThatMayBeNext(among: engine.runningTimers) {
      nextTimer = Int32(position)
      if !exploreNode(node, hastening: position) { return false }
    }
    nextTimer = 0
    return true
  }

  /// Collects the events that something in the loaded node handles, and notes all others, unless the node is only visited.
  private mutating func collectEvents() {
    let isFinished = engine.finished.contains(0)
    let isRunning = isFinished || !engine.active.isEmpty
    if isFinished { events.removeAll() } else { host.collectEvents(for: engine.active, &events) }
    if visitor == nil { ignoredEvents.addNode(isRunning: isRunning, except: isRunning ? events : []) }
  }

  /// - Parameter position: The position of the running timer that elapses next; `nil` for the one that would.
  private mutating func exploreNode(_ node: Int, hastening position: Int?) -> Bool {
    engine.reload()
    if engine.active.isEmpty { return tryChoices(of: .start, in: node, hastening: position) }
    if engine.finished.contains(0) { return true }
    var isExhaustive = true
    let remaining = engine.timerCount == 0 ? 0 : position == nil ? engine.timeLeft(at: 0) : 1
    for index in 0..<events.count {
      if !tryChoices(of: .send(events[index]), in: node, hastening: position) { isExhaustive = false }
      if isInterrupted { return false }
    }
    if remaining == 0 { return isExhaustive }
    if !tryChoices(of: .elapse, in: node, hastening: position) { isExhaustive = false }
    for distance in approachDistances.reversed() where distance < remaining && !isInterrupted {
      if !tryChoices(of: .approach(milliseconds: distance), in: node, hastening: position) { isExhaustive = false }
    }
    return isExhaustive && !isInterrupted
  }

  /// Lets the machine react to the choice in the node that was loaded last.
  mutating func react(hastening position: Int?) {
    engine.reload()
    if let position { engine.hasten(timerAt: position) }
    for index in 0..<choice.factCount { engine.fields[choice.facts[2 * index]] = choice.facts[2 * index + 1] }
    if engine.chosenAlternatives != choice.alternatives { engine.chosenAlternatives = choice.alternatives }
    switch choice.kind {
    case .start: engine.start()
    case .send(let event): engine.send(event, arguments: choice.arguments)
    case .elapse: engine.advance(byMilliseconds: engine.timeLeft(at: 0))
    case .approach(let distance): engine.advance(byMilliseconds: engine.timeLeft(at: 0) - distance)
    }
  }

  /// Counts the work that the last reaction took.
  /// - Parameter factCount: The number of facts before the reaction.
  mutating func spendWorkOfReaction(factCount: Int) {
    work += engine.workOfReaction(factCount: factCount) + size()
    if work > workLimit { isInterrupted = true }
    // A node may have millions of reactions.
    if work > nextQuestion { ask() }
  }

  /// The work that it takes to keep the configuration in which the engine is.
  private mutating func size() -> Int {
    // A timer has two words. This runs after each reaction, and a build without optimization copies an engine to ask it for a count.
    emptySize + engine.deferred.count + 3 * engine.timers.count
  }

  // MARK: Nodes and edges

  /// Adds what the choice has led to from a node.
  mutating func addReaction(from node: Int) {
    if let visitor { return visitor(&self) }
    noteMarks(in: node)
    if let fault = engine.fault {
      if fault.kind == .endlessMacrostep { endlessMacrosteps += 1 }
      if knownFaults.insert(fault).inserted {
        faults.append((fault, occurrence(in: node)))
      }
      return addEdge(from: node, to: -1)
    }
    let (hash, known) = findNode()
    noteHistories()
    if let known, !isCloser(than: known) {
      // It changes nothing in a variant of `known`, either.
      if engine.treatment == .ignored, case .send(let event) = choice.kind {
        ignoredEvents.note(event, in: node)
      } else if known != node || engine.treatment != .ignored {
        addEdge(from: node, to: known)
      }
    } else {
      // Nodes in which the machine hasn't started aren't counted: nobody sees them as configurations.
      guard configurationCount < limit else {
        if firstCutNode == nil { firstCutNode = node }
        return end(at: .nodes)
      }
      configurationCount += 1
      addEdge(from: node, to: addNode(hash, besides: known, arrival: occurrence(in: node)))
    }
  }

  /// Returns the stimulus of the choice in a node.
  mutating func occurrence(in node: Int) -> FlatOccurrence {
    FlatOccurrence(node: Int32(node), stimulus: stimuli.index(of: choice))
  }

  private mutating func addEdge(from node: Int, to target: Int) {
    let partTrace = engine.partOutcomes.isEmpty ? -1 : partTraces.intern(engine.partOutcomes) - 1
    edges.append(
      FlatEdge(
        source: Int32(node), stimulus: stimuli.index(of: choice), target: Int32(target),
        trace: Int32(traces.intern(engine.calls)), partTrace: Int32(partTrace)))
    if environment.timers.elapseInAnyOrder { nextTimers.append(nextTimer) }
    // A node may have millions of edges.
    if edges.count.isMultiple(of: 4_096), byteCount > memoryLimit { isInterrupted = true }
  }

  /// Saves the configuration in which the engine is, and returns its hash and the node for it, if there is one.
  private mutating func findNode() -> (hash: UInt32, known: Int?) {
    let timers = engine.save()
    return engine.findRow(timerClass: timerClass(of: timers))
  }

  /// Returns what distinguishes the timers in a list.
  private mutating func timerClass(of list: Int) -> Int {
    while timerClasses.count <= list { timerClasses.append(0) }
    if timerClasses[list] == 0 {
      timerClasses[list] = classes.intern(environment.timers.classes(of: engine.armedTimers(inList: list))) + 1
    }
    return timerClasses[list] - 1
  }

  /// Adds the row as a node, and returns its index.
  /// - Parameter known: The node that has the same identity, if there is one.
  private mutating func addNode(_ hash: UInt32, besides known: Int?, arrival: FlatOccurrence) -> Int {
    let index = engine.addRow(hash, isVariant: known != nil)
    noteTimes(at: known ?? index)
    work += size()
    arrivals.append(arrival)
    if known != nil { variants.insert(index) }
    return index
  }

  /// Returns whether a timer has less time left than in all snapshots of a node and its variants.
  private mutating func isCloser(than node: Int) -> Bool {
    guard variantLimit > 0, let least = leastTimes[node], least.variantCount < variantLimit else { return false }
    return least.times.indices.contains { $0 < engine.timerCount && engine.timeLeft(at: $0) < least.times[$0] }
  }

  private mutating func noteTimes(at node: Int) {
    guard variantLimit > 0 else { return }
    let times = (0..<engine.timerCount).map(engine.timeLeft)
    if let least = leastTimes[node] {
      leastTimes[node] = LeastTimes(
        times: zip(times, least.times).map { min($0, $1) }, variantCount: least.variantCount + 1)
    } else {
      leastTimes[node] = LeastTimes(times: times)
      // The times are in an array of their own, which begins with a header, and a dictionary has as many free places as entries.
      timesWordCount += 10 + times.count
    }
  }
}
