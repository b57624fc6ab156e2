import LifelineSource

extension LifeLineDrawing {
  /// Draws the brackets of the promises at the right.
  mutating func drawPromises() {
    for placed in rails.placed {
      let x = layout.promiseRail(placed.rail)
      let hasStart = placed.promise.supplier != nil
      let top = hasStart ? layout.edges[placed.start] + 13 : layout.edges[0]
      let isOwed = placed.promise.outcome == .owed
      let bottom = isOwed ? layout.rowsEnd : layout.edges[placed.end] + 8
      let hook = hasStart ? "M\(number(x - 6)),\(number(top))H\(number(x))" : "M\(number(x)),\(number(top))"
      drawLeader(fromRow: hasStart ? placed.start : nil, to: x - 6, top)
      drawLeader(fromRow: isOwed ? nil : placed.end, to: x - 8, bottom)
      switch placed.promise.outcome {
      case .kept:
        let style = placed.promise.kind.isDashed ? " dashed" : ""
        below.path("\(hook)V\(number(bottom))H\(number(x - 4))", "promise" + style)
        below.head(x: x - 8, y: bottom, pointingLeft: true, "promise-head")
        if placed.promise.kind == .answeredBy { below.circle(x: x - 6, y: top, radius: 2.5, "promise-head") }
      case .owed:
        below.path("\(hook)V\(number(bottom))m-4,-5l4,5l4,-5", "bad-line dashed")
        below.circle(x: x - 6, y: top, radius: 2.5, "bad")
      case .broken:
        let middle = (top + bottom) / 2
        below.path("\(hook)V\(number(max(top, middle - 8)))", "bad-line")
        below.path("M\(number(x)),\(number(min(bottom, middle + 8)))V\(number(bottom))H\(number(x - 4))", "bad-line")
        below.path("M\(number(x - 4)),\(number(middle - 4))l8,8m0,-8l-8,8", "bad-line")
        below.head(x: x - 8, y: bottom, pointingLeft: true, "bad")
      }
    }
  }
}

extension LifeLine.KeptPromise.Kind {
  /// Whether the bracket of a promise that is kept is dashed: it goes on to other calls.
  var isDashed: Bool { self == .onlyAfter || self == .between }
}

extension LifeLineDrawing {
  /// The keys of the promises whose brackets are dashed here.
  var dashedKinds: [String] {
    LifeLine.KeptPromise.Kind.allCases.filter { kind in
      kind.isDashed && rails.placed.contains { $0.promise.kind == kind && $0.promise.outcome == .kept }
    }.map(\.rawValue)
  }

  /// Draws a dotted line from a call to the end of its promise.
  private mutating func drawLeader(fromRow row: Int?, to end: Double, _ y: Double) {
    guard let row, case .call(let call) = picture.rows[row].content else { return }
    below.path("M\(number(layout.name(call.channel))),\(number(y))H\(number(end))", "line dotted")
  }
}
