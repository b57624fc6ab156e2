import LifelineSource

extension LifeLine {
  /// Returns the picture as lines of at most 100 columns.
  /// - Parameters:
  ///   - characters: The characters for lines and arrows.
  ///   - showsHeading: Whether the title, the subtitle and the judgement stand above.
  ///   - showsNumbers: Whether the numbers of the rows stand before them. A text that is kept in a repository does better
  ///     without: a line that is added to the spec changes all numbers below it.
  /// - Returns: The lines. If the run gets more steps at its end, these lines stay as they are.
  package func formatLines(
    in characters: LifeLineCharacters = .unicode, showingHeading showsHeading: Bool = true,
    showingNumbers showsNumbers: Bool = true
  ) -> [String] {
    let text = LifeLineText(self, showingNumbers: showsNumbers)
    let titled = (showsHeading ? text.heading + [TextCanvas(width: 0)] : []) + text.columnTitles
    return (titled + text.body + text.closing).map { $0.line(in: characters) }
  }
}

/// The lines of a life line.
private struct LifeLineText {
  private let picture: LifeLine
  private let layout: TextLayout
  private let showsNumbers: Bool
  /// The promises that end at a row.
  private let promises: [Int: [LifeLine.KeptPromise]]

  init(_ picture: LifeLine, showingNumbers showsNumbers: Bool) {
    self.picture = picture
    self.showsNumbers = showsNumbers
    layout = TextLayout(
      stateColumnCount: picture.columns.count, laneCount: picture.channels.count,
      greatestNumber: showsNumbers ? picture.rows.compactMap(\.number).max() ?? 0 : nil)
    promises = Dictionary(grouping: picture.promises.filter { $0.user != nil }) { $0.user ?? 0 }
  }

  // MARK: Above and below

  var heading: [TextCanvas] {
    let verdict = picture.verdict.map { ($0.holds ? "✓ " : "✗ ") + $0.text }
    return [picture.title, picture.subtitle, verdict].compactMap(\.self)
      .flatMap { visible($0).wrapped(to: TextLayout.width) }.map(plain)
  }

  /// The titles of the columns. Those of channels stand above each other, so that any number of them fits.
  var columnTitles: [TextCanvas] {
    let titles = (0..<max(1, picture.channels.count)).map { channel in
      let isLast = channel >= picture.channels.count - 1
      var line = isLast ? titlesOfStates : TextCanvas(width: TextLayout.width)
      for earlier in 0..<channel { line[layout.lane(earlier)] = "┊" }
      if picture.channels.indices.contains(channel) {
        let start = layout.lane(channel)
        let end = isLast && isExpectedBesideTitles ? layout.promise - 1 : TextLayout.width
        line.put(visible(picture.channels[channel]).elidedAtEnd(to: end - start), at: start)
      }
      if isLast, isExpectedBesideTitles { line.put("expected", at: layout.promise) }
      return line
    }
    guard picture.showsExpectations, !isExpectedBesideTitles else { return titles }
    var line = TextCanvas(width: TextLayout.width)
    line.put("expected", at: min(layout.promise, TextLayout.width - 8))
    return [line] + titles
  }

  /// Whether the title of the expectations is beside those of the columns, where it leaves room for the last channel's.
  private var isExpectedBesideTitles: Bool {
    guard picture.showsExpectations else { return false }
    let room = layout.promise - 1 - layout.lane(max(0, picture.channels.count - 1))
    return room >= min(picture.channels.last.map { visible($0).columnCount } ?? 0, 12)
  }

  private var titlesOfStates: TextCanvas {
    var line = TextCanvas(width: TextLayout.width)
    if showsNumbers { putNumber(picture.gutterTitle, on: &line) }
    line.put("host", at: layout.host)
    for (column, title) in picture.columns.enumerated() {
      line.put(visible(title).elidedInMiddle(to: layout.stateWidth - 1), at: layout.state(column))
    }
    return line
  }

  var closing: [TextCanvas] {
    let owed = picture.promises.filter { $0.outcome == .owed }.map { "owed at the end: \($0.name)" }
    let remarks = owed + picture.remarks + picture.wordsAboutChoices(inText: true)
    return remarks.flatMap { $0.wrapped(to: TextLayout.width - 2) }.map(plain)
  }

  private func plain(_ text: String) -> TextCanvas {
    var line = TextCanvas(width: TextLayout.width)
    line.put(visible(text).elidedAtEnd(to: TextLayout.width), at: 0)
    return line
  }

  // MARK: Rows

