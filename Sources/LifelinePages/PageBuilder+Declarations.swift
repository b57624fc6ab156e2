import LifelineModel
import LifelineSource

extension PageBuilder {
  /// The calls that the machine makes.
  var callbacks: [Block] {
    let own = machine.declared.callbacks
    let foreign = machine.callbacks.indices.dropFirst(own.count).map { ID<Callback>($0) }.filter { id in
      machine.ownPromises.contains { $0.subject == .call(id) }
    }
    guard !own.isEmpty || !foreign.isEmpty else { return [] }
    var result: [Block] = [
      .heading(section("Callbacks")),
      .paragraph([.text("The machine makes these calls, and promises something of some.")]),
    ]
    for (number, callback) in own.enumerated() { result += description(of: callback, ID(number)) }
    for id in foreign {
      result.append(.heading(Heading(3, [.code(machine[id].name)])))
      result.append(.list(promises(about: .call(id))))
    }
    return result
  }

  private func description(of callback: Callback, _ id: ID<Callback>) -> [Block] {
    var items = promises(about: .call(id))
    if callback.selectors != [callback.name], !callback.selectors.isEmpty {
      items.append(
        [.text("Elsewhere it is called ")] + callback.selectors.map { [.code($0)] }.listed("or") + [.text(".")])
    }
    if machine.channels.count > 1 {
      items.append([.text("It goes to "), .code(callback.channel), .text(".")])
    }
    return [.heading(heading(of: callback))] + paragraphs(callback.documentation.text)
      + list(items, citing: callback.documentation)
  }

  /// The events that the host sends, and those that the machine raises.
  var events: [Block] {
    let own = machine.declared.events
    guard !own.isEmpty else { return [] }
    var result: [Block] = [
      .heading(section("Events")),
      .paragraph([
        .text(
          "The host tells the machine what happens. It ignores what no active state has in its table or keeps for later."
        )
      ]),
    ]
    for (number, event) in own.enumerated() {
      let handlers = machine.declared.states.filter { state in state.on.contains { $0.event == ID(number) } }
      var items = promises(about: .event(ID(number)))
      if event.isInternal { items.append([.text("Only the machine itself raises it.")]) }
      if !handlers.isEmpty {
        let names = handlers.map { [$0.id == Machine.root ? Inline.text("every state") : reference(to: $0.id)] }
        items.append([.text("It does something in ")] + names.listed("and") + [.text(".")])
      }
      result.append(.heading(heading(of: event)))
      result += paragraphs(event.documentation.text)
      result += list(items, citing: event.documentation)
    }
    return result
  }

  /// The facts that decide, and the types of which they are.
  var fields: [Block] {
    let own = machine.declared.fields
    guard !own.isEmpty || !machine.types.isEmpty else { return [] }
    var result: [Block] = [.heading(section("Facts"))]
    if !own.isEmpty {
      result.append(.paragraph([.text("Conditions depend on these:")]))
      result.append(
        .table(head: ["Fact", "Values", "At first", "Who sets it", "What it is"], rows: own.map(cells)))
      result += own.flatMap { field in list([], citing: field.documentation) }
    }
    if !machine.types.isEmpty {
      result.append(
        .table(
          head: ["Type", "Cases", "What it is"],
          rows: machine.types.map { type in
            [[.code(type.name)], type.cases.map { [.code($0)] }.listed("or"), prose(type.documentation.text ?? "")]
          }))
    }
    return result
  }

  private func cells(of field: Field) -> [[Inline]] {
    let values: [Inline] =
      if let words = field.boundsInWords {
        prose(words)
      } else if case .cases(_, let names) = field.type {
        names.map { [.code($0)] }.listed("or")
      } else {
        [.code(field.type.text)]
      }
    let owner = field.isFixed ? "nothing, once it runs" : field.isPrivate ? "the machine" : "the host"
    return [
      [.code(field.name)], values, [.code("\(field.defaultValue)")], [.text(owner)],
      prose(field.documentation.text ?? ""),
    ]
  }

  /// The texts on which the machine rests.
  var sources: [Block] {
    guard !machine.sources.isEmpty else { return [] }
    return [.heading(section("Sources"))]
      + machine.sources.flatMap { source -> [Block] in
        let address = source.url.map { [Block.paragraph([.link([.text(site(of: $0))], address: $0)])] } ?? []
        return [.heading(heading(of: source))] + address + paragraphs(source.documentation.text)
          + paragraphs(source.note)
      }
  }

  /// Returns the host of an address of the web, and any other address as a whole.
  private func site(of address: String) -> String {
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else { return address }
    let parts = address.split(separator: "/", maxSplits: 2)
    return parts.count > 1 ? String(parts[1]) : address
  }
}
