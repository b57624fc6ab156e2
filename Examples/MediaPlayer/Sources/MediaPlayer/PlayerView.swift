/// Returns the picture of a player, in text. Like the body of a SwiftUI view, it only reads.
@MainActor func view(of player: PlayerObject) -> String {
  let track = "track \(player.context.track) of \(player.context.tracks)"
  let picture =
    switch player.playback {
    case .stopped, nil: "■ stopped"
    case .loading: "… \(track)"
    case .playing: "▶ \(track)"
    case .paused: "‖ \(track)"
    case .interrupted: "☎ \(track)"
    }
  // The other region decides on its own whether there are buttons.
  return player.controls == .visible ? "\(picture)   [toggle] [next]" : picture
}
