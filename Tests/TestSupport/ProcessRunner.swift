import Foundation

/// The result of a process.
package struct ProcessResult: Sendable {
  /// The exit status, or the number of the signal that ended the process.
  package var status: Int32
  /// Whether a signal ended the process.
  package var wasEndedBySignal: Bool
  package var output: String
  package var errors: String
}

/// Runs a program to its end.
///
/// - Parameters:
///   - program: The path of the program, or its name if it's to be looked for.
///   - folder: The working folder.
///   - environment: The variables to set in addition to those of the tests.
///   - output: The file for the output, which isn't in the result then.
///   - errors: The file for the errors, which aren't in the result then.
///   - mergingErrors: Whether errors are written into the output.
///   - limit: The seconds after which the process is terminated.
package func execute(
  _ program: String, _ arguments: [String], in folder: URL, environment: [String: String] = [:],
  output outputFile: FileHandle? = nil, errors errorsFile: FileHandle? = nil, mergingErrors: Bool = false,
  limit: TimeInterval = 3_600
) throws -> ProcessResult {
  let process = Process()
  process.executableURL = URL(filePath: program.contains("/") ? program : "/usr/bin/env")
  process.arguments = program.contains("/") ? arguments : [program] + arguments
  process.currentDirectoryURL = folder
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardInput = FileHandle.nullDevice
  // The streams are files, because a full pipe that nobody reads would stop the process.
  let files = FileManager.default.temporaryDirectory.appending(path: "streams-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: files) }
  let output = files.appending(path: "output")
  let errors = files.appending(path: "errors")
  for file in [output, errors] { try Data().write(to: file) }
  let outputHandle = try outputFile ?? FileHandle(forWritingTo: output)
  process.standardOutput = outputHandle
  process.standardError = try mergingErrors ? outputHandle : errorsFile ?? FileHandle(forWritingTo: errors)

  try process.run()
  let watchdog = DispatchWorkItem { process.terminate() }
  DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watchdog)
  process.waitUntilExit()
  watchdog.cancel()
  return ProcessResult(
    status: process.terminationStatus, wasEndedBySignal: process.terminationReason == .uncaughtSignal,
    output: try text(of: output), errors: try text(of: errors))
}

/// Returns the text of a file.
package func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

/// The folder into which the build puts programs and test bundles.
package let buildFolder: URL = {
  final class Anchor {}
  let bundle = Bundle(for: Anchor.self).bundleURL
  let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  return folder.resolvingSymlinksInPath()
}()
