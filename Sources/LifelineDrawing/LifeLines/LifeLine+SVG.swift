import LifelineSource

extension LifeLine {
  /// Returns the picture as an SVG document, which needs nothing from elsewhere and can stand in an `<img>`.
  ///
  /// Names that don't fit are cut in the middle, and their elements have the whole name as a title.
  package func formatSVG(theme: PictureTheme = .automatic) -> String {
    var drawing = LifeLineDrawing(self)
    return drawing.draw(theme)
  }

  /// The run in words, for people who can't see the picture.
  package var words: String {
    var steps: [String] = []
    for row in rows {
      switch row.content {
      case .stimulus(let stimulus):
        let treatment = stimulus.treatment == .handled ? "" : " (\(stimulus.treatment.rawValue))"
        steps.append(stimulus.words + treatment)
      case .call(let call) where !steps.isEmpty:
        steps[steps.count - 1] += (steps[steps.count - 1].contains(":") ? ", " : ": ") + call.name
      case .folded(let fold, _): steps.append("\(fold.steps) \(fold.repetitions)")
      case .call, .entered, .omittedCall, .missingCall, .unplayedCall, .sent, .raised, .restarted, .mistake, .ending:
        break
      }
    }
    return steps.joined(separator: "; ")
  }
}

/// A life line that is being drawn.
struct LifeLineDrawing {
  let picture: LifeLine
  let layout: PictureLayout
  let rails: PromiseRails
  /// The elements below the bars, the bars, and the elements on them.
  var below = SVGWriter()
  private var bars = SVGWriter()
  var above = SVGWriter()
  private var callCount = 0

  init(_ picture: LifeLine) {
    self.picture = picture
    rails = picture.showsExpectations ? PromiseRails() : .place(picture)
    layout = PictureLayout(of: picture, promiseRailCount: rails.count)
  }

  mutating func draw(_ theme: PictureTheme) -> String {
    let notes = closing
    let height = layout.rowsEnd + 24 + 15 * Double(notes.count) + 8
    var ground = SVGWriter()
    ground.rectangle(x: 0.5, y: 0.5, width: layout.width - 1, height: height - 1, radius: 8, "ground")
    drawHeading()
    drawTitles()
    drawBars()
    for index in picture.rows.indices { drawRow(index) }
    drawPromises()
    for (position, note) in notes.enumerated() {
      let y = layout.rowsEnd + 24 + 15 * Double(position)
      above.text(note.text, x: PictureLayout.margin, y: y, "small " + note.style)
    }
    return SVGWriter.document(
      width: layout.width, height: height, title: picture.title, description: picture.words,
      styleSheet: theme.styleSheet, [ground, below, bars, above])
  }

  // MARK: Around the rows

  private mutating func drawTitles() {
    let top = layout.titleTop
    let bottom = layout.edges[0] - 6
    let line = bottom - 8
    above.text(picture.gutterTitle, x: layout.numberEnd, y: line, "small muted", anchor: "end")
    above.text("host", x: layout.host, y: line, "small muted")
    for (column, title) in picture.columns.enumerated() {
      let room = PictureLayout.characters(from: layout.state(column), to: layout.right(ofColumn: column))
      above.text(
        title.elidedInMiddle(to: room), x: layout.state(column), y: line, "muted", whole: title)
    }
    for (channel, title) in picture.channels.enumerated() {
      let y = top + 15 * Double(channel) + 7
      let room = PictureLayout.characters(from: layout.lane(channel), to: layout.namesEnd)
      above.text(title.elidedInMiddle(to: room), x: layout.lane(channel) - 4, y: y, "muted halo", whole: title)
      below.path("M\(number(layout.lane(channel))),\(number(y + 6))V\(number(lanesBottom))", "line")
    }
    if picture.showsExpectations { above.text("expected", x: layout.expectation, y: line, "small muted") }
    below.path(
      "M\(number(PictureLayout.margin)),\(number(bottom))H\(number(layout.width - PictureLayout.margin))", "line")
  }

  /// The lower end of the lines of the channels, which is above words at the end that would lie on them.
  private var lanesBottom: Double {
    let row = picture.rows.firstIndex { row in
      guard case .ending(let text, _) = row.content else { return false }
      let room = PictureLayout.characters(from: layout.state(0), to: layout.lane(0)) - 3
      return layout.endingLines(text).contains { $0.columnCount > room }
    }
    return row.map { layout.edges[$0] } ?? layout.rowsEnd
  }

