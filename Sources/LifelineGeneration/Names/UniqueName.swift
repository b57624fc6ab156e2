/// Returns the name, or the first variant of it, that isn't taken, and takes it.
///
/// - Parameter suffix: The text that variants have behind the name; without it, they are numbered.
func uniqueName(_ name: String, _ taken: inout Set<String>, suffix: String = "") -> String {
  guard !taken.insert(name).inserted else { return name }
  var count = 1
  var candidate = name
  repeat {
    count += 1
    candidate = suffix.isEmpty ? "\(name)\(count)" : candidate + suffix
  } while !taken.insert(candidate).inserted
  return candidate
}
