import LifelineModel
import LifelineTemplates

/// The parts of the code behind tests that only some tests need, as the built-in text marks them.
///
/// A line with `//if NAME` belongs to the part, and so do the lines from `// if NAME` to `// end`, or to `// else`, which
/// begins the lines, as comments, that stand there without the part. So the text is code that has all parts.
struct PlayParts {
  private var names: Set<String> = []

  /// Returns whether the tests need a part.
  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the parts that the tests of a machine need.
  static func collect(from methods: [TestMethod], target: TestTarget, _ context: MachineContext) -> PlayParts {
    var parts = PlayParts()
    if target == .machine { parts.names.insert("machine") }
    if !context.parts.isEmpty { parts.names.insert("parts") }
    for statement in methods.flatMap(\.statements) { parts.add(statement, target, context) }
    if target.isSubject { parts.names.insert("filters") }
    if target == .asyncSubject { parts.names.insert("async") }
    // Calls that may come between others are found by all kinds of patterns.
    if parts.names.contains("interleaved") { parts.names.formUnion(["anyOrder", "optional", "repeated", "oneOf"]) }
    if parts.names.contains("anyOrder") { parts.names.insert("call") }
    return parts
  }

  private mutating func add(_ statement: TestStatement, _ target: TestTarget, _ context: MachineContext) {
    switch statement {
    case .begin(let beginning):
      if beginning.channels != nil || !beginning.never.isEmpty { names.insert("filters") }
      if case .start(let expected, _) = beginning.kind {
        names.insert("start")
        add(expected, context.whole)
      }
    case .checkStart(let expected, _): add(expected, context.whole)
    case .send(_, let expected, _): if let expected { add(expected, context.whole) }
    case .wait(_, let expected, _):
      if target == .machine { names.insert("wait") }
      if let expected { add(expected, context.whole) }
    case .ignore: names.insert("ignore")
    case .checkState(let state, _): names.insert(context.partWithState(state) == nil ? "state" : "partState")
    case .checkField, .checkDeadline: names.insert("value")
    case .drive(_, let awaited), .pass(_, let awaited):
      if let pattern = awaited?.pattern { add(pattern, context.whole) }
    case .awaitStart(let awaited): if let pattern = awaited.pattern { add(pattern, context.whole) }
    case .set, .finish: break
    }
  }

  private mutating func add(_ pattern: CallPattern, _ machine: Machine) {
    var items: [CallPattern] = []
    switch pattern {
    case .call(let id, let arguments, _):
      if arguments.count < machine[id].parameters.count { names.insert("call") }
    case .sequence(let list): items = list
    case .anyOrder(let list): (items, _) = (list, names.insert("anyOrder"))
    case .interleaved(let list): (items, _) = (list, names.insert("interleaved"))
    case .oneOf(let list): (items, _) = (list, names.insert("oneOf"))
    case .optional(let item): (items, _) = ([item], names.insert("optional"))
    case .repeated(let item): (items, _) = ([item], names.insert("repeated"))
    case .choose(_, let then, _): items = [then]
    }
    for item in items { add(item, machine) }
  }

  // MARK: - The text

  /// A line of the built-in text.
  private enum Line {
    case code(Substring)
    /// A line that belongs to a part by itself.
    case codeOfPart(Substring, String)
    /// A line that is a comment because another one stands in its place if all parts are there.
    case comment(Substring)
    case `if`(String), `else`, end
  }

  /// The built-in text, which is read once for all files of a run.
  private static let lines: [Line] = read(BuiltInTemplates.play)

  private static func read(_ play: String) -> [Line] {
    var kinds: [Bool] = []
    return play.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let mark = line.drop { $0 == " " }
      if mark.hasPrefix("// if ") {
        kinds.append(false)
        return .if(String(mark.dropFirst("// if ".count)))
      }
      if mark == "// else" {
        kinds[kinds.count - 1] = true
        return .else
      }
      if mark == "// end" {
        kinds.removeLast()
        return .end
      }
      if kinds.last == true { return .comment(mark == "//" ? "" : line.prefix { $0 == " " } + mark.dropFirst(3)) }
      let pieces = line.split(separator: "  //if ", maxSplits: 1)
      return pieces.count == 2 ? .codeOfPart(pieces[0], String(pieces[1])) : .code(line)
    }
  }

  /// The built-in text without the parts that aren't needed, and without the marks.
  var text: String {
    var lines: [Substring] = []
    // Whether the lines of each open part are written.
    var open: [Bool] = []
    for line in Self.lines {
      switch line {
      case .if(let name): open.append(names.contains(name))
      case .else: open[open.count - 1].toggle()
      case .end: open.removeLast()
      case .code(let text), .comment(let text): if open.allSatisfy(\.self) { lines.append(text) }
      case .codeOfPart(let text, let name): if names.contains(name), open.allSatisfy(\.self) { lines.append(text) }
      }
    }
    return lines.joined(separator: "\n")
  }
}
