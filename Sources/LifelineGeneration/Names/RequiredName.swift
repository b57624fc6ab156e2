/// Returns the name of a part, which must have one: code that lacks it would be broken, and nobody would be told.
func requiredName(_ name: String?, of part: some Any) -> String {
  guard let name else { fatalError("\(part) has no name in generated code") }
  return name
}
