import LifelineModel

/// The texts by which logs know the callbacks of a machine.
package struct SelectorTable: Sendable {
  /// The lists of callbacks that texts may stand for. The first ones are the single callbacks, in their order.
  package let symbols: [[ID<Callback>]]
  /// For each part, and at last for everything beside the parts that receivers are known of, what is left of each symbol;
  /// -1 for nothing.
  private let restrictions: [[Int]]
  /// The texts that consist of one word.
  private let words: ByteTable
  /// The texts with blanks in them, longest first.
  private let phrases: [(text: [UInt8], symbol: Int)]
  /// The selectors with arguments, the shortest first.
  private let selectors: [(text: String, symbol: Int)]
  /// The callbacks without selectors, by their names.
  private let plainNames: [String: Int]
  /// The symbols of names with labels in parentheses; -1 for those that mean nothing.
  private(set) var swiftNames = ByteTable()

  /// The number of names with labels that are remembered.
  private static let swiftNameLimit = 10_000
  /// The number of bytes of a name that is remembered.
  private static let swiftNameLength = 200

  /// Collects the names and the selectors of a machine's callbacks.
  /// - Parameter assigned: The parts whose receivers are known.
  package static func make(for machine: Machine, assigned: Set<ID<Part>> = []) -> SelectorTable {
    var meanings: [String: Set<ID<Callback>>] = [:]
    var shortened: [String: Set<ID<Callback>>] = [:]
    var plainNames: [String: Set<ID<Callback>>] = [:]
    for (index, callback) in machine.callbacks.enumerated() {
      let id = ID<Callback>(index)
      // A part's callback has the part's name in front.
      let ownName = callback.name.split(separator: ".").last.map(String.init) ?? callback.name
      for text in [callback.name, ownName] + callback.selectors where !text.isEmpty {
        meanings[text.contains("(") ? text.filter { $0 != " " } : text, default: []].insert(id)
        // A log that shows `applicationDidBecomeActive` means the method with one argument.
        if text.last == ":", text.dropLast().allSatisfy({ $0 != ":" }) {
          shortened[String(text.dropLast()), default: []].insert(id)
        }
      }
      if callback.selectors.isEmpty { plainNames[ownName, default: []].insert(id) }
    }
    meanings.merge(shortened) { exact, _ in exact }

    var symbols = machine.callbacks.indices.map { [ID<Callback>($0)] }
    var numbers: [[ID<Callback>]: Int] = [:]
    for (index, symbol) in symbols.enumerated() { numbers[symbol] = index }
    func number(of callbacks: Set<ID<Callback>>) -> Int {
      let symbol = callbacks.sorted()
      if let number = numbers[symbol] { return number }
      numbers[symbol] = symbols.count
      symbols.append(symbol)
      return symbols.count - 1
    }
    var words = ByteTable()
    var phrases: [(text: [UInt8], symbol: Int)] = []
    var selectors: [(text: String, symbol: Int)] = []
    for (text, callbacks) in meanings.sorted(by: { $0.key < $1.key }) {
      let bytes = Array(text.utf8)
      let isWord = bytes.allSatisfy { isWordByte($0) || [".", ":", "(", ")"].contains(Unicode.Scalar($0)) }
      if isWord { words.set(number(of: callbacks), for: text) } else { phrases.append((bytes, number(of: callbacks))) }
      if text.last == ":" { selectors.append((text, number(of: callbacks))) }
    }
    func isInside(_ callback: ID<Callback>, _ part: ID<Part>) -> Bool {
      var next = machine.part(of: callback)
      while let known = next, known != part { next = machine[known].container }
      return next == part
    }
    let groups =
      machine.parts.indices.map { part in { (callback: ID<Callback>) in isInside(callback, ID(part)) } }
      + [{ callback in !assigned.contains { isInside(callback, $0) } }]
    let plain = plainNames.sorted { $0.key < $1.key }.map { ($0.key, number(of: $0.value)) }
    let restrictions = groups.map { belongs in
      // The list of symbols grows meanwhile.
      symbols.map { symbol in
        let rest = symbol.filter(belongs)
        return rest.isEmpty ? -1 : number(of: Set(rest))
      }
    }
    return SelectorTable(
      symbols: symbols, restrictions: restrictions, words: words,
      phrases: phrases.sorted { $0.text.count > $1.text.count },
      selectors: selectors.sorted { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) },
      plainNames: Dictionary(uniqueKeysWithValues: plain))
  }

  private init(
    symbols: [[ID<Callback>]], restrictions: [[Int]], words: ByteTable, phrases: [(text: [UInt8], symbol: Int)],
    selectors: [(text: String, symbol: Int)], plainNames: [String: Int]
  ) {
    self.symbols = symbols
    self.restrictions = restrictions
    self.words = words
    self.phrases = phrases
    self.selectors = selectors
    self.plainNames = plainNames
  }

  /// Returns the symbol of a text: a name, a selector, or a method as Swift prints it; `nil` if the spec doesn't know it.
  mutating func symbol(of text: [UInt8], in range: Range<Int>) -> Int? {
    if let symbol = words.number(of: text, in: range) { return symbol }
    guard let last = range.last else { return nil }
    // `print("viewDidLoad: \(self)")` has a colon that belongs to no selector.
    if text[last] == UInt8(ascii: ":") { return words.number(of: text, in: range.dropLast()) }
    if text[last] == UInt8(ascii: ")") || text.has("deinit", at: range.lowerBound, to: range.upperBound) {
      return swiftSymbol(of: text, in: range)
    }
    return phrases.first { $0.text.elementsEqual(text[range]) }?.symbol
  }

  /// Returns whether a text is the name or the selector of a callback.
  func hasName(_ text: [UInt8], in range: Range<Int>) -> Bool { words.number(of: text, in: range) != nil }

  /// Returns what is left of a symbol of a line that belongs to a part, or to none whose receivers are known; `nil` if
  /// that has no such callback.
  func symbol(_ symbol: Int, of part: ID<Part>?) -> Int? {
    guard let restriction = part.map({ restrictions[$0.index] }) ?? restrictions.last else { return symbol }
    return restriction[symbol] < 0 ? nil : restriction[symbol]
  }

  /// Returns the longest text with blanks in it that begins at `start` and ends with a word, and its end.
  func phrase(in text: [UInt8], from start: Int, to end: Int) -> (symbol: Int, end: Int)? {
    for phrase in phrases where start + phrase.text.count <= end {
      let phraseEnd = start + phrase.text.count
      if phraseEnd < end, isWordByte(text[phraseEnd]) || text[phraseEnd] == UInt8(ascii: ":") { continue }
      if phrase.text.elementsEqual(text[start..<phraseEnd]) { return (phrase.symbol, phraseEnd) }
    }
    return nil
  }

  private mutating func swiftSymbol(of text: [UInt8], in range: Range<Int>) -> Int? {
    if let known = swiftNames.number(of: text, in: range) { return known < 0 ? nil : known }
    let name = String(decoding: text[range], as: UTF8.self)
    let exact = SwiftNames.selectors(of: name).map { Array($0.utf8) }
    let symbol =
      exact.compactMap { words.number(of: $0, in: $0.indices) }.first ?? plainNames[SwiftNames.base(of: name)]
      // Of several, the one of which the fewest letters are left out.
      ?? selectors.first { SwiftNames.isShortened(name, of: $0.text) }?.symbol
    if swiftNames.count < Self.swiftNameLimit, range.count <= Self.swiftNameLength {
      swiftNames.set(symbol ?? -1, for: text, in: range)
    }
    return symbol
  }
}
