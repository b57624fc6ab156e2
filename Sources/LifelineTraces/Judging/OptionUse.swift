import LifelineModel

/// The use that lines of logs make of what the user said about sessions and parts.
struct OptionUse {
  /// Whether any call had the key that tells sessions apart.
  private(set) var hasKey = false
  /// Whether each receiver that is a part was found.
  private var areFound: [Bool]
  /// The other receivers of calls, as far as they help to find a misspelling.
  private(set) var otherReceivers: Set<String> = []

  private static let limit = 100
  private static let lengthLimit = 200

  /// Creates the use of options before the first line.
  init(receiverCount: Int) { areFound = Array(repeating: false, count: receiverCount) }

  mutating func noteKey() { hasKey = true }

  mutating func noteReceiver(_ index: Int) { areFound[index] = true }

  mutating func noteOther(_ receiver: ArraySlice<UInt8>) {
    guard otherReceivers.count < Self.limit, receiver.count <= Self.lengthLimit else { return }
    otherReceivers.insert(String(decoding: receiver, as: UTF8.self))
  }

  /// The indices of the receivers that no call had.
  var missingReceivers: [Int] { areFound.indices.filter { !areFound[$0] } }
}
