import LifelineModel
import LifelineTemplating

/// The file of a machine.
struct MachineView: TemplateView {
  var specName: String
  var access: String
  var name: String
  var type: String
  var isHidden: Bool
  var imports: [String]
  var doc: [String]
  var availability: String
  var isolation: String
  var isolatedAvailability: String
  var stateTypes: [StateTypeView]
  var hasNesting: Bool
  var regions: [RegionView]
  var events: [CaseView]
  var callbacks: [CallbackCaseView]
  var callbackNames: EnumerationView?
  var declaredTypes: [EnumerationView]
  var context: ContextView?
  var storage: [StoredPropertyView]
  var initialState: String
  var starts: Bool
  var startsWithoutCalls: Bool
  var hasRegions: Bool
  var hasTimers: Bool
  var hasOwnTimers: Bool
  var timedParts: [CaseView]
  var beginning: [String]
  var hasDeferral: Bool
  var canFinish: Bool
  var resumption: String
  var activityCheck: [String]
  var functions: String
  var helperTypes: String
  var pathTables: [PathTableView]
  var delegate: DelegateView?
  var codable: CodableView
  var object: ObjectView?
  var monitor: MonitorView?

  static let keys: ViewKeys<Self> = [
    "specName": .text(\.specName, "The spec's file name."),
    "access": .text(\.access, "The access modifier of declarations with a space, or nothing if it is `internal`."),
    "name": .text(\.name, "The machine's name in the spec."),
    "type": .text(\.type, "The machine's type."),
    "isHidden": .flag(
      \.isHidden, "Whether a type inside the machine has the machine's name, which then has another one there."),
    "hasImports": .flag({ !$0.imports.isEmpty }, "Whether the machine needs imports."),
    "imports": .texts(\.imports, "The import declarations."),
    "doc": .texts(\.doc, "The lines of the machine's documentation comment, with their slashes."),
    "availability": .text(
      \.availability, "The attribute of declarations that need `Duration`, or nothing if the machine needs none."),
    "isolation": .text(\.isolation, "The attribute that isolates delegates and objects, or nothing."),
    "isolatedAvailability": .text(
      \.isolatedAvailability, "The attribute of declarations that need `Duration` or the isolation, or nothing."),
    "stateTypes": .list(\.stateTypes, "The enums of states: `State`, those of regions, and `AnyState`."),
    "hasNesting": .flag(\.hasNesting, "Whether states contain states, so that `AnyState` isn't `State`."),
    "regions": .list(
      \.regions, "The regions, and the states outside of all regions, in a machine that has regions."),
    "hasEvents": .flag({ !$0.events.isEmpty }, "Whether a host can send events."),
    "events": .list(\.events, "The cases of `Event`."),
    "hasCallbacks": .flag({ !$0.callbacks.isEmpty }, "Whether the machine makes calls."),
    "callbacks": .list(\.callbacks, "The cases of `Callback`."),
    "callbackNames": .section(\.callbackNames, "The enum `CallbackName`, if the machine makes calls."),
    "declaredTypes": .list(\.declaredTypes, "The types that the spec declares."),
    "context": .section(\.context, "The type of the context, if the machine or one of its parts has fields."),
    "storage": .list(\.storage, "The stored properties."),
    "initialState": .text(\.initialState, "The initial case of `State`, or nothing if the machine has regions."),
    "starts": .flag(\.starts, "Whether starting the machine runs its function `start`."),
    "startsWithoutCalls": .flag(
      \.startsWithoutCalls, "Whether starting the machine makes no call, whatever its context is."),
    "hasRegions": .flag(\.hasRegions, "Whether there are parallel states, so that several states can be active."),
    "hasTimers": .flag(\.hasTimers, "Whether the machine or one of its parts has timers."),
    "hasOwnTimers": .flag(\.hasOwnTimers, "Whether the machine itself has timers."),
    "timedParts": .list(\.timedParts, "The cases of `Reaction.Cause` for parts with timers."),
    "beginning": .texts(\.beginning, "The lines that store the fields and start the parts when the machine starts."),
    "hasDeferral": .flag(\.hasDeferral, "Whether states defer events."),
    "canFinish": .flag(\.canFinish, "Whether all regions of the machine itself can reach a final state."),
    "resumption": .text(
      \.resumption, "The initializers that put the machine into states, and the functions that they use."),
    "activityCheck": .texts(\.activityCheck, "The lines of the body of `isActive(_:)`."),
    "functions": .text(\.functions, "The functions, with the types and properties that stand between them."),
    "helperTypes": .text(\.helperTypes, "The private types that functions use, or nothing if there are none."),
    "hasPathTables": .flag({ !$0.pathTables.isEmpty }, "Whether there are tables of full paths."),
    "pathTables": .list(\.pathTables, "The tables of the full paths of states, for enums with more than 256 cases."),
    "delegate": .section(\.delegate, "The delegate's protocol, if the machine makes calls."),
    "codable": .view(\.codable, "The conformance to `Codable`."),
    "object": .section(\.object, "The class that holds the machine, if the spec or its folder asks for one."),
    "monitor": .section(\.monitor, "The monitor, if the spec's folder or the command asks for one."),
  ]
}

