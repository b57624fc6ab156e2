/// The uses of files by others, with files as their indices.
struct UseGraph {
  /// The files that each file uses.
  var used: [[Int]]

  /// Returns the files in groups, each after the groups that it uses. The files of one group use each other in circles, and are
  /// in ascending order.
  ///
  /// This is the algorithm of Tarjan without recursion, which takes linear time.
  func groups() -> [[Int]] {
    var result: [[Int]] = []
    var orders = [Int?](repeating: nil, count: used.count)
    // The first file in the order of arrival to which a way along files of unfinished groups leads.
    var firsts = [Int](repeating: 0, count: used.count)
    var isOpen = [Bool](repeating: false, count: used.count)
    var open: [Int] = []
    var count = 0
    for start in used.indices where orders[start] == nil {
      var way = [(file: start, next: 0)]
      while let (file, next) = way.last {
        if next == 0, orders[file] == nil {
          (orders[file], firsts[file], isOpen[file]) = (count, count, true)
          open.append(file)
          count += 1
        }
        if next < used[file].count {
          let target = used[file][next]
          way[way.count - 1].next += 1
          if let order = orders[target] {
            if isOpen[target] { firsts[file] = min(firsts[file], order) }
          } else {
            way.append((target, 0))
          }
          continue
        }
        way.removeLast()
        if let user = way.last?.file { firsts[user] = min(firsts[user], firsts[file]) }
        guard firsts[file] == orders[file], let bottom = open.lastIndex(of: file) else { continue }
        for member in open[bottom...] { isOpen[member] = false }
        result.append(open[bottom...].sorted())
        open.removeSubrange(bottom...)
      }
    }
    return result
  }

  /// Returns the groups in levels, each after those that it uses. No group uses another one of its level.
  func levels() -> [[[Int]]] {
    var levels = [Int](repeating: -1, count: used.count)
    var result: [[[Int]]] = []
    for group in groups() {
      let level = group.lazy.flatMap { used[$0] }.reduce(0) { max($0, levels[$1] + 1) }
      for file in group { levels[file] = level }
      if result.count == level { result.append([]) }
      result[level].append(group)
    }
    return result
  }

  /// Returns the shortest way from a file to another among the files of a group, both included.
  func way(from start: Int, to end: Int, among group: Set<Int>) -> [Int]? {
    var arrivals: [Int: Int] = [start: start]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let file = queue[next]
      next += 1
      if file == end {
        var way = [file]
        while let last = way.last, last != start, let before = arrivals[last] { way.append(before) }
        return way.reversed()
      }
      for target in used[file] where group.contains(target) && arrivals[target] == nil {
        arrivals[target] = file
        queue.append(target)
      }
    }
    return nil
  }
}
