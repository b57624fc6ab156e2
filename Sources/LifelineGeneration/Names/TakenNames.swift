/// The names that generated code uses itself inside a machine and inside the object that holds it.
enum TakenNames {
  /// The types inside a generated machine.
  static let types: Set<String> = [
    "State", "AnyState", "Event", "Callback", "CallbackName", "Context", "Reaction", "InternalEvent", "Macrostep",
    "LookupResult", "DeferredEvents", "Extent", "Paths", "CodingKeys", "Machine", "StoredContext",
  ]

  /// The additional types inside a generated machine with regions.
  static let typesWithRegions: Set<String> = ["ConfigurationError", "Transition", "SelectedTransitions"]

  /// Returns whether a type inside a machine with a name hides the machine from the types inside it.
  static func hidesMachine(named name: String) -> Bool {
    name == "Cause" || name != "Machine" && (types.contains(name) || typesWithRegions.contains(name))
  }

  /// The properties and functions of machines and their objects, and the local names in functions that read the state
  /// of a region.
  static let members: Set<String> = [
    // Machines
    "activePaths", "advance", "contains", "context", "deferEvent", "deferredEvents", "defers",
    "dropPending", "elapseDueTimer", "elapseNextTimer", "encode", "extent", "finishMacrostep", "finishTurn",
    "followPart", "handle", "hash", "hashValue", "init", "isActive", "isFinished", "machine", "parallel", "pass",
    "passOn", "perform", "recallDeferredEvents", "regions", "self", "send", "setPosition", "setPositions", "settle",
    "start", "state", "stateOfDueTimer", "states", "storedContext", "take", "tell", "timeUntilNextTimer",
    // Objects
    "addedTime", "catchUp", "changes", "currentMachine", "elapseTimer", "elapsedTime", "handleWaiting",
    "hasEarlyInputs", "hasFinished", "hasStarted", "nextWakingTime", "notifyListeners", "observationRegistrar",
    "onChange", "onIgnored", "passElapsedTime", "passedTime", "prepareRest", "react", "receiveCall", "run",
    "showMachine", "subscribers", "updateContext", "updateWakingTime", "waitingInputs", "waitingRunners", "wakeRunner",
    "wakingTime",
    // Local names
    "before", "call", "event", "index", "internalEvent", "isDeferred", "macrostep", "parallels", "selected",
    "transition",
  ]

  /// The names beside parts: cases of enums with a case for each part, and properties of these enums.
  static let besideParts: Set<String> = ["contextUpdate", "name", "resumingIn", "positionedIn", "timer"]

  /// The beginnings of the names of private functions and properties. A capital letter, a digit or `_` follows.
  static let memberPrefixes = [
    "begin", "enter", "exit", "initial", "is", "leave", "perform", "remember", "remembered", "resume", "take",
    "timerOf",
  ]

  /// Words that mean something to Swift behind a dot or in the place of a type, and the modules that generated code names.
  static let words: Set<String> = ["Any", "Observation", "Protocol", "Self", "Swift", "Type", "_Concurrency"]

  /// Returns whether a property would have a name that begins like those of private functions and properties.
  static func hasPrefixOfMembers(_ property: String) -> Bool {
    memberPrefixes.contains { prefix in
      property.hasPrefix(prefix) && property.dropFirst(prefix.count).first.map { !$0.isLowercase } ?? false
    }
  }
}
