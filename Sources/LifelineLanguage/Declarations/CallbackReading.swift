import LifelineModel
import LifelineSource
import LifelineYAML

/// Reads the callbacks of a spec, and what it promises about those of its parts.
extension DeclarationReader {
  /// Reads the declared callbacks, and adds those of the parts behind them.
  mutating func readCallbacks(_ node: YAMLNode?) {
    let listed = node.map { namedParts($0, role: .callback) } ?? []
    let ofParts = listed.filter { declarations.partOfPath($0.name) != nil }
    for part in listed where declarations.partOfPath(part.name) == nil { readCallback(part) }
    placeCallbacks()
    for part in ofParts { readCallbackOfPart(part) }
  }

  private func selectors(_ node: YAMLNode) -> [String] {
    items(node, expected: "a selector, or a list of selectors").compactMap { text($0, expected: "a selector") }
  }

  private mutating func readCallback(_ part: NamedPart) {
    let mapping = part.node.flatMap { readMapping($0, .callback) } ?? Mapping()
    if let other = declarations.partNames[part.name] { reportName(part.name, "callback", of: other, at: part.range) }
    var callback = Callback(
      name: part.name, selectors: mapping["selector"].map { selectors($0.value) } ?? [],
      parameters: mapping["parameters"].map { parameters($0.value, of: "callback \(part.name)") } ?? [],
      documentation: documentation(mapping, extent: part.extent), range: part.range)
    diagnostics.symbols?.declare(.callback, part.name, at: part.range)
    if let node = mapping["channel"]?.value, let channel = channelName(node) {
      callback.channel = channel
      callback.channelRange = node.usageRange
      diagnostics.symbols?.declare(.channel, channel, at: node.usageRange)
    }
    if let other = declarations.partNames[callback.channel], let channel = mapping["channel"] {
      reportName(callback.channel, "channel", of: other, at: channel.value.usageRange)
    }
    let id = ID<Callback>(declarations.callbacks.count)
    declarations.callbackNames[part.name] = id
    declarations.callbacks.append(callback)
    declarations.promising.append(Promising(subject: .call(id), mapping: mapping, range: part.range))
  }

  private func reportName(_ name: String, _ role: String, of part: ID<Part>, at range: SourceRange) {
    diagnostics.report(
      .duplicateName, "the \(role) `\(name)` has the name of a part; rename one of them", at: range,
      notes: [("the part is declared here", declarations[part].range)])
  }

  /// Adds the callbacks of the parts behind those of the machine.
  private mutating func placeCallbacks() {
    for index in declarations.parts.indices {
      declarations.parts[index].place.callbacks = declarations.callbacks.count
      let place = declarations.parts[index].place
      for callback in declarations.parts[index].machine.callbacks {
        let copy = place.translate(callback)
        declarations.callbackNames[copy.name] = ID(declarations.callbacks.count)
        declarations.callbacks.append(copy)
      }
    }
  }

  /// Reads what the spec adds to a callback of a part.
  private mutating func readCallbackOfPart(_ part: NamedPart) {
    guard let (name, _) = declarations.partOfPath(part.name), let owner = declarations.partNames[name] else {
      part.node.map { diagnostics.skip($0) }
      return
    }
    uses.parts.insert(owner)
    recordUse(of: .callback, part.name, at: part.range)
    guard let id = declarations.callbackNames[part.name] else {
      part.node.map { diagnostics.skip($0) }
      reportUnknown(
        part.name, "callback", at: part.range,
        among: declarations[owner].machine.callbacks.map { "\(name).\($0.name)" })
      return
    }
    guard let node = part.node else {
      diagnostics.report(
        .badUseOfPart,
        "`\(part.name)` is declared in the part's own file; here it can get promises, such as `needs`, and documentation: "
          + "add some, or delete it", at: part.range)
      return
    }
    let mapping = readMapping(node, .callbackOfPart) ?? Mapping()
    let documentation = documentation(mapping, extent: part.extent)
    declarations.callbacks[id.index].documentation.citations = documentation.citations
    if let text = documentation.text { declarations.callbacks[id.index].documentation.text = text }
    declarations.promising.append(Promising(subject: .call(id), mapping: mapping, range: part.range))
  }
}
