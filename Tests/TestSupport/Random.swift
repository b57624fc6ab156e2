/// The same numbers every time.
package struct Random {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  package mutating func element(_ list: [String]) -> String { list[below(list.count)] }
}
