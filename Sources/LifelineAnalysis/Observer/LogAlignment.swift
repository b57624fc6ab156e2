import LifelineModel

/// The lines of a log beside the events and calls of the story that explains them.
struct LogAlignment {
  /// Something that a step may show.
  struct Item {
    var step: Int
    /// The number of the call; `nil` for the event.
    var call: Int?
    var item: ID<LogItem>
  }

  /// The items of all steps, in order.
  private(set) var items: [Item]
  /// The index of the line that shows each item, if one does.
  private(set) var lines: [Int?]

  /// Aligns a story with lines that it explains; `nil` if it doesn't.
  /// - Parameters:
  ///   - lines: The items that each line may stand for.
  ///   - owed: The items of which a line shows each.
  ///   - events: The events that logs show.
  static func align(
    _ story: LogStory, with lines: [[ID<LogItem>]], owed: IDSet<LogItem>, showing events: IDSet<Event>,
    in machine: Machine
  ) -> LogAlignment? {
    var items: [Item] = []
    var start = 0
    for (number, step) in story.steps.enumerated() {
      if number == story.explainedFrom.step { start = items.count + story.explainedFrom.item }
      if case .send(let event, _) = step.cause, events.contains(event) {
        items.append(Item(step: number, call: nil, item: machine.id(of: .event(event))))
      }
      for (call, made) in step.calls.enumerated() {
        items.append(Item(step: number, call: call, item: ID(made.callback)))
      }
    }
    // For each number of lines, and each number of items, whether the rest of the lines fits the rest of the items.
    var fits = Array(repeating: Array(repeating: false, count: items.count + 1), count: lines.count + 1)
    for place in 0...items.count { fits[lines.count][place] = true }
    // A look at a state shows nothing of a step.
    func isLook(_ line: Int) -> Bool { lines[line].allSatisfy(machine.isState) }
    for line in lines.indices.reversed() {
      if isLook(line) {
        fits[line] = fits[line + 1]
        continue
      }
      for place in items.indices.reversed() {
        let item = items[place].item
        fits[line][place] =
          lines[line].contains(item) && fits[line + 1][place + 1] || !owed.contains(item) && fits[line][place + 1]
      }
    }
    guard start <= items.count, fits[0][start] else { return nil }
    var result = LogAlignment(items: items, lines: Array(repeating: nil, count: items.count))
    var (line, place) = (0, start)
    while line < lines.count {
      if isLook(line) {
        line += 1
        continue
      }
      if lines[line].contains(items[place].item), fits[line + 1][place + 1] {
        result.lines[place] = line
        line += 1
      }
      place += 1
    }
    return result
  }
}
