/// A spec with many lines.
enum LargeSpec {
  static func text(lines: Int) -> String {
    let count = (lines - 8) / 3
    var text = "lifeline: 1\nmachine: Large\ncallbacks: [call]\nevents: [next, back]\ninitial: s0\nstates:\n"
    for index in 0..<count {
      text += "  s\(index):\n    entry: call\n    on: {next: s\((index + 1) % count), back: s\(index)}\n"
    }
    return text
  }
}
