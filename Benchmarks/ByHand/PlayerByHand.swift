/// `Player` written by hand: a property for each region, and a switch over the events that reads the regions which
/// handle them.
public struct PlayerByHand: Hashable, Sendable {
  /// The events.
  public enum Event: Hashable, Sendable {
    case play, pause, scan, stop, interrupt, resume, toggleMute, open, opened, lost
  }

  /// The callbacks.
  public enum Callback: Hashable, Sendable {
    case openSession, closeSession, startClock, stopClock, showPoster, startScan, stopScan
    case unmute, mute, duck
    case showBadge, hideBadge, connect, disconnect, fetch
    case beep
  }

  private enum Playback: UInt8 {
    case stopped, playing, paused, scanning, interrupted
  }

  private enum Sound: UInt8 {
    case audible, muted, ducked
  }

  private enum Network: UInt8 {
    case offline, connecting, online
  }

  private var playback = Playback.stopped
  /// The film's state when it was last exited.
  private var film = Playback.playing
  private var sound = Sound.audible
  private var network = Network.offline

  /// Starts the machine.
  public init(calling call: (Callback) -> Void) {
    call(.showPoster)
    call(.unmute)
  }

  /// Sends an event.
  ///
  /// - Returns: Whether the machine handles the event.
  @discardableResult
  public mutating func handle(_ event: Event, calling call: (Callback) -> Void) -> Bool {
    switch event {
    case .play:
      let isOnline = network == .online
      switch playback {
      case .stopped:
        if isOnline { call(.fetch) }
        call(.openSession)
      case .paused:
        if isOnline { call(.fetch) }
      case .scanning:
        call(.stopScan)
        if isOnline { call(.fetch) }
      case .playing, .interrupted:
        if isOnline { call(.fetch) }
        return isOnline
      }
      playback = .playing
      call(.startClock)
    case .pause:
      switch playback {
      case .playing: call(.stopClock)
      case .scanning: call(.stopScan)
      default: return false
      }
      playback = .paused
    case .scan:
      switch playback {
      case .playing: call(.stopClock)
      case .paused: break
      default: return false
      }
      playback = .scanning
      call(.startScan)
    case .stop:
      switch playback {
      case .playing, .paused, .scanning: leaveFilm(call)
      case .interrupted: break
      case .stopped: return false
      }
      playback = .stopped
      call(.showPoster)
    case .interrupt:
      var isTaken = false
      switch playback {
      case .playing, .paused, .scanning:
        leaveFilm(call)
        playback = .interrupted
        isTaken = true
      default: break
      }
      if sound == .audible {
        sound = .ducked
        call(.duck)
        isTaken = true
      }
      return isTaken
    case .resume:
      var isTaken = false
      if playback == .interrupted {
        call(.openSession)
        playback = film
        switch film {
        case .playing: call(.startClock)
        case .scanning: call(.startScan)
        default: break
        }
        isTaken = true
      }
      if sound == .ducked {
        sound = .audible
        call(.unmute)
        isTaken = true
      }
      return isTaken
    case .toggleMute:
      switch sound {
      case .audible:
        sound = .muted
        call(.mute)
      case .muted:
        sound = .audible
        call(.unmute)
      case .ducked:
        call(.beep)
      }
    case .open:
      guard network == .offline else { return false }
      network = .connecting
      call(.connect)
    case .opened:
      guard network == .connecting else { return false }
      network = .online
      call(.showBadge)
    case .lost:
      switch network {
      case .offline:
        return false
      case .connecting:
        network = .offline
      case .online:
        call(.hideBadge)
        call(.disconnect)
        network = .connecting
        call(.connect)
      }
    }
    return true
  }

  private mutating func leaveFilm(_ call: (Callback) -> Void) {
    film = playback
    switch playback {
    case .playing: call(.stopClock)
    case .scanning: call(.stopScan)
    default: break
    }
    call(.closeSession)
  }
}