  private var closing: [(text: String, style: String)] {
    let owed = picture.promises.filter { $0.outcome == .owed }.map { "owed at the end: \($0.name)" }
    let room = Int((layout.width - 2 * PictureLayout.margin) / 6.6)
    let notes = picture.remarks + picture.wordsAboutChoices(inText: false) + [legend]
    let remarks = owed.map { ($0, "bad") } + notes.map { ($0, "muted") }
    return remarks.flatMap { text, style in
      VisibleText.escaped(text).wrapped(to: room).map { (text: $0.elidedAtEnd(to: room), style: style) }
    }
  }

  private var legend: String {
    let promises = rails.placed.map(\.promise)
    func note(_ text: String, _ isShown: (LifeLine.KeptPromise) -> Bool) -> String {
      promises.contains(where: isShown) ? " · \(text)" : ""
    }
    let hasUnobserved = picture.rows.contains { row in
      if case .call(let call) = row.content { !call.isObserved } else { false }
    }
    let hasUntaken = picture.rows.contains { row in
      if case .sent(_, _, _, isTaken: false) = row.content { true } else { false }
    }
    return "bars: active states · dots: calls, in order"
      + (hasUnobserved ? " · open dots: calls that aren't observed" : "")
      + (hasUntaken ? " · arrow with a bar: an event that the part doesn't take" : "")
      + note("brackets: a call, and the one that needs or answers it") { _ in true }
      + note("dashed bracket: \(dashedKinds.joined(separator: " or "))") { $0.outcome == .kept && $0.kind.isDashed }
      + note("red cross: a broken promise") { $0.outcome == .broken }
      + note("red arrow: an answer that is owed") { $0.outcome == .owed }
  }

  // MARK: Bars

  private mutating func drawBars() {
    for span in BarSpan.find(in: picture) {
      let left = layout.left(of: span.bar)
      let top = layout.edges[span.start]
      let right = layout.right(ofColumn: span.bar.column)
      let height = layout.edges[span.end] - top - 3
      let name = VisibleText.escaped(span.bar.name(below: layout.railLimit))
      let isRail = span.bar.isComposite && span.bar.level < layout.railLimit
      if isRail {
        bars.rectangle(x: left, y: top, width: 4, height: height, radius: 2, "rail", title: name)
      } else if !span.bar.isComposite {
        bars.rectangle(x: left, y: top, width: right - left, height: height, radius: 3, "bar", title: name)
      }
      let start = left + (isRail ? 8 : 6)
      let room = PictureLayout.characters(from: start, to: right - 2)
      above.text(
        name.elided(to: room, apartFrom: picture.names), x: start, y: top + (isRail ? 13 : 15),
        span.bar.isComposite ? "state" : "state strong",
        whole: name)
    }
  }

  // MARK: Rows

  private mutating func drawRow(_ index: Int) {
    let row = picture.rows[index]
    let top = layout.edges[index]
    if let numbered = row.number {
      let y = top + (row.isEntry ? 15 : row.isCall ? 14 : 16)
      above.text(
        "\(numbered)", x: layout.numberEnd, y: y, row.isWrong ? "small bad strong" : "small muted", anchor: "end")
    }
    switch row.content {
    case .stimulus(let stimulus): draw(stimulus, index, top)
    case .entered: break
    case .call(let call): draw(call, row, top)
    case .omittedCall(let call): drawOmitted(call, top)
    case .missingCall:
      above.circle(x: layout.lane(0), y: top + 10, radius: 7.5, "open dashed")
      above.text("no call", x: layout.name(0), y: top + 14, "bad halo")
    case .unplayedCall: break
    case .sent(let name, let from, let to, let isTaken):
      drawSent(name, from, to, isTaken: isTaken, isWrong: row.isWrong, top)
    case .raised(let name, let column): drawWord("↻ " + name, in: column, row, top)
    case .restarted(let column): drawWord("↺ begins anew", in: column, row, top)
    case .folded(let fold, let callCount):
      // The numbers of the calls below go on as if all were shown.
      self.callCount += callCount
      draw(fold, top)
    case .mistake(let text): drawMistake(text, top)
    case .ending(let text, let holds):
      above.text("then", x: layout.host, y: top + 16, "muted")
      let room = PictureLayout.characters(from: layout.state(0), to: layout.width - PictureLayout.margin)
      for (position, line) in layout.endingLines(text).enumerated() {
        let words = (position > 0 ? "  " : holds ? "✓ " : "✗ ") + line
        above.text(
          words.elidedAtEnd(to: room), x: layout.state(0), y: top + 17 + 15 * Double(position),
          (holds ? "good" : "bad") + " halo", whole: words)
      }
    }
    drawExpectation(row, top)
  }

