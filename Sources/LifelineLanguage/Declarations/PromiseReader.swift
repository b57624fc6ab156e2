import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the promises about callbacks, events and states. Promises may name what stands behind them.
struct PromiseReader: StateUsing {
  let diagnostics: DiagnosticCollector
  let uses = NameUses()
  let declarations: Declarations
  let tree: StateTree

  /// Returns the promises of a spec, and the declared parts that they use.
  static func read(
    _ tree: StateTree, _ declarations: Declarations, _ diagnostics: DiagnosticCollector
  ) -> (promises: [Promise], uses: NameUses) {
    let reader = PromiseReader(diagnostics: diagnostics, declarations: declarations, tree: tree)
    let states = tree.mappings.indices.dropFirst().map { index in
      Promising(subject: .entry(ID(index)), mapping: tree.mappings[index], range: tree.states[index].range)
    }
    return ((declarations.promising + states).flatMap(reader.promises), reader.uses)
  }

  /// The promises of a subject that is being read.
  private struct Draft {
    var subject: Promise.Happening
    /// The subject's name in messages.
    var name: String
    /// The key that is being read.
    var key: String
    /// Its range.
    var keyRange: SourceRange
  }

  private func promises(in promising: Promising) -> [Promise] {
    var promises: [Promise] = []
    func add(_ key: String, _ form: (YAMLNode, Draft) -> Promise.Form?) {
      guard let entry = promising.mapping.ifPossible(key) else { return }
      let node = entry.value
      let draft = Draft(
        subject: promising.subject, name: name(of: promising.subject), key: key, keyRange: entry.keyRange)
      guard let form = form(node, draft) else { return }
      var promise = Promise(promising.subject, form, range: node.usageRange, subjectRange: promising.range)
      if let first = promise.callbacks.first, let last = promise.callbacks.last {
        promise.range = SourceRange(first.range.start, last.range.end)
      }
      promises.append(promise)
    }
    // Elsewhere these keys are unknown, which is reported, and their values say nothing more.
    if case .call = promising.subject {
      add("needs") { node, draft in predecessors(node, draft).map { .needs($0, $1) } }
      add("onlyAfter") { node, draft in predecessors(node, draft).map { .onlyAfter($0, $1) } }
      add("between", between)
    }
    add("answeredBy") { node, draft in answer(node, draft, promising.mapping) }
    return promises
  }

  private func name(of subject: Promise.Happening) -> String {
    switch subject {
    case .call(let callback): declarations[callback].name
    case .event(let event): declarations[event].name
    case .entry(let state): tree[state].path
    }
  }

  // MARK: Names

  /// - Parameter subject: The name of the callback that is promised about, if it can't be meant.
  private func mention(_ node: YAMLNode, in key: String, besides subject: String? = nil) -> Promise.Mention? {
    guard let name = text(node, expected: "a callback's name") else { return nil }
    usePart(ofPath: name)
    if let callback = declarations.callbackNames[name] {
      recordUse(of: .callback, name, at: node.usageRange)
      return Promise.Mention(callback: callback, range: node.usageRange)
    }
    if declarations.partOfPath(name).map({ declarations.unreadableParts.contains($0.part) }) != true {
      reportUnknown(
        name, "callback", at: node.usageRange, among: declarations.callbacks.map(\.name).filter { $0 != subject },
        hint: hint(about: name, in: key))
    }
    return nil
  }

  /// Returns an addition to a message about a name that isn't that of a callback, but of something else.
  private func hint(about name: String, in key: String) -> String {
    if name.isEmpty { return "" }
    let other = declarations.eventNames[name] != nil ? "an event" : declarations.partNames[name] != nil ? "a part" : nil
    if let other {
      return "; `\(name)` is \(other), and `\(key)` names \(key == "before" ? "a call or a state" : "calls")"
    }
    guard tree.states.contains(where: { $0.path == name || $0.name == name }) else { return "" }
    return key == "before"
      ? "; for the entry of the state, write `{state: \(name)}`"
      : "; `\(name)` is a state, and `\(key)` names calls"
  }

