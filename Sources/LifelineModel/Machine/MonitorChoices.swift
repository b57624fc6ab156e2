import LifelineSource

/// The facts that an app may tell a monitor when it makes one, as `observing` of a spec lists them.
package struct MonitorChoices: Sendable {
  /// Callbacks whose calls the monitor may not get.
  package struct Omission: Sendable {
    /// The name of a callback or a channel.
    package var name: String
    /// The callbacks that the name stands for.
    package var callbacks: IDSet<Callback>

    /// Creates an omission.
    package init(name: String, callbacks: IDSet<Callback>) {
      self.name = name
      self.callbacks = callbacks
    }
  }

  /// The greatest number of omissions.
  package static let omissionLimit = 8

  /// The fixed fields whose values may be given.
  package var fields: [ID<Field>]
  /// The callbacks and channels that may be left out.
  package var omissions: [Omission]
  /// The callbacks at which the monitor doesn't look.
  package var ignored: IDSet<Callback>
  /// Whether the monitor is told of arguments of calls.
  package var comparesArguments: Bool
  /// The range of the key that asks for it; `nil` if no spec does.
  package var argumentsRange: SourceRange?
  /// Whether a violation tells the shortest run that leads to where the machine was.
  package var tellsStories: Bool

  /// Creates choices, by default none.
  package init(
    fields: [ID<Field>] = [], omissions: [Omission] = [], ignored: IDSet<Callback> = IDSet(),
    comparesArguments: Bool = false, argumentsRange: SourceRange? = nil, tellsStories: Bool = false
  ) {
    self.ignored = ignored
    self.fields = fields
    self.omissions = omissions
    self.comparesArguments = comparesArguments
    self.argumentsRange = argumentsRange
    self.tellsStories = tellsStories
  }

  /// The callbacks that may be left out.
  package var omissibleCallbacks: IDSet<Callback> { omitted(by: (1 << omissions.count) - 1) }

  /// Returns the callbacks that some omissions leave out.
  /// - Parameter mask: A bit for each omission, the lowest for the first.
  package func omitted(by mask: Int) -> IDSet<Callback> {
    omissions.enumerated().reduce(into: IDSet()) { result, omission in
      if mask >> omission.offset & 1 == 1 { result.formUnion(omission.element.callbacks) }
    }
  }
}
