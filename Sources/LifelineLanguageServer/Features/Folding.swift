import LifelineReporting
import LifelineSource
import LifelineYAML

extension ServerState {
  /// Returns the lines that an editor can fold: what is below a key or a dash, and comments of several lines.
  func foldingRanges(_ context: FeatureContext) -> JSON {
    var ranges: [ClosedRange<Int>] = []
    var rest = [context.spec.reading.document.root].compactMap(\.self)
    while let node = rest.popLast() {
      // The lines of an alias are folded where they are.
      if node.alias != nil { continue }
      let inner: [(start: SourcePosition, node: YAMLNode)]
      switch node.content {
      case .scalar: continue
      case .sequence(let items): inner = items.map { ($0.range.start, $0) }
      case .mapping(let entries): inner = entries.map { ($0.keyRange.start, $0.value) }
      }
      for (start, node) in inner where node.usageRange.end.line > start.line {
        ranges.append(start.line...node.usageRange.end.line)
      }
      rest += inner.map(\.node)
    }
    // Of several that begin on a line, an editor shows one.
    let longest = Dictionary(ranges.map { ($0.lowerBound, $0) }) { $0.upperBound >= $1.upperBound ? $0 : $1 }
    func json(_ range: ClosedRange<Int>, _ kind: String?) -> JSON {
      [
        "startLine": .number(range.lowerBound - 1), "endLine": .number(range.upperBound - 1),
        "kind": kind.map { .string($0) },
      ]
    }
    return .array(
      longest.values.sorted { $0.lowerBound < $1.lowerBound }.map { json($0, nil) }
        + comments(in: context.source).map { json($0, "comment") })
  }

  private func comments(in source: SourceFile) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var first: Int?
    for number in 1...source.lineCount + 1 {
      if source.line(number)?.first(where: { $0 != " " }) == "#" {
        first = first ?? number
      } else {
        if let start = first, start < number - 1 { ranges.append(start...(number - 1)) }
        first = nil
      }
    }
    return ranges
  }
}
