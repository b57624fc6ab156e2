import LifelineModel

/// The members of a class that show the machine, and tell listeners and observers what it does.
extension ObjectDeclaration {
  /// The members that tell what happened.
  var listening: Declaration {
    let registrar: Declaration = "private let observationRegistrar = \(observation)ObservationRegistrar()"
    let groups = [["#if !hasFeature(Embedded)", registrar, "#endif"], [showing]]
    return Declaration(documentation: [], head: "", body: .inset([[subscribers]] + (isObservable ? groups : [])))
  }

  private var subscribers: Declaration {
    Declaration(
      "Each passes what the machine did to a stream, or ends it for `nil`, and returns whether somebody still listens.",
      head: "private var subscribers: [@Sendable (\(type).Reaction?) -> Swift.Bool] = []")
  }

  /// The function that returns a stream.
  var changes: Declaration {
    let end = finished == nil ? "gone" : "gone or the machine is finished"
    let reactions = "_Concurrency.AsyncStream<\(type).Reaction>"
    let stopping: [Statement] = [
      .if("\(isOver ?? "")", then: ["continuation.finish()", .return("stream")], else: [])
    ]
    return Declaration(
      "Returns what the machine does from now on, each time to a new subscriber. The stream ends when the object is",
      "\(end), and doesn't hold the object.",
      attribute: hasStreams ? nil : "@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)", isPublic: true,
      head: """
        func changes(
          bufferingPolicy: \(reactions).Continuation.BufferingPolicy = .unbounded
        ) -> \(reactions)
        """,
      body: [
        """
        let (stream, continuation) = _Concurrency.AsyncStream.makeStream(of: \(type).Reaction.self, bufferingPolicy: \
        bufferingPolicy)
        """
      ] + (finished == nil ? [] : stopping) + [
        .closure(
          "subscribers.append", parameters: "reaction",
          [
            "if let reaction, case .terminated = continuation.yield(reaction) { return false }",
            "if reaction == nil { continuation.finish() }", .return("reaction != nil"),
          ]), .return("stream"),
      ])
  }

  /// Whether the class is available only where streams are.
  private var hasStreams: Bool { isObservable || !context.availability.isEmpty }

  private var showing: Declaration {
    func telling(_ event: String) -> [Statement] {
      properties.map { property in
        let change = "old\(property.value) != next\(property.value)"
        return "if \(change) { observationRegistrar.\(event)(self, keyPath: \\\(name).\(property.name)) }"
      }
    }
    let show: Statement = "currentMachine = next"
    return Declaration(
      "Replaces the machine, and tells observers which properties change.",
      head: "private func showMachine(_ next: \(type))",
      body: ["#if !hasFeature(Embedded)", .constant("old", "currentMachine")] + telling("willSet") + [show]
        + telling("didSet") + ["#else", show, "#endif"])
  }

  // MARK: - Properties

  /// The functions and properties with which hosts read the machine.
  var reading: Declaration {
    let states = Declaration(
      "The active atomic states, in document order.", isPublic: true, head: "var states: [\(type).AnyState]",
      body: readingRegions + [.return("currentMachine.states")])
    let isActive = Declaration(
      "Whether `state` is active.", isPublic: true,
      head: "func isActive(_ state: \(type).AnyState) -> Swift.Bool",
      body: readingRegions + [.return("currentMachine.isActive(state)")])
    return Declaration(
      documentation: [], head: "",
      body: .inset(
        properties.map { [declare($0)] } + (context.layout.hasRegions ? [[states]] : []) + [[isActive]]))
  }

  /// The statements by which observers of something that depends on the states learn of its changes.
  private var readingRegions: [Statement] {
    guard isObservable else { return [] }
    return context.layout.hasRegions
      ? context.names.regions.regions.map { "_ = self.\($0.property)" } : ["_ = self.state"]
  }

  private func declare(_ property: ObjectProperty) -> Declaration {
    let access: Statement = "observationRegistrar.access(self, keyPath: \\\(name).\(property.name))"
    return Declaration(
      property.summary, isPublic: true, head: "var \(property.name): \(property.type)",
      body: unlessEmbedded(isObservable ? [access] : []) + [.return("currentMachine\(property.value)")])
  }

  /// The properties that observers can track.
  private var properties: [ObjectProperty] {
    let isBare = machine.program.starts || !context.ownParts.isEmpty
    let note = isBare ? " Before `start`, it hasn't entered any state." : ""
    var properties = [
      ObjectProperty(
        summary: "A copy of the machine, for reading, storing or continuing elsewhere.\(note)", name: "machine",
        type: type, value: "")
    ]
    if context.layout.hasRegions {
      properties += context.names.regions.regions.enumerated().map { index, region in
        let isOptional = context.layout.regions[index].root != Machine.root
        return property(region.property, region.type + (isOptional ? "?" : ""), context.documentation(ofRegion: index))
      }
    } else {
      properties.append(property("state", "State", "The active atomic state."))
    }
    properties += context.ownParts.map { part in
      ObjectProperty(
        summary: "The part `\(part.part.name)`.", name: part.property, type: part.type, value: ".\(part.property)")
    }
    if context.hasContext { properties.append(property("context", "Context", "The facts that guards read.")) }
    return properties
  }

  private func property(_ name: String, _ ownType: String, _ summary: String) -> ObjectProperty {
    ObjectProperty(summary: summary, name: name, type: "\(type).\(ownType)", value: ".\(name)")
  }
}

/// A property of an object that observers can track.
private struct ObjectProperty {
  var summary: String
  var name: String
  var type: String
  /// The property of the machine with a dot, or nothing for the machine itself.
  var value: String
}