  /// Returns the callbacks that a list names, without the wrong ones, which are reported.
  private func mentions(_ node: YAMLNode, expected: String, _ draft: Draft) -> [Promise.Mention] {
    var seen: [ID<Callback>: SourceRange] = [:]
    return items(node, expected: expected).compactMap { mention($0, in: draft.key, besides: name(of: draft.subject)) }
      .filter { mention in
        let name = declarations[mention.callback].name
        if draft.subject == .call(mention.callback) {
          report("`\(name)` is promised about itself, which says nothing; name another callback", at: mention.range)
          return false
        }
        if let first = seen.updateValue(mention.range, forKey: mention.callback) {
          report(
            "`\(name)` is listed twice; delete one of them", at: mention.range, notes: [("it is listed here", first)])
          return false
        }
        return true
      }
  }

  private func report(_ message: String, at range: SourceRange, notes: [DiagnosticCollector.Note] = []) {
    diagnostics.report(.badPromise, message, at: range, notes: notes)
  }

  /// Reports names with words of conditions between them.
  private func reportJoined(_ node: YAMLNode, _ reason: String, _ meant: String) {
    diagnostics.skip(node)
    diagnostics.report(
      .unknownName, "\(reason); write `\(meant)`", at: node.usageRange,
      correction: Correction(range: node.usageRange, replacement: meant))
  }

  // MARK: Forms

  private func predecessors(_ node: YAMLNode, _ draft: Draft) -> (Promise.Quantity, [Promise.Mention])? {
    if case .mapping(let entries) = node.content {
      if refuseUnknownKeys(entries, of: .quantity) { return nil }
      guard let mapping = readMapping(node, .quantity),
        let (quantity, entry) = Promise.Quantity.allCases.lazy.compactMap({ quantity in
          mapping[quantity.rawValue].map { (quantity, $0) }
        }).first
      else {
        entries.forEach(diagnostics.skip)
        return nil
      }
      return quantified(entry, quantity, draft)
    }
    if case .sequence(let items) = node.content, items.isEmpty {
      report("this list names no callback; delete `\(draft.key)`, or name one", at: node.usageRange)
      return nil
    }
    if let (quantity, names) = JoinedNames.read(node) {
      let text = "{\(quantity.rawValue): [\(names.joined(separator: ", "))]}"
      reportJoined(node, "`\(draft.key)` is no condition, but names calls", text)
      return nil
    }
    let list = mentions(node, expected: "a callback, `{any: […]}` or `{all: […]}`", draft)
    // One callback that is listed twice is no choice.
    if case .sequence(let items) = node.content, Set(items.compactMap(spelling)).count > 1 {
      let names = items.compactMap(spelling)
      let text = "[\(names.joined(separator: ", "))]"
      diagnostics.report(
        .bareList,
        "`\(text)` may mean one of these callbacks or each of them; write `{any: \(text)}` for one, or `{all: \(text)}` for each",
        at: node.usageRange,
        choices: Promise.Quantity.allCases.compactMap { quantity in
          diagnostics.source.putting(node.usageRange, behind: quantity.rawValue, valueOf: draft.keyRange).map {
            Diagnostic.FixIt(
              replace: SourceLocation(path: diagnostics.path, range: node.usageRange), with: $0,
              title: "write `\(quantity.rawValue)`: \(quantity == .any ? "one" : "each") of them")
          }
        })
    }
    return list.isEmpty ? nil : (.any, list)
  }

  /// Returns the name that an item of a list spells; `nil` if it's no text.
  private func spelling(_ item: YAMLNode) -> String? {
    if case .scalar(let scalar) = item.content { scalar.text } else { nil }
  }

  /// Reports the keys of a mapping if none of them is known. Then the one that is missing is no mistake of its own.
  private func refuseUnknownKeys(_ entries: [YAMLEntry], of kind: MappingKind) -> Bool {
    guard !entries.isEmpty, entries.allSatisfy({ kind[$0.key] == nil }) else { return false }
    for entry in entries { reportUnknownKey(entry, in: kind) }
    return true
  }

