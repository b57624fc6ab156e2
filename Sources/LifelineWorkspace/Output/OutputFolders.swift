/// The folders into which the files of a spec are generated.
package struct OutputFolders: Hashable, Sendable {
  /// The folder for state machines; `nil` for none.
  package var machines: String?
  /// The folder for tests; `nil` for none.
  package var tests: String?

  /// Creates folders; none of them are given by default.
  package init(machines: String? = nil, tests: String? = nil) {
    self.machines = machines
    self.tests = tests
  }

  var isEmpty: Bool { machines == nil && tests == nil }

  /// The paths of the folders.
  var paths: [String] { [machines, tests].compactMap(\.self) }
}
