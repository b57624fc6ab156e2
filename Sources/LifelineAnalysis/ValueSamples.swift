/// Returns each of some numbers, one number between every two neighbors, and one beyond each end, in ascending order.
/// Without numbers, these are two different ones.
func sampleNumbers(around numbers: Set<Double>) -> [Double] {
  let sorted = numbers.sorted()
  guard let first = sorted.first, let last = sorted.last else { return [0, 1] }
  var result = [beyond(first, by: -1)].compactMap(\.self)
  for (index, number) in sorted.enumerated() {
    if index > 0 {
      // Halves, because the sum of two great numbers would be infinite.
      let middle = sorted[index - 1] / 2 + number / 2
      if middle > sorted[index - 1], middle < number { result.append(middle) }
    }
    result.append(number)
  }
  return result + [beyond(last, by: 1)].compactMap(\.self)
}

/// Returns a number that differs from `number` by `distance`, or more if that is too small to make a difference; `nil` if
/// there is no number beyond.
private func beyond(_ number: Double, by distance: Double) -> Double? {
  let near = number + distance
  let result = near != number ? near : distance < 0 ? number.nextDown : number.nextUp
  return result.isFinite ? result : nil
}

/// Returns a text that is none of some texts.
func textUnlike(_ texts: some Sequence<String>) -> String {
  let taken = Set(texts)
  var number = 1
  var text = "other"
  while taken.contains(text) {
    number += 1
    text = "other\(number)"
  }
  return text
}