  private mutating func draw(_ stimulus: LifeLine.Stimulus, _ index: Int, _ top: Double) {
    if index > 0 {
      below.path(
        "M\(number(PictureLayout.margin)),\(number(top))H\(number(layout.width - PictureLayout.margin))", "line")
    }
    let details = layout.details(of: stimulus)
    let name = details.first
    let room = PictureLayout.characters(from: layout.host, to: layout.state(0))
    let isEvent = stimulus.kind == .event || stimulus.kind == .recalled
    // Of the arrow of a long name, the head is left.
    let shown = name.elided(to: room - (isEvent ? 2 : 1), apartFrom: picture.names)
    let style =
      (picture.rows[index].isWrong ? "bad strong" : stimulus.isAssumed ? "muted" : isEvent ? "ink strong" : "muted")
      + (stimulus.isAssumed ? " word" : "")
    let y = top + 12
    above.text(shown, x: layout.host, y: y + 4, style, whole: name)
    let arguments = stimulus.arguments.map(VisibleText.escaped).joined(separator: ", ")
    for (position, line) in details.below.enumerated() {
      let isCut = line.contains("…")
      above.text(
        line, x: layout.host, y: y + 18 + 14 * Double(position), "muted", whole: isCut ? arguments : nil)
    }
    if stimulus.treatment == .unplayed {
      return above.text("not played", x: layout.lanesEnd + 15, y: y + 4, "muted word halo")
    }
    if stimulus.kind == .wait { return drawBreak(y) }
    guard isEvent else { return }
    let start = layout.host + Double(shown.columnCount) * PictureLayout.characterWidth + 6
    let end = layout.state(0) - 4
    let isDashed = stimulus.treatment == .ignored || stimulus.isAssumed
    if start < end - 5 {
      above.path("M\(number(start)),\(number(y))H\(number(end - 5))", "arrow" + (isDashed ? " dashed" : ""))
    }
    switch stimulus.treatment {
    case .handled, .unplayed: above.head(x: end, y: y, "head")
    case .ignored, .deferred: above.path("M\(number(end - 4)),\(number(y - 5))v10", "arrow")
    }
    let word =
      stimulus.kind == .recalled ? "was deferred" : stimulus.treatment == .handled ? "" : stimulus.treatment.rawValue
    above.text(word, x: layout.lanesEnd + 15, y: y + 4, "muted word halo")
  }

  /// Draws a note of repetitions.
  private mutating func draw(_ fold: Repetition, _ top: Double) {
    above.text(fold.steps, x: layout.host, y: top + 16, "muted")
    above.text(fold.repetitions, x: layout.host, y: top + 31, "muted")
    drawBreak(top + 16)
  }

  /// Draws two zigzag lines across the bars and channels: time passes, or steps are left out.
  private mutating func drawBreak(_ y: Double) {
    let start = layout.state(0) - 4
    let count = Int((layout.lanesEnd + 8 - start) / 12)
    let zigzag = (0..<count).map { _ in "l6,-4l6,4" }.joined()
    let back = (0..<count).map { _ in "l-6,-4l-6,4" }.joined()
    above.path("M\(number(start)),\(number(y + 4))\(zigzag)v8\(back)z", "cut")
    for offset in [4.0, 12.0] { above.path("M\(number(start)),\(number(y + offset))\(zigzag)", "arrow") }
  }

  private mutating func draw(_ call: LifeLine.Call, _ row: LifeLine.Row, _ top: Double) {
    callCount += 1
    let y = top + 10
    let lane = layout.lane(call.channel)
    drawArrow(to: call, y, isDashed: !call.isObserved || call.choice == .optional)
    let label = "\(callCount)"
    if call.isObserved {
      above.circle(x: lane, y: y, radius: 8, row.isWrong ? "bad" : "dot")
    } else {
      above.circle(x: lane, y: y, radius: 7.5, "open dashed")
    }
    above.text(label, x: lane, y: y + 3.5, call.isObserved ? "number" : "number open-number", anchor: "middle")
    if case .anyOrder(let place) = call.choice { drawBrace(place, x: lane + 11, top) }
    drawName(
      of: call, call.choice?.words ?? "", style: row.isWrong ? "bad strong" : call.isObserved ? "ink" : "muted", y)
  }

