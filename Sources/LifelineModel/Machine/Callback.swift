import LifelineSource

/// A call that the machine makes on its delegate.
package struct Callback: Sendable {
  /// A callback that must come before another.
  package struct Need: Hashable, Sendable {
    /// The callback that comes before.
    package var callback: ID<Callback>
    /// The range of its name in the spec.
    package var range: SourceRange

    /// Creates the need for `callback`.
    package init(callback: ID<Callback>, range: SourceRange) {
      self.callback = callback
      self.range = range
    }
  }

  /// A promise about a callback of a part that the containing machine's file makes, besides those of the part's own
  /// file.
  package struct CrossNeed: Sendable {
    /// The key under which the promise stands.
    package enum Kind: Sendable {
      /// One of the callbacks comes before each call, and after the previous call.
      case needs
      /// One of the callbacks comes at some time before each call.
      case onlyAfter
    }

    /// The kind of the promise.
    package var kind: Kind
    /// The callbacks of which one comes before.
    package var callbacks: [Need]
    /// The part whose file makes the promise; `nil` if that is the machine's own file.
    package var declaredIn: ID<Part>?
    /// The range of the callback's name in that file.
    package var range: SourceRange

    /// Creates a promise.
    package init(kind: Kind, callbacks: [Need], declaredIn: ID<Part>? = nil, range: SourceRange) {
      self.kind = kind
      self.callbacks = callbacks
      self.declaredIn = declaredIn
      self.range = range
    }
  }

  /// The name.
  package var name: String
  /// The names by which logs and documentation know the callback: several if its name has changed.
  package var selectors: [String]
  /// The name of the kind of listener that receives the callback.
  package var channel: String
  /// The range of that name in the spec; `nil` if it isn't written.
  package var channelRange: SourceRange?
  /// The parameters.
  package var parameters: [Parameter]
  /// The callbacks of which one comes before each call: after the previous call of this callback, or after the start.
  package var needs: [Need]
  /// The callbacks of which one comes at some time between the start and each call.
  package var onlyAfter: [Need]
  /// The promises about a callback of a part that files of the machines around it make.
  package var crossNeeds: [CrossNeed]
  /// The documentation of the callback.
  package var documentation: Documentation
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a callback.
  package init(
    name: String, selectors: [String] = [], channel: String = "delegate", channelRange: SourceRange? = nil,
    parameters: [Parameter] = [], needs: [Need] = [], onlyAfter: [Need] = [], crossNeeds: [CrossNeed] = [],
    documentation: Documentation = Documentation(), range: SourceRange
  ) {
    self.name = name
    self.selectors = selectors
    self.channel = channel
    self.channelRange = channelRange
    self.parameters = parameters
    self.needs = needs
    self.onlyAfter = onlyAfter
    self.crossNeeds = crossNeeds
    self.documentation = documentation
    self.range = range
  }
}
