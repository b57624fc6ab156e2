import Foundation
import MediaPlayer

let screen = Screen(load: { _ in try? await Task.sleep(for: .milliseconds(300)) }, print: { print($0) })
let time = Task { await screen.run() }
let lines = AsyncStream { continuation in
  // A thread of its own may wait for the next line.
  Thread.detachNewThread {
    while let line = readLine() { continuation.yield(line) }
    continuation.finish()
  }
}
for await line in lines where !screen.type(line) {
  print("nothing happens; the words are toggle, next, tap, call and hang up")
}
time.cancel()
