import LifelineSource

extension LifeLineDrawing {
  /// Draws the title, the subtitle and the judgement, of which each takes as many lines as it needs.
  mutating func drawHeading() {
    for line in layout.heading {
      above.text(line.text, x: PictureLayout.margin, y: line.y, line.classes, whole: line.whole)
    }
  }
}

/// A line above the columns of a picture.
struct HeadingLine {
  var text: String
  /// The text in full, if the line is cut.
  var whole: String
  /// The line on which the letters stand.
  var y: Double
  var classes: String

  /// Returns the lines of a heading in a picture of some width.
  static func wrap(_ picture: LifeLine, width: Double) -> [HeadingLine] {
    var lines: [HeadingLine] = []
    func add(_ text: String, characterWidth: Double, below distance: Double, height: Double, _ classes: String) {
      let room = Int((width - 2 * PictureLayout.margin) / characterWidth)
      for (position, words) in VisibleText.escaped(text).wrapped(to: room).enumerated() {
        let y = lines.last.map { $0.y + (position == 0 ? distance : height) } ?? distance
        lines.append(HeadingLine(text: words.elidedAtEnd(to: room), whole: words, y: y, classes: classes))
      }
    }
    add(picture.title, characterWidth: 9, below: 31, height: 19, "title ink")
    add(picture.subtitle, characterWidth: 7, below: 20, height: 16, "prose muted")
    if let verdict = picture.verdict {
      add(
        (verdict.holds ? "✓ " : "✗ ") + verdict.text, characterWidth: 7.4, below: 18, height: 16,
        "prose strong \(verdict.holds ? "good" : "bad")")
    }
    return lines
  }
}