  var body: [TextCanvas] {
    var lines: [TextCanvas] = []
    /// The column of the last state that is entered in the last line, if another may be entered in the same line.
    var lastEntry: Int?
    for (index, row) in picture.rows.enumerated() {
      if case .entered(let bar) = row.content, let column = lastEntry, bar.column > column, var line = lines.last {
        putBars(row.bars[bar.column], on: &line)
        put(bar, on: &line)
        lines[lines.count - 1] = line
        lastEntry = bar.column
        continue
      }
      lines += self.lines(of: row, index)
      switch row.content {
      case .entered(let bar): lastEntry = bar.column
      case .stimulus(let stimulus): lastEntry = stimulus.kind == .given || stimulus.kind == .start ? -1 : nil
      default: lastEntry = nil
      }
    }
    return lines
  }

  private func lines(of row: LifeLine.Row, _ index: Int) -> [TextCanvas] {
    var line = TextCanvas(width: TextLayout.width)
    if showsNumbers, let number = row.number { putNumber("\(number)", on: &line) }
    if showsNumbers, row.isWrong { line[layout.gutterWidth - 1] = "!" }
    for channel in picture.channels.indices { line[layout.lane(channel)] = "┊" }
    for bars in row.bars { putBars(bars, on: &line) }
    switch row.content {
    case .stimulus(let stimulus): put(stimulus, on: &line)
    case .entered(let bar): put(bar, on: &line)
    case .call(let call): put(call, on: &line, promises[index] ?? [])
    case .omittedCall(let call): putOmitted(call, on: &line)
    case .missingCall: line.put("○ (no call)", at: layout.lane(0))
    case .unplayedCall: break
    case .sent(let name, _, let to, let isTaken): put(isTaken ? "→" : "┤", name, inColumn: to, of: row, on: &line)
    case .raised(let name, let column): put("↻", name, inColumn: column, of: row, on: &line)
    case .restarted(let column): put("↺", "begins anew", inColumn: column, of: row, on: &line)
    case .ending(let text, let holds): return lines(ofEnding: text, holds: holds, below: line)
    case .folded(let fold, _): return lines(of: fold, at: row)
    case .mistake(let text): return lines(ofMistake: text, below: line)
    }
    putExpectation(of: row, on: &line)
    return [line] + linesOfArguments(of: row) + linesOfDifference(of: row, below: line)
  }

  /// Returns the line for the arguments of an event, if they don't fit behind its name.
  private func linesOfArguments(of row: LifeLine.Row) -> [TextCanvas] {
    guard case .stimulus(let stimulus) = row.content, !stimulus.arguments.isEmpty else { return [] }
    return lines(ofArgumentsOf: stimulus).map { words in
      var line = TextCanvas(width: TextLayout.width)
      for channel in picture.channels.indices { line[layout.lane(channel)] = "┊" }
      for bars in row.bars { putBars(bars, on: &line) }
      line.put(words, at: layout.host + 2)
      return line
    }
  }

  private func lines(ofArgumentsOf stimulus: LifeLine.Stimulus) -> [String] {
    let width = layout.hostWidth - 3
    if stimulus.kind == .set { return stimulus.factLines(beside: layout.hostWidth - 1, width: width).below }
    let arguments = stimulus.arguments.map(visible)
    return visible(stimulus.name).with(arguments, in: layout.eventWidth) == nil ? arguments.wrappedList(to: width) : []
  }

  /// Returns the lines of the end. The lines of the channels end above words that would lie on them.
  private func lines(ofEnding text: String, holds: Bool, below line: TextCanvas) -> [TextCanvas] {
    let start = layout.state(0)
    let lines = visible(text).wrapped(to: TextLayout.width - start - 2)
    let isLong = lines.contains { $0.columnCount + 3 > layout.lane(0) - start }
    return lines.enumerated().map { position, words in
      var line = position == 0 ? line : TextCanvas(width: TextLayout.width)
      if isLong { line.fill(start..<TextLayout.width, with: " ") }
      if position == 0 { line.put("then", at: layout.host) }
      line.put(
        (position > 0 ? "  " : holds ? "✓ " : "✗ ") + words.elidedAtEnd(to: TextLayout.width - start - 2), at: start)
      return line
    }
  }

  /// Returns the lines of a remark about a mistake, which stands behind the bars.
  private func lines(ofMistake text: String, below line: TextCanvas) -> [TextCanvas] {
    lines(ofRemark: text, marked: "✗ ", below: line)
  }

  private func lines(ofRemark text: String, marked mark: String, below line: TextCanvas) -> [TextCanvas] {
    let start = layout.lane(0)
    let room = TextLayout.width - start - 2
    return visible(text).wrapped(to: min(50, room)).enumerated().map { position, words in
      var line = line
      line.fill(start..<TextLayout.width, with: " ")
      line.put((position == 0 ? mark : "  ") + words.elidedAtEnd(to: room), at: start)
      return line
    }
  }

