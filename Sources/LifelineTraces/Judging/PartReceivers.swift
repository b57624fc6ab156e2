import LifelineModel

/// The receivers of calls that are parts of a machine.
struct PartReceivers {
  /// Whose call a line may be.
  enum Owner {
    case anyone
    case part(ID<Part>)
    /// No receiver of a part.
    case noReceiver
    /// A part that the machine doesn't have.
    case unknownPart(ArraySlice<UInt8>)
  }

  private let receivers: [(name: String, part: ID<Part>)]
  private let hasParts: Bool
  /// The numbers of the receivers.
  private let numbers: ByteTable
  /// The parts by their names.
  private let partNames: ByteTable
  /// Whether a call of each receiver was found.
  private var areFound: [Bool]
  /// The other receivers of calls, as far as they help to find a misspelling.
  private(set) var others: Set<String> = []

  private static let limit = 100
  private static let lengthLimit = 200

  /// Creates the receivers that the user named.
  init(_ receivers: [(name: String, part: ID<Part>)], of machine: Machine) {
    self.receivers = receivers
    hasParts = !machine.parts.isEmpty
    areFound = Array(repeating: false, count: receivers.count)
    numbers = ByteTable(receivers.map(\.name))
    partNames = ByteTable(machine.parts.map(\.name))
  }

  /// The receivers that no call had.
  var missing: [(name: String, part: ID<Part>)] { zip(receivers, areFound).filter { !$0.1 }.map(\.0) }

  /// Returns whose call a line is.
  mutating func owner(of call: LogCall, in record: LogRecord) -> Owner {
    guard hasParts else { return .anyone }
    if let name = call.part {
      return partNames.number(of: record.values, in: name).map { .part(ID($0)) } ?? .unknownPart(record.values[name])
    }
    // A line that doesn't say whose it is may be anybody's.
    guard !receivers.isEmpty, call.address != nil || call.receiver != nil else { return .anyone }
    for name in [call.address, call.receiver].compactMap(\.self) {
      guard let index = numbers.number(of: record.values, in: name) else { continue }
      areFound[index] = true
      return .part(receivers[index].part)
    }
    if let receiver = call.receiver { noteOther(record.values[receiver]) }
    return .noReceiver
  }

  private mutating func noteOther(_ receiver: ArraySlice<UInt8>) {
    guard others.count < Self.limit, receiver.count <= Self.lengthLimit else { return }
    others.insert(String(decoding: receiver, as: UTF8.self))
  }
}
