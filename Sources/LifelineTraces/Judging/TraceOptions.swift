import LifelineAnalysis
import LifelineModel

/// The form of a log.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Lines of text, as `NSLog`, `os_log` and `log show` print them.
  case text
  /// A JSON object on each line.
  case ndjson
}

/// The way in which logs are held against a machine.
package struct TraceOptions: Sendable {
  /// The callbacks whose calls must all be in a log.
  package var owed: IDSet<Callback>
  /// The events that logs show.
  package var events = IDSet<Event>()
  /// The regular expression whose first group is the name of the event in a line of text; `nil` for the usual form.
  package var eventPattern: String?
  /// Whether logs show the states in which the machine is.
  package var showsStates = false
  /// The regular expression whose first group is the state in a line of text; `nil` for the usual form.
  package var statePattern: String?
  /// The regular expression whose first group is the call in a line of text; `nil` for one behind the prefix.
  package var callPattern: String?
  /// The member of objects, or the regular expression for lines of text, that tells sessions apart.
  package var key: String?
  /// The classes and objects that are parts of the machine.
  package var receivers: [(name: String, part: ID<Part>)] = []
  /// The values of fixed fields that the user gave.
  package var given: [FieldValue] = []
  /// Whether logs begin anywhere, and not at the start of the machine.
  package var beginsAnywhere = false
  /// Whether to find out for logs from anywhere if they show where the machine is.
  package var findsInconclusive = true
  /// The number of states of logs from the start that are compared with those of logs from anywhere.
  package var startLimit = LogsFromStart.limit
  /// The number of states of an observer after which most are forgotten.
  package var stateLimit = Observer.stateLimit
  /// The only session to judge; `nil` for all.
  package var only: String?
  /// Whether to stop at the first violation.
  package var stopsAtFirst = false
  /// Whether to keep the calls of the session, to tell them as a scenario.
  package var keepsCalls = false
  /// Whether to describe the first violation of each session, and not only those that are shown.
  package var describesAll = false
  /// Whether to draw a session.
  package var drawsSession = false
  /// Whether to record what the logs show of the machine.
  package var recordsCoverage = false
  /// The form of the logs; `nil` to look at the first character.
  package var format: LogFormat?

  /// Creates options for a machine whose `owed` callbacks are all logged.
  package init(owed: IDSet<Callback>) { self.owed = owed }
}
