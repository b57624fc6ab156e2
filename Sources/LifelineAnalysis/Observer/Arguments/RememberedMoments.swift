import LifelineModel

extension ArgumentObserver {
  /// The large sets of moments, with what follows from them. Sessions are mostly alike, and go round in circles.
  struct RememberedMoments {
    private struct Key: Hashable {
      var number: Int
      var items: [ID<LogItem>]
      var arguments: [String: LoggedValue]
    }

    private var numbers: [Set<Moment>: Int] = [:]
    private var followers: [Key: Moments] = [:]
    private var next = 0
    private var count = 0

    /// The number of moments below which it is faster to follow them again.
    private static let leastCount = 64
    /// The number of moments that are remembered.
    private static let limit = 500_000

    /// Returns a set of moments with its number.
    mutating func number(_ list: [Moment]) -> Moments {
      guard list.count >= Self.leastCount else { return Moments(list: list) }
      let content = Set(list)
      if let known = numbers[content] { return Moments(list: list, number: known) }
      if count > Self.limit { (numbers, followers, count) = ([:], [:], 0) }
      next += 1
      count += list.count
      numbers[content] = next
      return Moments(list: list, number: next)
    }

    func moments(after items: [ID<LogItem>], _ arguments: [String: LoggedValue], from moments: Moments) -> Moments? {
      moments.number.flatMap { followers[Key(number: $0, items: items, arguments: arguments)] }
    }

    mutating func remember(
      _ found: Moments, after items: [ID<LogItem>], _ arguments: [String: LoggedValue], from moments: Moments
    ) {
      guard let number = moments.number else { return }
      count += found.count
      followers[Key(number: number, items: items, arguments: arguments)] = found
    }
  }
}
