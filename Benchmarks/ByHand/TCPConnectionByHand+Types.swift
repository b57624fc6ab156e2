/// What the machine written by hand is told, knows and calls.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TCPConnectionByHand {
  /// The atomic states.
  public enum State: UInt8, Hashable, Sendable {
    case closed, listen, synSent, synReceived, established, finWait1, finWait2, closeWait, closing, lastAck, timeWait
  }

  /// The events.
  public enum Event: Hashable, Sendable {
    case openPassive
    case openActive
    case send
    case receive
    case close
    case abort
    case receiveOutOfWindow(rst: Bool)
    case receiveRST(exact: Bool)
    case receiveBadACK
    case receiveSYN
    case receiveSYNACK
    case receiveACK
    case receiveACKOfSend
    case receiveACKOfFIN
    case receiveText
    case receiveFIN
    case retransmissionTimeout
    case textTimesOut
  }

  /// The callbacks.
  public enum Callback: Hashable, Sendable {
    case sendSYN, sendSYNACK, sendACK, sendText, sendFIN, sendRST, retransmit
    case connectionOpened, connectionClosing, connectionReset, connectionRefused, connectionTimedOut, deliverText
    case sendOK, closeOK, abortOK
    case errorDoesNotExist, errorAlreadyExists, errorRemoteUnspecified, errorConnectionClosing, errorClosing
    case errorReset
  }

  /// The facts that guards read.
  public struct Context: Hashable, Sendable {
    /// The way into SYN-RECEIVED.
    public enum Opened: UInt8, Hashable, Sendable {
      case actively, passively, anew
    }

    /// Whether OPEN names the peer.
    public var remoteSpecified = true
    /// The time to wait for an acknowledgment.
    public var userTimeout = Duration.seconds(300)
    /// Whether there is text to fetch.
    public var textWaiting = false
    /// Whether SENDs or RECEIVEs have no answer yet.
    public var callsOutstanding = false
    /// The duration of TIME-WAIT.
    public var twoMSL = Duration.seconds(240)
    /// Whether RFC 5961 is followed.
    public var challengesACK = true
    /// Whether TIME-WAIT accepts a SYN.
    public var reopens = false
    /// Whether CLOSE ends the reading, too.
    public var halfDuplex = false
    /// The way into SYN-RECEIVED.
    public var opened = Opened.actively
    /// Whether there is text to send.
    public var textQueued = false
    /// Whether there is a CLOSE after it.
    public var closeQueued = false

    /// Creates the default facts.
    public init() {}
  }
}
