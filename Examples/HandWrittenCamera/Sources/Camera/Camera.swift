/// A receiver of the messages of a camera.
public protocol CameraDelegate: AnyObject {
  /// The session is about to run.
  func cameraWillStart(_ camera: Camera)
  /// The session runs.
  func cameraDidStart(_ camera: Camera)
  /// The camera records from now on.
  func cameraDidBeginRecording(_ camera: Camera)
  /// The recording is complete and can be used.
  func cameraDidFinishRecording(_ camera: Camera)
  /// The session runs no longer.
  func cameraDidStop(_ camera: Camera)
}

/// A camera as somebody wrote it by hand.
public final class Camera {
  /// The object that gets all calls.
  public weak var delegate: (any CameraDelegate)?

  /// Whether the session runs.
  public private(set) var isRunning = false

  /// Whether something is being recorded.
  public private(set) var isRecording = false

  /// Creates a camera that is off.
  public init() {}

  /// Turns the camera on.
  public func start() {
    guard !isRunning else { return }
    delegate?.cameraWillStart(self)
    isRunning = true
    delegate?.cameraDidStart(self)
  }

  /// Begins to record.
  public func record() {
    guard isRunning, !isRecording else { return }
    isRecording = true
    delegate?.cameraDidBeginRecording(self)
  }

  /// Ends the recording.
  public func endRecording() { finishRecording() }

  /// Turns the camera off; what is being recorded ends with it.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    delegate?.cameraDidStop(self)
    finishRecording()
  }

  private func finishRecording() {
    guard isRecording else { return }
    isRecording = false
    delegate?.cameraDidFinishRecording(self)
  }
}
