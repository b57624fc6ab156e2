import LifelineModel

/// A picture of the states and transitions of a machine: boxes and arrows that have no places and sizes yet.
package struct StateDiagram: Hashable, Sendable {
  /// The name of the machine.
  package var title: String
  /// The box of the machine, followed by those of its parts.
  package var roots: [Box]
  /// The bars at which arrows to several boxes part, each with the box that it lies in.
  package var forks: [Fork]
  /// The arrows, with at most one from a box to another.
  package var arrows: [Arrow]

  /// A place for the end of an arrow.
  package enum Place: Hashable, Sendable {
    /// A state, by its path. The root of the machine has none, and the root of a part has the part's name.
    case state(String)
    /// The point at which the states inside a state begin.
    case beginning(of: String)
    /// The inside of a state: an arrow from here belongs to the state, and leads to a state in it.
    case inside(String)
    /// The bar of a number at which an arrow parts.
    case fork(Int)
  }

  /// A state with what lies in it.
  package struct Box: Hashable, Sendable {
    /// The kind of a state in a picture.
    package enum Kind: Hashable, Sendable {
      case atomic
      case final
      case compound
      case parallel
      case history(State.History)
    }

    /// The path of the state; empty for the root of the machine.
    package var path: String
    /// The kind of the state.
    package var kind: Kind
    /// The name that people read.
    package var title: String
    /// The things that happen without a change of the state: entries and exits, transitions that stay, and deferred events. Each has
    /// one or more lines.
    package var items: [[String]] = []
    /// The boxes inside.
    package var children: [Box] = []

    /// The lines of all items.
    package var lines: [String] { items.flatMap(\.self) }
    /// Whether the box has others inside.
    package var isCluster: Bool { kind == .compound || kind == .parallel }
  }

  /// A bar at which an arrow to several boxes parts.
  package struct Fork: Hashable, Sendable {
    /// The number of the bar, from 0.
    package var number: Int
    /// The path of the innermost box that the bar lies in; `nil` if it lies beside the box of the machine.
    package var container: String?
  }

  /// An arrow between two places.
  package struct Arrow: Hashable, Sendable {
    /// The place where the arrow begins.
    package var source: Place
    /// The place where it ends.
    package var target: Place
    /// The texts of the transitions that lead along the arrow.
    package var labels: [TransitionLabel]

    /// The lines of the arrow's label.
    package var lines: [String] { labels.flatMap(\.lines) }
  }
}
