import LifelineAnalysis
import LifelineModel

/// The methods, parts, events, states and arguments in a log that the spec doesn't know, each once.
struct UnknownCalls {
  /// A method that the spec doesn't know.
  struct Method {
    /// The class; empty if the log doesn't say.
    var receiver: String
    var name: String
    var place: LogPlace
    /// The column of the name; `nil` in an object.
    var column: Int?
  }

  /// A part, an event or a state that the spec doesn't know.
  struct Name {
    var name: String
    var place: LogPlace
  }

  /// An argument of a call or an event that the spec doesn't know.
  struct Argument {
    var name: String
    var item: ID<LogItem>
    var place: LogPlace
  }

  private(set) var parts: [Name] = []
  private(set) var arguments: [Argument] = []
  private(set) var events: [Name] = []
  private(set) var states: [Name] = []
  private var knownParts: Set<String> = []
  private var knownEvents: Set<String> = []
  private var knownStates: Set<String> = []
  private var knownArguments: [ID<LogItem>: Set<String>] = [:]
  private var methods: [Method] = []
  private var numbers = ByteTable()
  private var receivers = ByteTable()
  /// The class of the last call that the spec knows, which is often that of the next one, too.
  private var lastReceiver: [UInt8] = []

  /// The number of methods, of classes, of parts, of events, of states and of arguments that are remembered.
  private static let limit = 10_000
  /// The number of bytes of a name that is remembered.
  private static let lengthLimit = 200

  /// Adds a call of a method.
  mutating func add(receiver: ArraySlice<UInt8>, name: ArraySlice<UInt8>, at place: LogPlace, column: Int?) {
    guard methods.count < Self.limit, receiver.count <= Self.lengthLimit, name.count <= Self.lengthLimit else { return }
    let key = Array(receiver) + [0] + Array(name)
    guard numbers.number(of: key, in: key.indices) == nil else { return }
    numbers.set(methods.count, for: key, in: key.indices)
    methods.append(
      Method(
        receiver: String(decoding: receiver, as: UTF8.self), name: String(decoding: name, as: UTF8.self), place: place,
        column: column))
  }

  /// Notes that the spec knows a method of a class.
  mutating func noteKnown(_ bytes: [UInt8], in range: Range<Int>) {
    guard range.count <= Self.lengthLimit, !bytes[range].elementsEqual(lastReceiver) else { return }
    lastReceiver.replaceSubrange(lastReceiver.indices, with: bytes[range])
    if receivers.count < Self.limit { receivers.set(0, for: bytes, in: range) }
  }

  /// Adds the name of a part.
  mutating func addPart(_ name: ArraySlice<UInt8>, at place: LogPlace) {
    Self.add(name, at: place, to: &parts, &knownParts)
  }

  /// Adds the name of an event.
  mutating func addEvent(_ name: ArraySlice<UInt8>, at place: LogPlace) {
    Self.add(name, at: place, to: &events, &knownEvents)
  }

  /// Adds the name of a state.
  mutating func addState(_ name: ArraySlice<UInt8>, at place: LogPlace) {
    Self.add(name, at: place, to: &states, &knownStates)
  }

  /// Adds the name of an argument that a call or an event doesn't have.
  mutating func addArgument(_ name: String, of item: ID<LogItem>, at place: LogPlace) {
    guard arguments.count < Self.limit, name.utf8.count <= Self.lengthLimit else { return }
    if knownArguments[item, default: []].insert(name).inserted {
      arguments.append(Argument(name: name, item: item, place: place))
    }
  }

  private static func add(
    _ name: ArraySlice<UInt8>, at place: LogPlace, to names: inout [Name], _ known: inout Set<String>
  ) {
    guard names.count < limit, name.count <= lengthLimit else { return }
    let name = String(decoding: name, as: UTF8.self)
    if known.insert(name).inserted { names.append(Name(name: name, place: place)) }
  }

  /// The methods of classes of which the spec knows others.
  var withKnownReceivers: [Method] {
    methods.filter { method in
      let bytes = Array(method.receiver.utf8)
      return receivers.number(of: bytes, in: bytes.indices) != nil
    }
  }
}
