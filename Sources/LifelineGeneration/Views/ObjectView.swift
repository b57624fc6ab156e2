import LifelineModel
import LifelineTemplating

/// The class that holds a machine.
struct ObjectView: TemplateView {
  var name: String
  var availability: String
  var isObservable: Bool
  var observation: String
  var outcomeType: String
  var inputType: String
  var subscriberType: String
  var runnerType: String
  var properties: [ObjectPropertyView]
  var finished: String
  var beginningBeforeStart: [String]
  var beginFunction: [String]

  static let keys: ViewKeys<Self> = [
    "objectType": .text(\.name, "The class's name."),
    "objectAvailability": .text(\.availability, "The attribute of the class, or nothing."),
    "isObservable": .flag(\.isObservable, "Whether the class conforms to `Observable`."),
    "observation": .text(
      \.observation, "The module `Observation` with a dot, or nothing if the machine has the name of the module."),
    "outcomeType": .text(\.outcomeType, "The enum of what the object did with an event."),
    "inputType": .text(\.inputType, "The private enum of what waits for the machine."),
    "subscriberType": .text(\.subscriberType, "The private type of those who receive reactions."),
    "runnerType": .text(\.runnerType, "The type of the property `run`."),
    "properties": .list(\.properties, "The properties that observers can track."),
    "finished": .text(
      \.finished, "The condition under which a machine that has started is finished, or nothing if it never is."),
    "beginningBeforeStart": .texts(
      \.beginningBeforeStart, "The lines that store the fields and the parts of a machine that hasn't started."),
    "begins": .flag({ !$0.beginFunction.isEmpty }, "Whether the machine does something when it starts."),
    "beginFunction": .texts(\.beginFunction, "The lines of the function that starts a machine that was made before."),
  ]
}

/// A property of an object that observers can track.
struct ObjectPropertyView: TemplateView {
  var summary: String
  var name: String
  var type: String
  var value: String

  static let keys: ViewKeys<Self> = [
    "summary": .text(\.summary, "The summary of the property."),
    "property": .text(\.name, "The property."),
    "propertyType": .text(\.type, "The property's type."),
    "value": .text(\.value, "The property of the machine with a dot, or nothing for the machine itself."),
  ]
}

extension DeclarationViews {
  /// Returns the class that holds the machine.
  func makeObject(
    _ form: ObjectForm, _ printer: ProgramPrinter, starts: Bool
  ) -> ObjectView {
    ObjectView(
      name: names.object,
      availability: form == .observable
        ? "@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)" : isolatedAvailability,
      isObservable: form == .observable, observation: machine.name == "Observation" ? "" : "Observation.",
      outcomeType: nestedType("Outcome"), inputType: nestedType("Input"), subscriberType: nestedType("Subscriber"),
      runnerType: nestedType("Runner"), properties: objectProperties(printer, starts: starts),
      finished: finished, beginningBeforeStart: printer.beginningBeforeStart(), beginFunction: printer.beginFunction())
  }

  /// Returns the name of a type in the class, which must not hide a machine of its name.
  private func nestedType(_ name: String) -> String { machine.name == name ? "Object\(name)" : name }

  private func objectProperties(_ printer: ProgramPrinter, starts: Bool) -> [ObjectPropertyView] {
    let machineNote = starts || !context.ownParts.isEmpty ? " Before `start`, it hasn't entered any state." : ""
    var properties = [
      ObjectPropertyView(
        summary: "A copy of the machine, for reading, storing or continuing elsewhere.\(machineNote)", name: "machine",
        type: names.type, value: "")
    ]
    if layout.hasRegions {
      properties += makeRegions(printer).map { region in
        property(region.property, "\(region.type)\(region.isOptional ? "?" : "")", region.summary)
      }
    } else {
      properties.append(property("state", "State", "The active atomic state."))
    }
    properties += context.ownParts.map { part in
      ObjectPropertyView(
        summary: "The part `\(part.part.name)`.", name: part.property, type: part.type, value: ".\(part.property)")
    }
    if context.hasContext { properties.append(property("context", "Context", "The facts that guards read.")) }
    return properties
  }

  private func property(_ name: String, _ type: String, _ summary: String) -> ObjectPropertyView {
    ObjectPropertyView(summary: summary, name: name, type: "\(names.type).\(type)", value: ".\(name)")
  }

  /// The condition under which a machine that has started is finished, or nothing if it never is.
  private var finished: String {
    if machine[Machine.root].isParallel { return context.shape.canFinish ? "isFinished" : "" }
    return context.finals.map { "isActive(.\(names.anyStateCase($0)))" }.joined(separator: " || ")
  }
}