  /// Returns the lines with the whole texts of a call that isn't the expected one, if one of them is elided in the row.
  private func linesOfDifference(of row: LifeLine.Row, below line: TextCanvas) -> [TextCanvas] {
    guard row.expectation?.agreement == .differs, let expected = row.expectation?.text else { return [] }
    var called: String?
    var isElided = visible(expected).columnCount > TextLayout.width - layout.promise
    if case .call(let call) = row.content {
      let whole = text(of: call, in: .max)
      isElided = isElided || whole.columnCount > room(for: call, reserving: 0)
      called = whole
    }
    guard isElided else { return [] }
    var below = line
    if showsNumbers { below.fill(0..<layout.gutterWidth - 1, with: " ") }
    below.fill(layout.state(0)..<layout.lane(0), with: " ")
    for bars in row.bars { putBars(bars, on: &below) }
    return (called.map { lines(ofRemark: "called: \($0)", marked: "", below: below) } ?? [])
      + lines(ofRemark: "expected: \(expected)", marked: "", below: below)
  }

  /// Returns the lines of a note of repetitions, in which bars and channels are broken.
  private func lines(of fold: Repetition, at row: LifeLine.Row) -> [TextCanvas] {
    [fold.steps, fold.repetitions].map { words in
      var line = TextCanvas(width: TextLayout.width)
      for channel in picture.channels.indices { line[layout.lane(channel)] = "⋮" }
      for bar in row.bars.joined() { line[layout.position(of: bar)] = "⋮" }
      line.put(words.elidedAtEnd(to: layout.hostWidth - 1), at: layout.host)
      return line
    }
  }

  private func putNumber(_ text: String, on line: inout TextCanvas) {
    line.put(text, at: max(0, layout.gutterWidth - 1 - text.columnCount))
  }

  private func putBars(_ bars: [LifeLine.Bar], on line: inout TextCanvas) {
    for bar in bars { line[layout.position(of: bar)] = bar.isComposite ? "│" : "┃" }
  }

  /// Puts the beginning of a state.
  private func put(_ bar: LifeLine.Bar, on line: inout TextCanvas) {
    let start = layout.position(of: bar)
    line[start] = bar.isComposite ? "┌" : "┏"
    let space = layout.state(bar.column + 1) - start - 3
    line.put(elided(bar.name(below: layout.railLimit), to: space), at: start + 2)
  }

  private func put(_ stimulus: LifeLine.Stimulus, on line: inout TextCanvas) {
    let text = visible(stimulus.name)
    let end = layout.state(0) - 2
    switch stimulus.kind {
    case .given, .start:
      line.put(elided(stimulus.name, to: layout.hostWidth - 1), at: layout.host)
    case .set:
      line.put(stimulus.factLines(beside: layout.hostWidth - 1, width: layout.hostWidth - 3).first, at: layout.host)
      putUnplayed(stimulus, on: &line)
    case .wait:
      let name = text.elidedInMiddle(to: layout.hostWidth - 4)
      line.put(name, at: layout.host)
      if putUnplayed(stimulus, on: &line) { return }
      line.fill(layout.host + name.columnCount + 1..<end + 1, with: "≈")
      for column in end + 1..<TextLayout.width where line[column] != " " { line[column] = "≈" }
    case .event, .recalled:
      let name =
        text.with(stimulus.arguments.map(visible), in: layout.eventWidth)
        ?? elided(stimulus.name, to: layout.eventWidth)
      line.put(name, at: layout.host)
      if putUnplayed(stimulus, on: &line) { return }
      let isDashed = stimulus.treatment == .ignored || stimulus.isAssumed
      line.fill(layout.host + name.columnCount + 1..<end, with: isDashed ? "╌" : "─")
      line[end] = stimulus.treatment == .handled ? "→" : "┤"
      let word =
        switch stimulus.treatment {
        case .ignored: "ignored"
        case .deferred: "deferred"
        case .handled, .unplayed: stimulus.kind == .recalled ? "was deferred" : ""
        }
      line.put(word, at: layout.lanesEnd + 1)
    }
  }

  /// Puts a note if a step isn't played.
  @discardableResult
  private func putUnplayed(_ stimulus: LifeLine.Stimulus, on line: inout TextCanvas) -> Bool {
    guard stimulus.treatment == .unplayed else { return false }
    line.put("not played", at: layout.lanesEnd + 1)
    return true
  }

