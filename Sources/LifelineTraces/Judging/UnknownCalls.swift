/// The calls in a log of methods that the spec doesn't know, each once.
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

  private var methods: [Method] = []
  private var numbers = ByteTable()
  private var receivers = ByteTable()

  /// The number of methods, and of classes, that are remembered.
  private static let limit = 10_000

  /// Adds a call of a method.
  mutating func add(receiver: ArraySlice<UInt8>, name: ArraySlice<UInt8>, at place: LogPlace, column: Int?) {
    guard methods.count < Self.limit, name.count <= 1_000 else { return }
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
    guard receivers.number(of: bytes, in: range) == nil, receivers.count < Self.limit else { return }
    receivers.set(0, for: bytes, in: range)
  }

  /// The methods of classes of which the spec knows others, and of objects that don't name a class.
  var withKnownReceivers: [Method] {
    methods.filter { method in
      let bytes = Array(method.receiver.utf8)
      return bytes.isEmpty || receivers.number(of: bytes, in: bytes.indices) != nil
    }
  }
}