  private func quantified(
    _ entry: YAMLEntry, _ quantity: Promise.Quantity, _ draft: Draft
  ) -> (Promise.Quantity, [Promise.Mention])? {
    let expected = "a list of callbacks"
    if case .mapping = entry.value.content {
      reportShape(of: entry.value, expected: expected)
      return nil
    }
    let count = if case .sequence(let items) = entry.value.content { items.count } else { entry.value.isEmpty ? 0 : 1 }
    let list = mentions(entry.value, expected: expected, draft)
    if count == 0 {
      if !entry.value.isEmpty {
        report("`\(quantity.rawValue)` names no callback; list some", at: entry.value.usageRange)
      }
      return nil
    }
    // A name that is no callback has been reported.
    if count == 1, let only = list.first {
      report(
        "`\(quantity.rawValue)` of one callback is that callback; write `\(draft.key): \(declarations[only.callback].name)`",
        at: entry.value.usageRange)
    }
    if count > Promise.greatestCount {
      report(
        "`\(quantity.rawValue)` names \(count) callbacks, and at most \(Promise.greatestCount) are possible",
        at: entry.value.usageRange)
      return nil
    }
    return list.isEmpty ? nil : (quantity, list)
  }

  private func between(_ node: YAMLNode, _ draft: Draft) -> Promise.Form? {
    guard case .sequence(let items) = node.content, items.count == 2 else {
      if !node.isEmpty { diagnostics.skip(node) }
      report(
        "`between` takes two callbacks: `[open, close]`, the one that opens and the one that closes",
        at: node.usageRange)
      return nil
    }
    let subject = name(of: draft.subject)
    let (first, second) = (
      mention(items[0], in: draft.key, besides: subject), mention(items[1], in: draft.key, besides: subject)
    )
    guard let opening = first, let closing = second else { return nil }
    if opening.callback == closing.callback {
      report(
        "`between` needs two different callbacks; what is called once and again after each call of `\(draft.name)` is promised by "
          + "`needs: \(declarations[opening.callback].name)`", at: closing.range)
      return nil
    }
    if draft.subject == .call(opening.callback) {
      report("`\(draft.name)` can't open what it has to lie in; name another callback", at: opening.range)
      return nil
    }
    if draft.subject == .call(closing.callback) {
      report(
        "if `\(draft.name)` closes as well, write `needs: \(declarations[opening.callback].name)`: each call uses up the one "
          + "before it", at: closing.range)
      return nil
    }
    return .between(opening: opening, closing: closing)
  }

  private func answer(_ node: YAMLNode, _ draft: Draft, _ mapping: Mapping) -> Promise.Form? {
    let list = answers(node, draft)
    var answer = Promise.Answer(callbacks: list)
    if let node = mapping["before"]?.value {
      answer.before = boundary(node, answers: list)
      answer.beforeRange = node.usageRange
    }
    if let node = mapping["within"]?.value {
      answer.withinRange = node.usageRange
      answer.within = text(node, expected: "a length of time, such as `30s`").flatMap {
        duration($0, at: node.usageRange)
      }
    }
    return list.isEmpty ? nil : .answeredBy(answer)
  }

  /// Returns the callbacks that answer, without the wrong ones, which are reported.
  private func answers(_ node: YAMLNode, _ draft: Draft) -> [Promise.Mention] {
    if case .sequence(let items) = node.content, items.isEmpty {
      report("`answeredBy` names no callback; list the answers, or delete it", at: node.usageRange)
      return []
    }
    let expected = "a callback, or a list of callbacks of which each is an answer"
    if case .mapping(let entries) = node.content {
      reportShape(of: node, expected: expected, hint: hint(aboutAnswers: entries))
      return []
    }
    if let (quantity, names) = JoinedNames.read(node) {
      let reason = "`answeredBy` is no condition, but names calls"
      if quantity == .any {
        reportJoined(node, reason, "[\(names.joined(separator: ", "))]")
      } else {
        diagnostics.skip(node)
        diagnostics.report(.unknownName, reason + hint(aboutEachOf: names), at: node.usageRange)
      }
      return []
    }
    return mentions(node, expected: expected, draft)
  }