extension DeclarationViews {
  /// Returns the file of the machine, whose behavior is `program`, with a monitor if there is a table for it.
  func makeMachine(_ program: MachineProgram, monitor: MonitorTable? = nil) -> MachineView {
    let access = options.access == .internal ? "" : "\(options.access.rawValue) "
    let doc = documentation.lines(machine.documentation)
    let printer = ProgramPrinter(context, program, access: access)
    return MachineView(
      specName: SwiftText.commentLine(options.specName), access: access, name: machine.name, type: names.type,
      isHidden: TakenNames.hidesMachine(named: machine.name),
      imports: imports,
      doc: doc.isEmpty ? ["/// The state machine of `\(machine.name)`."] : doc,
      availability: context.availability, isolation: options.isolation.map { "@_Concurrency.\($0.rawValue)" } ?? "",
      isolatedAvailability: isolatedAvailability,
      stateTypes: makeStateTypes(), hasNesting: hasNesting, regions: makeRegions(printer), events: makeEvents(),
      callbacks: makeCallbacks(), callbackNames: makeCallbackNames(), declaredTypes: makeDeclaredTypes(),
      context: makeContext(printer), storage: program.storage.map(printer.declaration),
      initialState: layout.hasRegions ? "" : names.stateCase(context.initialLeaf), starts: program.starts,
      startsWithoutCalls: context.startsWithoutCalls, hasRegions: layout.hasRegions, hasTimers: context.hasTimers,
      hasOwnTimers: context.shape.hasTimers, timedParts: makeTimedParts(), beginning: printer.beginning(),
      hasDeferral: context.shape.defers, canFinish: context.shape.canFinish,
      resumption: printer.text(program.resumption),
      activityCheck: printer.activityCheck(), functions: printer.text(program.members),
      helperTypes: printer.text(program.helpers),
      pathTables: makePathTables(),
      delegate: makeDelegate(), codable: makeCodable(printer),
      object: options.object.map { makeObject($0, printer, starts: program.starts) },
      monitor: monitor.map { makeMonitor($0) })
  }

  private var imports: [String] {
    let level = options.machineImportLevel
    let modules = machine.imports + options.imports.filter { !machine.imports.contains($0) }
    let imports = modules.map { "\(level)import \(SwiftText.path($0))" }
    guard options.object == .observable, !machine.imports.contains("Observation") else { return imports }
    // Swift doesn't count a conformance as a use of a `package` import, and warns about it.
    let observationLevel = options.access == .public ? level : ""
    return imports + ["#if !hasFeature(Embedded)", "\(observationLevel)import Observation", "#endif"]
  }

  /// Returns the attribute of declarations that need `Duration` or the isolation, or nothing if there is neither.
  var isolatedAvailability: String {
    if options.isolation == nil || context.usesDurations { return context.availability }
    return "@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)"
  }
}

extension MachineContext {
  /// The attribute of declarations that need `Duration`, or nothing if the machine needs none.
  var availability: String { usesDurations ? "@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)" : "" }
}
