/// Returns the shortest ends of paths that no other path has, by the paths: `active.loading` is `loading` unless there is
/// another state of that name.
package func shortestEnds(of paths: [String]) -> [String: String] {
  func ends(_ path: String) -> [String] {
    let names = path.split(separator: ".")
    return names.indices.reversed().map { names[$0...].joined(separator: ".") }
  }
  var counts: [String: Int] = [:]
  for path in paths {
    for end in ends(path) { counts[end, default: 0] += 1 }
  }
  return Dictionary(
    paths.map { path in (path, ends(path).first { counts[$0] == 1 } ?? path) }, uniquingKeysWith: { first, _ in first })
}
