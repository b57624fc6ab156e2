/// The reasons that a file can't be a template that makes a file of each spec.
package enum ExtraTemplateNameFault {
  /// The name doesn't say what the files are called.
  case noExtension
  /// The files would have the names of tests.
  case tests

  /// Returns the reason that a file of a name can't be such a template; `nil` if it can.
  /// - Parameter file: The name of the file, such as `Analytics.swift.mustache`.
  package static func find(in file: String) -> ExtraTemplateNameFault? {
    let words = file.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count >= 3, words.last == "mustache", words.allSatisfy(isWordOfFileName) else { return .noExtension }
    return file == "Tests.swift.mustache" ? .tests : nil
  }

  private static func isWordOfFileName(_ word: Substring) -> Bool {
    !word.isEmpty && word.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "-" || $0 == "+" }
  }
}
