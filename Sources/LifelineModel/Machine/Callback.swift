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

  /// The name.
  package var name: String
  /// The name by which logs and documentation know the callback.
  package var selector: String?
  /// The name of the kind of listener that receives the callback.
  package var channel: String
  /// The parameters.
  package var parameters: [Parameter]
  /// The callbacks of which one comes before each call: after the previous call of this callback, or after the start.
  package var needs: [Need]
  /// The callbacks of which one comes at some time between the start and each call.
  package var onlyAfter: [Need]
  /// The documentation of the callback.
  package var documentation: Documentation
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a callback.
  package init(
    name: String, selector: String? = nil, channel: String = "delegate", parameters: [Parameter] = [],
    needs: [Need] = [], onlyAfter: [Need] = [], documentation: Documentation = Documentation(), range: SourceRange
  ) {
    self.name = name
    self.selector = selector
    self.channel = channel
    self.parameters = parameters
    self.needs = needs
    self.onlyAfter = onlyAfter
    self.documentation = documentation
    self.range = range
  }
}
