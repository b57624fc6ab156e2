import LifelineSource

/// The anchors of headings, as GitHub and GitLab make them of the words.
struct HeadingSlugs {
  private var slugs: [Heading: String] = [:]
  private var counts: [String: Int] = [:]

  /// Finds the anchors of all headings, which follow each other on one page below its title.
  init(of blocks: [Block], below title: String? = nil) {
    let titles = title.map { [Block.heading(Heading(1, [.text($0)], of: "title"))] } ?? []
    for case .heading(let heading) in titles + blocks {
      let slug = Self.slug(VisibleText.escaped(heading.words.plain))
      let number = counts[slug, default: 0]
      counts[slug] = number + 1
      // A link leads to the first of two headings that are the same.
      if slugs[heading] == nil { slugs[heading] = number == 0 ? slug : "\(slug)-\(number)" }
    }
  }

  /// Returns the anchor of a heading; `nil` if the page doesn't have it.
  subscript(heading: Heading) -> String? { slugs[heading] }

  private static func slug(_ words: String) -> String {
    String(
      String.UnicodeScalarView(
        words.lowercased().unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
          if scalar == " " { return "-" }
          let properties = scalar.properties
          let isWord =
            properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .nonspacingMark
            || properties.generalCategory == .connectorPunctuation
          return isWord || scalar == "-" ? scalar : nil
        }))
  }
}
