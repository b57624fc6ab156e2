import Camera

/// The camera as the generated tests drive it.
final class CameraUnderTest: CameraLifecycleSubject {
  private let camera = Camera()
  private let recorder = Recorder()

  var calls: [CameraLifecycle.Callback] { recorder.calls }

  init(given: CameraLifecycleGiven) throws {
    camera.delegate = recorder
    if isAsked(.running) { camera.start() }
    if isAsked(.recording) { camera.record() }

    func isAsked(_ state: CameraLifecycle.AnyState) -> Bool {
      given.states.contains { $0 == state || state == .running && $0 != .off }
    }
  }

  func send(_ event: CameraLifecycle.Event) -> Bool? {
    switch event {
    case .turnOn: camera.start()
    case .record: camera.record()
    case .endRecording: camera.endRecording()
    case .turnOff: camera.stop()
    }
    // The camera does not say whether it did anything.
    return nil
  }

  func isActive(_ state: CameraLifecycle.AnyState) -> Bool? {
    switch state {
    case .off: !camera.isRunning
    case .running: camera.isRunning
    case .ready: camera.isRunning && !camera.isRecording
    case .recording: camera.isRecording
    }
  }
}

/// Writes down what the camera tells.
private final class Recorder: CameraDelegate {
  private(set) var calls: [CameraLifecycle.Callback] = []

  func cameraWillStart(_ camera: Camera) { calls.append(.willStart) }
  func cameraDidStart(_ camera: Camera) { calls.append(.didStart) }
  func cameraDidBeginRecording(_ camera: Camera) { calls.append(.didBeginRecording) }
  func cameraDidFinishRecording(_ camera: Camera) { calls.append(.didFinishRecording) }
  func cameraDidStop(_ camera: Camera) { calls.append(.didStop) }
}
