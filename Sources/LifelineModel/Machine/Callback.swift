import LifelineSource

/// A call that the machine makes on its delegate.
package struct Callback: Sendable {
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
  /// The documentation of the callback.
  package var documentation: Documentation
  /// The range of the name in the spec.
  package var range: SourceRange

  /// Creates a callback.
  package init(
    name: String, selectors: [String] = [], channel: String = "delegate", channelRange: SourceRange? = nil,
    parameters: [Parameter] = [], documentation: Documentation = Documentation(), range: SourceRange
  ) {
    self.name = name
    self.selectors = selectors
    self.channel = channel
    self.channelRange = channelRange
    self.parameters = parameters
    self.documentation = documentation
    self.range = range
  }
}
