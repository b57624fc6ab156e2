/// The colors of a picture.
package enum PictureTheme: String, CaseIterable, Sendable {
  /// Light or dark, as the reader's system is set.
  case automatic
  case light
  case dark

  /// The rules of a style sheet.
  var styleSheet: String {
    switch self {
    case .automatic: Self.shapes + Palette.light.rules + "@media(prefers-color-scheme:dark){\(Palette.dark.rules)}"
    case .light: Self.shapes + Palette.light.rules
    case .dark: Self.shapes + Palette.dark.rules
    }
  }

  /// The sizes and fonts, which both themes share. Names are in a monospaced font, so that their widths are known.
  private static let shapes =
    "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;"
    + "white-space:pre}"
    + ".title,.prose,.small{font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
    + ".title{font-size:15px;font-weight:600}.prose{font-size:12px}.small{font-size:11px}.strong{font-weight:600}"
    + ".word{font-style:italic}.number{font-size:10px}.halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}"
    + "path{fill:none}.dashed{stroke-dasharray:4 3}.dotted{stroke-dasharray:1 3}"
}

/// The colors of one theme. Each pair of a letter and its ground has a contrast of at least 4.5 : 1, and blue, violet and
/// vermilion differ for people who are color-blind.
struct Palette {
  var ground: String
  var ink: String
  var muted: String
  var line: String
  var bar: String
  var barEdge: String
  var barName: String
  var rail: String
  var promise: String
  var bad: String
  var good: String

  static let light = Palette(
    ground: "#FFFFFF", ink: "#1F2328", muted: "#59636E", line: "#D0D7DE", bar: "#DCEBFB", barEdge: "#8FBCEB",
    barName: "#0A3F7A", rail: "#4687CC", promise: "#7A4BC2", bad: "#B8320A", good: "#0F6B47")
  static let dark = Palette(
    ground: "#0D1117", ink: "#E6EDF3", muted: "#9AA4AF", line: "#30363D", bar: "#13294A", barEdge: "#2F5F9E",
    barName: "#A9D1FF", rail: "#3F7FD0", promise: "#BC9BF5", bad: "#FF9068", good: "#5BD6A0")

  /// The pairs of letters and grounds that pictures have, for a check of their contrasts.
  var letters: [(letter: String, ground: String)] {
    [ink, muted, promise, bad, good].map { ($0, ground) } + [
      (barName, bar), (barName, ground), (ground, ink), (ground, bad), (muted, bar), (bad, bar),
    ]
  }

  /// The rules of the classes that have colors.
  fileprivate var rules: String {
    ".ground{fill:\(ground);stroke:\(line)}.cut{fill:\(ground)}.ink{fill:\(ink)}.muted{fill:\(muted)}"
      + ".halo{stroke:\(ground)}.line{stroke:\(line)}.arrow{stroke:\(muted)}.head{fill:\(muted)}"
      + ".bar{fill:\(bar);stroke:\(barEdge)}.state{fill:\(barName)}.rail{fill:\(rail)}"
      + ".dot{fill:\(ink)}.open{fill:\(ground);stroke:\(muted)}.number{fill:\(ground)}.open-number{fill:\(muted)}"
      + ".promise{stroke:\(promise)}.promise-head{fill:\(promise)}"
      + ".bad{fill:\(bad)}.bad-line{stroke:\(bad)}.good{fill:\(good)}"
  }
}
