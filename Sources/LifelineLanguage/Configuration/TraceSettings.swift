import LifelineSource

/// A log that is held against a spec, as `traces` in a configuration describes it.
package struct TraceFixture: Sendable {
  /// The path of the log, from the folder of the configuration.
  package var log: String
  /// The path of the spec, from the folder of the configuration.
  package var spec: String
  /// The place where the log was published.
  package var source: String?
  /// The way in which the log is held against the spec.
  package var settings = TraceSettings()
  /// The reason that the log violates the spec; `nil` for a log that the spec explains.
  package var violation: String?
  /// The range of the log's path.
  package var range: SourceRange
  /// The ranges of the keys.
  package var keyRanges: [String: SourceRange] = [:]
}

/// The way in which logs are held against a spec, in the words of a command line or of `traces`.
package struct TraceSettings: Sendable {
  /// The channels and callbacks whose calls must all be in a log; empty for those that the spec observes.
  package var observing: [String] = []
  /// The callbacks that nobody logs.
  package var without: [String] = []
  /// The events that are all in a log, each where the host has sent it, or `all`; empty for those that the spec observes.
  package var observingEvents: [String] = []
  /// The regular expression whose first group is the name of the event in a line of text; `nil` for the usual form.
  package var eventPattern: String?
  /// Whether a log shows the states in which the machine is.
  package var observesStates = false
  /// The regular expression whose first group is the state in a line of text; `nil` for the usual form.
  package var statePattern: String?
  /// The regular expression whose first group is the call in a line of text; `nil` for one behind the prefix.
  package var callPattern: String?
  /// The member of objects, or the regular expression for lines, that tells sessions apart.
  package var key: String?
  /// Values of fixed fields.
  package var given: [(field: String, value: String)] = []
  /// The classes and objects that are parts of the machine.
  package var receivers: [(part: String, name: String)] = []
  /// Whether logs may begin in any situation that the machine can be in.
  package var beginsAnywhere = false
  /// The key of the only session to judge; `nil` for all sessions.
  package var only: String?

  /// Creates the settings that apply if none are given.
  package init() {}
}
