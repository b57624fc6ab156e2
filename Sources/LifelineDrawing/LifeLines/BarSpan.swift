import LifelineSource

/// A bar with the rows in which its state is active.
struct BarSpan {
  var bar: LifeLine.Bar
  /// The row in which the state is entered.
  var start: Int
  /// The row before which it is no longer active.
  var end: Int

  /// Returns the bars of a picture, in the order in which their states are entered.
  static func find(in picture: LifeLine) -> [BarSpan] {
    var spans: [BarSpan] = []
    /// The indices of the open spans, by column and level.
    var open: [[Int]] = picture.columns.map { _ in [] }
    for (index, row) in picture.rows.enumerated() {
      var entered: LifeLine.Bar?
      if case .entered(let bar) = row.content { entered = bar }
      for column in open.indices {
        let bars = row.bars[column]
        var kept = 0
        while kept < open[column].count, kept < bars.count, spans[open[column][kept]].bar == bars[kept],
          bars[kept] != entered
        {
          kept += 1
        }
        for position in kept..<open[column].count { spans[open[column][position]].end = index }
        open[column].removeSubrange(kept...)
        for bar in bars[kept...] {
          open[column].append(spans.count)
          spans.append(BarSpan(bar: bar, start: index, end: picture.rows.count))
        }
      }
    }
    return spans
  }
}

extension LifeLine.Bar {
  /// Returns the name, with a mark if the state is so deep that it shares its place with a state around it.
  func name(below limit: Int) -> String { level > limit || isComposite && level == limit ? "›" + name : name }
}
