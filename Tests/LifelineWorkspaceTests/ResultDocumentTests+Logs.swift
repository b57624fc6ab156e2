import LifelineWorkspace

extension ResultDocumentTests {
  /// A log of a machine that compares two numbers, of which no exploration tries every pair.
  func judgeUntriedNumbers(_ judge: (JobResult, String, UInt) -> Void) throws {
    try write(
      """
      lifeline: 1
      machine: Scroll
      callbacks: [didScroll]
      events: {scroll: {parameters: {from: Int, to: Int}}}
      states: {a: {on: {scroll: {if: to > from, to: b, do: didScroll}}}, b: }

      """, to: "Scroll/Scroll.yaml")
    try write("didScroll\ndidScroll\n", to: "Scroll/twice.log")
    judge(try trace(path("Scroll/Scroll.yaml"), [path("Scroll/twice.log")]), "trace", #line)
  }
}