  /// Returns an addition to a message about a mapping in place of answers.
  private func hint(aboutAnswers entries: [YAMLEntry]) -> String {
    if let entry = entries.first(where: { $0.key == "before" || $0.key == "within" }) {
      return "; write `\(entry.key)` beside `answeredBy`"
    }
    guard entries.count == 1, let quantity = Promise.Quantity(rawValue: entries[0].key),
      case .sequence(let items) = entries[0].value.content
    else { return "" }
    let names = items.compactMap(spelling)
    return quantity == .any ? "; write `[\(names.joined(separator: ", "))]`" : hint(aboutEachOf: names)
  }

  /// Returns an addition to a message about answers of which each has to come.
  private func hint(aboutEachOf names: [String]) -> String {
    guard names.count > 1 else { return "" }
    return "; one answer is enough: write `[\(names.joined(separator: ", "))]`, or, if each has to come, "
      + "`answeredBy: \(names[0])` here and `answeredBy: \(names[1])` for `\(names[0])`"
  }

  /// Returns the happening that isn't to come before an answer, or `nil` with a diagnostic.
  private func boundary(_ node: YAMLNode, answers: [Promise.Mention]) -> Promise.Happening? {
    if case .mapping(let entries) = node.content {
      if refuseUnknownKeys(entries, of: .boundary) { return nil }
      guard let mapping = readMapping(node, .boundary), let reference = mapping["state"]?.value,
        let name = text(reference, expected: "a state's name"),
        let state = state(name, in: Machine.root, at: reference.usageRange)
      else { return nil }
      if tree[state].isHistory {
        diagnostics.report(
          .historyNotAllowed, "`\(name)` is a history pseudo-state, which is never active; name a state",
          at: reference.usageRange, notes: [("it is declared here", tree[state].range)])
        return nil
      }
      return .entry(state)
    }
    guard case .scalar = node.content, !node.isEmpty else {
      reportShape(of: node, expected: "one callback, or `{state: name}`")
      return nil
    }
    guard let mention = mention(node, in: "before") else { return nil }
    let name = declarations[mention.callback].name
    if let answer = answers.first(where: { $0.callback == mention.callback }) {
      report(
        "`\(name)` is an answer, and can't come before itself; name another callback", at: mention.range,
        notes: [("it is an answer here", answer.range)])
      return nil
    }
    return .call(mention.callback)
  }
}

extension SourceFile {
  /// Returns the text in a range as the value of a key, for an edit of the range that keeps all comments; `nil` if there is no such
  /// range.
  /// - Parameters:
  ///   - range: The range of a list.
  ///   - key: The new key in front of it.
  ///   - outer: The range of the key whose value the list is.
  fileprivate func putting(_ range: SourceRange, behind key: String, valueOf outer: SourceRange) -> String? {
    guard let start = byteOffset(of: range.start), let end = byteOffset(of: range.end), start < end else { return nil }
    let text = text(of: start..<end)
    // A list in brackets, or an alias.
    guard text.hasPrefix("-"), range.start.line > outer.start.line else { return "{\(key): \(text)}" }
    // The new key stands deeper than the outer one, and its list may stand in its column.
    let depth = max(0, outer.start.column + 2 - range.start.column)
    let indent = String(repeating: " ", count: depth)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let items = lines.dropFirst().map { $0.allSatisfy { $0 == " " || $0 == "\r" } ? String($0) : indent + $0 }
    let column = String(repeating: " ", count: range.start.column - 1 + depth)
    return ([indent + key + ":", column + lines[0]] + items).joined(separator: "\n")
  }
}
