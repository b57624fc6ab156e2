import LifelineModel
import LifelineSource

/// The text of transitions: events, a condition and actions, such as `next [track < tracks] / load`.
package struct TransitionLabel: Hashable, Sendable {
  /// The triggers of which each takes a transition with this condition and these actions.
  package var triggers: [String]
  /// The condition; `nil` if there is none.
  package var condition: String?
  /// The actions.
  package var actions: [String]
  /// The addition that the transition leaves and enters its state again.
  package var reenters = false

  /// The lines of the text. What is longer than a line that people like to read is cut, with an ellipsis.
  package var lines: [String] {
    var result = PictureText.lines(
      of: triggers + (reenters ? ["reenter"] : []), behind: "", width: PictureText.narrowWidth)
    if let condition {
      let text = "[\(condition.shortened(to: PictureText.width))]"
      if let last = result.last, last.count + 1 + text.count <= PictureText.width {
        result[result.count - 1] = "\(last) \(text)"
      } else {
        result.append(text)
      }
    }
    return result + PictureText.lines(of: actions, behind: "/ ")
  }

  /// The lines of the text inside a state, where one line is better than two short ones.
  var linesInside: [String] {
    let line = lines.joined(separator: " ")
    return line.count <= PictureText.width ? [line] : lines
  }

  /// Returns whether the texts of both transitions fit into one, and differ only in the events.
  func canJoin(_ other: TransitionLabel) -> Bool {
    condition == other.condition && actions == other.actions && reenters == other.reenters && !triggers.isEmpty
      && !other.triggers.isEmpty
      && (triggers + other.triggers).joined(separator: ", ").count <= 2 * PictureText.narrowWidth
  }
}

/// The lengths of texts in pictures.
enum PictureText {
  /// The greatest number of characters of a line.
  static let width = 26
  /// The greatest number of characters of a line with several events. Programs that draw keep narrow labels apart.
  static let narrowWidth = 20
  /// The greatest number of lines of a list.
  static let height = 3

  /// Returns a list in lines of at most `limit` characters. What would need more than ``height`` lines is counted.
  static func lines(of items: [String], behind prefix: String, width limit: Int = width) -> [String] {
    var lines: [String] = []
    for (index, item) in items.enumerated() {
      let text = item.shortened(to: width)
      if let last = lines.last, last.count + 2 + text.count <= limit {
        lines[lines.count - 1] = last + ", " + text
      } else if lines.count == height {
        lines[lines.count - 1] += ", … \(items.count - index) more"
        return lines
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append(lines.isEmpty ? prefix + text : text)
      }
    }
    return lines
  }
}
