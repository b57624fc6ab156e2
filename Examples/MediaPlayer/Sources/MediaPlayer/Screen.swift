import Observation

/// A screen that prints the player, and prints it again when something changes that it shows.
@MainActor package final class Screen {
  private let player: PlayerObject
  private let load: @MainActor (Int) async -> Void
  private let print: (String) -> Void

  /// Starts a player.
  /// - Parameters:
  ///   - tracks: The number of tracks, from 1 to 6.
  ///   - load: Loads a track, which takes a while.
  ///   - print: Prints a line.
  package init(
    tracks: Int = 3, load: @escaping @MainActor (Int) async -> Void, print: @escaping (String) -> Void
  ) {
    self.load = load
    self.print = print
    player = PlayerObject(context: Player.Context(tracks: tracks))
    player.start { [weak self] callback in self?.perform(callback) }
    draw()
  }

  /// Sends the event that a word means, such as `toggle`. Returns whether the player could do something with it.
  @discardableResult
  package func type(_ word: String) -> Bool {
    switch word {
    case "toggle": player.handle(.toggle) != .ignored
    case "next": player.handle(.next) != .ignored
    case "tap": player.handle(.tap) != .ignored
    case "call": player.handle(.interrupt) != .ignored
    case "hang up": player.handle(.resume) != .ignored
    default: false
    }
  }

  /// Lets time pass until the task is cancelled.
  package func run(clock: some Clock<Duration> = .continuous) async { await player.run(clock: clock) }

  /// Does what SwiftUI does with a view: remembers what is read, and draws again after a change of it.
  private func draw() {
    let picture = withObservationTracking {
      view(of: player)
    } onChange: { [weak self] in
      // The change is about to be made, and others may follow.
      Task { @MainActor in self?.draw() }
    }
    print(picture)
  }

  /// Plays the sound. This player has none, and says so.
  private func perform(_ callback: Player.Callback) {
    switch callback {
    case .load(let track):
      print("(loads track \(track))")
      Task { [weak self, load] in
        await load(track)
        self?.player.handle(.loaded(number: track))
      }
    case .startSound: print("(the sound begins)")
    case .stopSound: print("(the sound ends)")
    }
  }
}
