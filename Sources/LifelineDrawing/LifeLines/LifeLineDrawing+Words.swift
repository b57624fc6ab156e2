import LifelineSource

extension LifeLineDrawing {
  /// Draws an event that the states of a column send to those of another. Its line lies on the bar that sends, and below those between
  /// them.
  mutating func drawSent(_ name: String, _ from: Int, _ to: Int, isTaken: Bool, isWrong: Bool, _ top: Double) {
    let y = top + 9
    let right = layout.right(ofColumn: from)
    let end = layout.state(to) - 3
    let words = VisibleText.escaped(name)
    let x = layout.state(from) + PictureLayout.wordIndent
    let shown = words.elided(to: PictureLayout.characters(from: x, to: right - 2), apartFrom: picture.names)
    above.text(shown, x: x, y: y + 4, (isWrong ? "bad strong" : "muted") + " halo", whole: words)
    let line = (isWrong ? "bad-line" : "arrow") + (isTaken ? "" : " dashed")
    let start = x + Double(shown.columnCount) * PictureLayout.characterWidth + 4
    if from < to, start < right { above.path("M\(number(start)),\(number(y))H\(number(min(right, end - 5)))", line) }
    if right < end - 5 { below.path("M\(number(right)),\(number(y))H\(number(end - 5))", line) }
    if isTaken { return above.head(x: end, y: y, "head") }
    above.path("M\(number(end - 4)),\(number(y - 5))v10", isWrong ? "bad-line" : "arrow")
    let note = "not taken"
    let room = layout.right(ofColumn: to) - 2 - Double(note.count) * PictureLayout.characterWidth
    above.text(
      note, x: min(layout.state(to) + PictureLayout.wordIndent, room), y: y + 4,
      (isWrong ? "bad strong" : "muted") + " word halo")
  }

  /// Draws a word in a column of states.
  mutating func drawWord(_ text: String, in column: Int, _ row: LifeLine.Row, _ top: Double) {
    let words = VisibleText.escaped(text)
    let x = layout.state(column) + PictureLayout.wordIndent + 4
    let room = PictureLayout.characters(from: x, to: layout.right(ofColumn: column) - 2)
    above.text(words.elidedInMiddle(to: room), x: x, y: top + 13, "muted", whole: words)
  }
}
