/// Returns a number with a noun, in the plural unless the number is 1: `1 event`, `2 events`, `10,000 events`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// Returns the digits of a positive number in groups of three.
package func grouped(_ number: Int, by separator: String = ",") -> String {
  let digits = Array(String(number))
  return digits.indices.reduce(into: "") { result, index in
    if index > 0, (digits.count - index).isMultiple(of: 3) { result += separator }
    result.append(digits[index])
  }
}