  private func put(_ call: LifeLine.Call, on line: inout TextCanvas, _ promises: [LifeLine.KeptPromise]) {
    let lane = putArrow(of: call, isDashed: !call.isObserved || call.choice == .optional, on: &line)
    line[lane] = "→"
    let note = promises.isEmpty ? "" : text(of: promises)
    let start = lane + 2
    let reserved = note.isEmpty ? 0 : min(note.columnCount, 14) + 1
    let name = text(of: call, in: room(for: call, reserving: reserved))
    line.fill(lane + 1..<start + name.columnCount + 1, with: " ")
    if case .anyOrder(let place) = call.choice {
      line[lane + 1] = place == .first ? "╭" : place == .last ? "╰" : "│"
    }
    line.put(name, at: start)
    guard !note.isEmpty, !picture.showsExpectations else { return }
    let place = max(layout.promise, start + name.columnCount + 1)
    let noteRoom = TextLayout.width - place
    let alone = promises.count == 1 && note.hasPrefix("← ") ? promises[0].name : nil
    line.put(alone.map { "← " + elided($0, to: noteRoom - 2) } ?? note.elidedInMiddle(to: noteRoom), at: place)
  }

  private func putOmitted(_ call: LifeLine.Call, on line: inout TextCanvas) {
    let lane = putArrow(of: call, isDashed: true, on: &line)
    line[lane] = "○"
    line.put(" \(elided(call.name, to: max(1, TextLayout.width - lane - 24))) (optional, not made)", at: lane + 1)
  }

  /// Puts the arrow of a call up to the line of its channel.
  /// - Returns: The column of that line.
  private func putArrow(of call: LifeLine.Call, isDashed: Bool, on line: inout TextCanvas) -> Int {
    let lane = layout.lane(call.channel)
    for column in layout.state(call.column)..<lane where line[column] == " " || line[column] == "┊" {
      line[column] = isDashed ? "╌" : "─"
    }
    return lane
  }

  /// Returns the number of columns for a call behind its arrow.
  /// - Parameter reserved: The number of columns for its promises, which aren't shown beside expectations.
  private func room(for call: LifeLine.Call, reserving reserved: Int) -> Int {
    let end = picture.showsExpectations ? layout.promise - 3 : TextLayout.width - reserved
    return max(1, end - layout.lane(call.channel) - 2)
  }

  /// Returns a call with its arguments, and with the choice that it leaves, as far as they fit.
  private func text(of call: LifeLine.Call, in room: Int) -> String {
    let whole = visible(call.name)
    var choice = call.choice?.words.map { " (\(visible($0)))" } ?? ""
    if whole.columnCount + choice.columnCount > room {
      choice = call.choice == .optional && whole.columnCount < room ? "?" : ""
    }
    let left = room - whole.columnCount - choice.columnCount
    guard !call.arguments.isEmpty, left >= 3 else { return elided(call.name, to: room - choice.columnCount) + choice }
    return "\(whole)(\(call.arguments.map(visible).elidedList(to: left - 2)))" + choice
  }

  private func text(of promises: [LifeLine.KeptPromise]) -> String {
    if promises.contains(where: { $0.outcome == .broken }) { return "✗" }
    var names: [String] = []
    for promise in promises {
      let name = visible(promise.name)
      if !names.contains(name) { names.append(name) }
    }
    return "← " + names.joined(separator: ", ")
  }

  /// Puts a word into a column of states, in the place of its innermost bar.
  private func put(
    _ mark: Character, _ name: String, inColumn column: Int, of row: LifeLine.Row, on line: inout TextCanvas
  ) {
    let innermost = row.bars[column].last
    let start = innermost.map { layout.position(of: $0) + ($0.isComposite ? 1 : 0) } ?? layout.state(column)
    line[start] = mark
    line.put(elided(name, to: layout.state(column + 1) - start - 2), at: start + 1)
  }

  private func putExpectation(of row: LifeLine.Row, on line: inout TextCanvas) {
    guard let expectation = row.expectation else { return }
    switch expectation.agreement {
    case .agrees: line[layout.promise - 2] = "="
    case .differs: line[layout.promise - 2] = "≠"
    case .unknown: break
    }
    let text = expectation.text.map(visible) ?? "(nothing)"
    line.put(text.elidedInMiddle(to: TextLayout.width - layout.promise), at: layout.promise)
  }

  private func visible(_ text: String) -> String { VisibleText.escaped(text) }

  /// Returns a name in at most some columns.
  private func elided(_ name: String, to count: Int) -> String {
    visible(name).elided(to: count, apartFrom: picture.names)
  }
}

extension String {
  /// Returns a name with its arguments; `nil` if they need more columns than there are.
  fileprivate func with(_ arguments: [String], in count: Int) -> String? {
    guard !arguments.isEmpty else { return nil }
    let text = "\(self) \(arguments.joined(separator: ", "))"
    return text.columnCount <= count ? text : nil
  }
}
