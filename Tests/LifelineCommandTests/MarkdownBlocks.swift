import Foundation

/// A fenced block of a Markdown page.
struct MarkdownBlock {
  /// The block's language: the first word behind the fence.
  var language: String
  /// The second word behind the fence, which renderers ignore; empty if there is none.
  var kind: String
  /// The lines between the fences.
  var text: String
  /// The line of the opening fence, counted from 1.
  var line: Int

  /// Returns the fenced blocks of a page, in order.
  static func blocks(in page: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var open: MarkdownBlock?
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("```") else {
        open?.text += line + "\n"
        continue
      }
      if let block = open {
        blocks.append(block)
        open = nil
      } else {
        let words = line.dropFirst(3).split(separator: " ", maxSplits: 1).map(String.init)
        open = MarkdownBlock(
          language: words.first ?? "", kind: words.count > 1 ? words[1] : "", text: "", line: index + 1)
      }
    }
    return blocks
  }
}