  /// Draws an optional call that isn't made.
  private mutating func drawOmitted(_ call: LifeLine.Call, _ top: Double) {
    drawArrow(to: call, top + 10, isDashed: true)
    above.circle(x: layout.lane(call.channel), y: top + 10, radius: 7.5, "open dashed")
    drawName(of: call, "optional, not made", style: "muted", top + 10)
  }

  private mutating func drawArrow(to call: LifeLine.Call, _ y: Double, isDashed: Bool) {
    let start = layout.right(ofColumn: call.column) + 2
    below.path(
      "M\(number(start)),\(number(y))H\(number(layout.lane(call.channel) - 8))", "arrow" + (isDashed ? " dashed" : ""))
    if picture.columns.count > 1 { above.circle(x: start, y: y, radius: 2, "head") }
  }

  /// Draws the part of a brace that stands at one of its calls.
  private mutating func drawBrace(_ place: LifeLine.Choice.Place, x: Double, _ top: Double) {
    let (left, right) = (number(x), number(x + 3))
    switch place {
    case .first: above.path("M\(right),\(number(top + 4))H\(left)V\(number(top + 20))", "arrow")
    case .inside: above.path("M\(left),\(number(top))V\(number(top + 20))", "arrow")
    case .last: above.path("M\(left),\(number(top))V\(number(top + 16))H\(right)", "arrow")
    }
  }

  /// Draws the name of a call, and behind it the arguments and words about the choice that it leaves, as far as they fit.
  private mutating func drawName(of call: LifeLine.Call, _ choice: String, style: String, _ y: Double) {
    let x = layout.name(call.channel)
    let room = PictureLayout.characters(from: x, to: layout.namesEnd)
    let name = VisibleText.escaped(call.name)
    let shown = name.elided(to: room, apartFrom: picture.names)
    above.text(shown, x: x, y: y + 4, style + " halo", whole: name)
    var column = shown.columnCount + 1
    let choice = VisibleText.escaped(choice)
    let reserved = choice.isEmpty ? 0 : min(choice.columnCount, 12) + 1
    let arguments = call.arguments.map(VisibleText.escaped)
    let left = room - column - reserved
    if left > 3, !arguments.isEmpty {
      let text = arguments.elidedList(to: left)
      above.text(
        text, x: x + Double(column) * PictureLayout.characterWidth, y: y + 4, "muted halo",
        whole: arguments.joined(separator: ", "))
      column += text.columnCount + 1
    }
    guard room - column > 3 else { return }
    above.text(
      choice.elidedAtEnd(to: room - column), x: x + Double(column) * PictureLayout.characterWidth, y: y + 4,
      "muted word halo", whole: choice)
  }

  private mutating func drawMistake(_ text: String, _ top: Double) {
    for (position, line) in PictureLayout.mistakeLines(VisibleText.escaped(text)).enumerated() {
      above.text(
        (position == 0 ? "✗ " : "") + line.elidedAtEnd(to: 44), x: layout.name(0),
        y: top + 12 + 15 * Double(position), "small halo bad")
    }
  }

  private mutating func drawExpectation(_ row: LifeLine.Row, _ top: Double) {
    guard let expectation = row.expectation else { return }
    let text = expectation.text.map(VisibleText.escaped) ?? "nothing"
    let style = expectation.agreement == .differs ? "bad" : expectation.agreement == .agrees ? "ink" : "muted"
    let mark = expectation.agreement == .differs ? "≠" : expectation.agreement == .agrees ? "=" : ""
    above.text(mark, x: layout.expectation - 14, y: top + 14, style)
    above.text(
      text.elidedInMiddle(to: PictureLayout.nameColumns), x: layout.expectation, y: top + 14, style, whole: text)
  }
}

extension LifeLine.Row {
  fileprivate var isCall: Bool {
    if case .call = content { true } else { false }
  }

  fileprivate var isEntry: Bool {
    if case .entered = content { true } else { false }
  }
}
