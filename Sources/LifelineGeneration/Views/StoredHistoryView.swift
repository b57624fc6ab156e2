import LifelineTemplating

/// A history in its stored form: the full paths of the states that it remembers.
struct StoredHistoryView: TemplateView {
  var path: String
  var encoding: [String]
  var decoding: [String]

  static let keys: ViewKeys<Self> = [
    "key": .text({ "\"\($0.path)\"" }, "The coding key: the history's full path."),
    "encoding": .texts(\.encoding, "The lines that encode the memory into `histories`, if there is one."),
    "decoding": .texts(
      \.decoding,
      "The lines that restore the memory from `paths`, and set `isPossible` to whether it can be remembered."),
  ]
}
