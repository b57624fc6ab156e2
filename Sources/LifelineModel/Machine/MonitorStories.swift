/// The shortest runs of a machine that lead to the states of its monitor, as a tree: runs that begin alike share their first steps.
package struct MonitorStories: Hashable, Sendable {
  /// The last step of a run.
  package struct Step: Hashable, Sendable {
    /// The number of the step before it.
    package var previous: Int
    /// The number of the text that says what the host does; the empty text for a start to which nothing is told.
    package var cause: Int
    /// The number of the text that names the active states afterwards.
    package var states: Int

    /// Creates a step.
    package init(previous: Int, cause: Int, states: Int) {
      self.previous = previous
      self.cause = cause
      self.states = states
    }
  }

  /// The number of the step that stands for no step at all: the machine hasn't started.
  package static let nothing = 0
  /// The number of the step that stands for any run.
  package static let anything = 1

  /// The steps. The first two stand for no step and for any run.
  package var steps: [Step]
  /// The texts, each once. The first one is empty.
  package var texts: [String]
  /// The last step of the run to each state, for one combination of choices after the other.
  package var ends: [Int]

  /// The greatest number of ends.
  package static let endLimit = 65_536
  /// The greatest number of steps.
  package static let stepLimit = 1 << 18

  /// Creates stories.
  package init(steps: [Step], texts: [String], ends: [Int]) {
    self.steps = steps
    self.texts = texts
    self.ends = ends
  }
}
