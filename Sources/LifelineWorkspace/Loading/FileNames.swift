// The names of specs, configurations, generated files and modules. The plugins compile this file as well, by symbolic
// links: a plugin can't import a module of its package, so there are no imports and no access modifiers here.

/// The name of a folder's configuration.
let configurationName = "lifeline.yaml"

/// Returns whether a file of this name is taken as a spec when it's found in a folder or in a target.
func isSpecName(_ name: String) -> Bool {
  (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && name != configurationName && !name.hasPrefix(".")
}

/// Returns the name of the file with the state machine of a spec.
func machineFileName(ofSpec name: String) -> String { stem(ofSpec: name) + ".swift" }

/// Returns the name of the file with the tests of a spec.
func testsFileName(ofSpec name: String) -> String { stem(ofSpec: name) + "Tests.swift" }

/// Returns the name of the file that a template of a user's own makes of a spec.
///
/// - Parameter end: The name of the template without its extension, such as `Analytics.swift`.
func extraFileName(ofSpec name: String, endingWith end: String) -> String { stem(ofSpec: name) + end }

/// Returns the name of a target's module, as SwiftPM and Xcode make it: with an underscore in place of each character that an
/// identifier can't have there. Letters of all scripts stay.
func swiftModuleName(ofTarget name: String) -> String {
  var scalars = name.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }
  if scalars.first?.properties.numericType == .decimal { scalars[0] = "_" }
  return String(String.UnicodeScalarView(scalars))
}

/// Returns the name of a spec without its extension.
private func stem(ofSpec name: String) -> String {
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
  return String(name[..<dot])
}
