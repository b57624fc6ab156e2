/// A page about one spec, for people who don't read YAML.
package struct Page: Sendable {
  /// The name of the machine.
  package var title: String
  /// The name of the file without its ending, by which other pages link to it.
  package var name: String
  /// The name of the spec's file.
  package var spec: String
  /// The first sentence of the machine's documentation; `nil` if it has none.
  package var summary: String?
  /// Everything below the title.
  package var blocks: [Block]
}

/// A page that lists other pages.
package struct IndexPage: Sendable {
  /// The pages in their order.
  package var pages: [Page]

  /// Creates the list of some pages.
  package init(of pages: [Page]) { self.pages = pages }

  /// The words above the list.
  var introduction: Block {
    let count = pages.count == 1 ? "One machine is" : "\(pages.count) machines are"
    let contents = "its states, its calls with what is promised of them, and its scenarios as pictures"
    return .paragraph([.text("\(count) described here, each on a page of its own: \(contents).")])
  }

  /// Everything below the title.
  var blocks: [Block] {
    [
      introduction,
      .table(
        head: ["Machine", "What it is"],
        rows: pages.map { [[.page([.text($0.title)], name: $0.name)], prose($0.summary ?? "")] }),
    ]
  }
}
