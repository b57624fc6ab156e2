/// The built-in templates of generated files.
package enum BuiltInTemplates {
  /// The templates' texts by name, in UTF-8.
  package static var texts: [String: [UInt8]] {
    [
      "context": PackageResources.context_mustache,
      "delegate": PackageResources.delegate_mustache,
      "machine": PackageResources.machine_mustache,
      "suite": PackageResources.suite_mustache,
      "tests": PackageResources.tests_mustache,
    ]
  }

  /// The code that generated tests use, whatever their framework is, with marks around what only some tests need.
  package static var play: String {
    String(decoding: PackageResources.Play_swift + PackageResources.AsyncPlay_swift, as: UTF8.self)
  }
}
