import LifelineLanguage
import LifelineModel
import LifelineSource

/// A spec that cannot be read.
package struct UnreadableSpec: Error, CustomStringConvertible {
  /// A description of the fault.
  package var description: String

  /// Creates the error with a description of the fault.
  package init(description: String) { self.description = description }
}

/// Returns the machine of a spec, which must have no diagnostics except suppressed ones.
package func machine(_ yaml: String, path: String = "Spec.yaml") throws -> Machine {
  let reading = SpecReader.read(bytes: Array(yaml.utf8), path: path)
  var filter = SuppressionFilter.prepare(reading.suppressions)
  let wanted = filter.wanted(reading.diagnostics)
  guard let machine = reading.machine, wanted.isEmpty else {
    let lines = wanted.map { diagnostic in
      let start = diagnostic.location.range?.start ?? .start
      return "\(start.line):\(start.column): \(diagnostic.message) [\(diagnostic.kind.code)]"
    }
    throw UnreadableSpec(description: lines.joined(separator: "\n"))
  }
  if let difference = schemaDifferences(of: yaml, reading.diagnostics).first {
    throw UnreadableSpec(description: difference)
  }
  return machine
}

/// Returns the differences between the diagnostics of a marked spec and the expected ones.
package func differences(inSpec marked: String, from expected: [String]) -> [String] {
  let marked = MarkedText(marked)
  let reading = SpecReader.read(bytes: Array(marked.text.utf8), path: "Spec.yaml")
  var filter = SuppressionFilter.prepare(reading.suppressions)
  return differences(of: filter.wanted(reading.diagnostics), from: expected, markedIn: marked)
    + schemaDifferences(of: marked.text, reading.diagnostics)
}

/// Returns a spec of switches, each in a region of its own, so that a machine of 20 has about a million configurations.
package func switchesSpec(_ count: Int) -> String {
  """
  lifeline: 1
  machine: Switches
  events: [\((0..<count).map { "e\($0)" }.joined(separator: ", "))]
  regions:
  \((0..<count).map { "  r\($0): {states: {a: {on: {e\($0): b}}, b: {on: {e\($0): a}}}}" }.joined(separator: "\n"))
  """
}

/// The spec at the head of the language's reference.
package let sampleSpec = """
  lifeline: 1
  machine: AppLifecycle
  doc: What UIKit tells an application's delegate as the app moves between its states.

  sources:
    delegate-messages: {title: UIApplication delegate messages, url: "http://example.org/messages"}

  context:
    exitsOnSuspend: {default: false, doc: UIApplicationExitsOnSuspend in Info.plist.}

  callbacks:
    willFinishLaunching: {selector: "application:willFinishLaunchingWithOptions:"}
    didFinishLaunching:  {selector: "application:didFinishLaunchingWithOptions:"}
    didBecomeActive:     {selector: "applicationDidBecomeActive:"}
    willResignActive:    {selector: "applicationWillResignActive:", needs: didBecomeActive}
    didEnterBackground:  {selector: "applicationDidEnterBackground:", needs: willResignActive}
    willEnterForeground: {selector: "applicationWillEnterForeground:"}
    willTerminate:       {selector: "applicationWillTerminate:"}

  events: [launch, pressHome, lock, interrupt, ignoreInterruption, open]

  initial: notRunning
  states:
    notRunning:
      on:
        launch: {to: inactive, do: [willFinishLaunching, didFinishLaunching, {raise: activate}]}
    foreground:
      states:
        inactive:
          on: {activate: active, ignoreInterruption: active}
        active:
          entry: didBecomeActive
          exit: willResignActive
          on:
            interrupt: inactive
            pressHome: &leave {to: background, do: didEnterBackground}
            lock: *leave
    background:
      always:
        - {if: exitsOnSuspend, to: notRunning, do: willTerminate}
      on:
        open: {to: inactive, do: [willEnterForeground, {raise: activate}]}

  scenarios:
    launched from the home screen:
      cites: delegate-messages DM1
      given: notRunning
      when:
        launch: [willFinishLaunching, didFinishLaunching, didBecomeActive]
        through: [inactive, active]
    pressing Home sends the app to the background:
      given: active
      when: {pressHome: [willResignActive, didEnterBackground]}
      then: background
    to the background and back:
      given: active
      when:
        - pressHome: [willResignActive, didEnterBackground]
          then: background
        - open: [willEnterForeground, didBecomeActive]
      then: active
    pressing Home ends an app that exits on suspend:
      given: {state: active, exitsOnSuspend: true}
      when: {pressHome: [willResignActive, didEnterBackground, willTerminate]}
      then: notRunning

  """
