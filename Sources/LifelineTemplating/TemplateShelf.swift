import Dispatch

/// The templates of a library. Different threads may render from it at the same time.
final class TemplateShelf: @unchecked Sendable {
  // Unchecked since `entries` is only touched by the thread that holds the lock.
  enum Entry {
    case text(name: String, utf8: [UInt8])
    case parsed(Template)
  }

  /// Where the template of a name is.
  let indices: [String: Int]
  private var entries: [Entry]
  private let lock = DispatchSemaphore(value: 1)

  init(_ entries: [Entry], _ indices: [String: Int]) {
    self.entries = entries
    self.indices = indices
  }

  /// The template at `index`, parsed and linked.
  ///
  /// Throws all faults of its syntax, or all calls of partials that are not there.
  func template(at index: Int) throws(TemplateErrors) -> Template {
    lock.wait()
    let entry = entries[index]
    lock.signal()
    switch entry {
    case .parsed(let template): return template
    case .text(let name, let bytes):
      // Outside of the lock: two threads that parse the same text come to the same.
      var template = try Template(name: name, utf8: bytes)
      let missing = template.link(indices)
      guard missing.isEmpty else { throw TemplateErrors(missing) }
      lock.wait()
      entries[index] = .parsed(template)
      lock.signal()
      return template
    }
  }
}
