import LifelineSource

extension LifeLine {
  /// Returns what the marks at calls mean that the spec leaves open, as far as the picture has such marks.
  /// - Parameter isText: Whether the picture is text, in which brackets are characters.
  func wordsAboutChoices(inText isText: Bool) -> [String] {
    var kinds: Set<Kind> = []
    for row in rows {
      switch row.content {
      case .omittedCall: kinds.insert(.omitted)
      case .call(let call):
        switch call.choice {
        case .optional: kinds.insert(.optional)
        case .anyOrder: kinds.insert(.anyOrder)
        case .instead, nil: break
        }
      default: break
      }
    }
    guard !kinds.isEmpty else { return [] }
    let words: [(Kind, String)] = [
      (
        .optional,
        isText ? "dashed with (optional) or ?: the call may be left out" : "dashed, optional: the call may be left out"
      ),
      (.omitted, "○: the call may be left out, and is"),
      (.anyOrder, (isText ? "╭ ╰" : "braces") + ": these calls may come in any order"),
    ]
    return [words.filter { kinds.contains($0.0) }.map(\.1).joined(separator: " · ")]
  }

  private enum Kind { case optional, omitted, anyOrder }
}
