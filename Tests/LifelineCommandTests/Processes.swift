import Foundation
import XCTest

/// The results of a process.
struct ProcessResult {
  var status: Int32
  var output: String
  var errors: String
}

/// Runs a program to its end, and terminates it after `limit` seconds.
func execute(
  _ program: URL, _ arguments: [String], in folder: URL, environment: [String: String] = [:],
  output outputFile: FileHandle? = nil, errors errorsFile: FileHandle? = nil, limit: TimeInterval = 30
) throws -> ProcessResult {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardInput = FileHandle.nullDevice
  // A process would block if it wrote more to a pipe than the pipe holds.
  let streams = FileManager.default.temporaryDirectory.appending(path: "streams-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: streams) }
  let output = streams.appending(path: "output")
  let errors = streams.appending(path: "errors")
  for file in [output, errors] { try Data().write(to: file) }
  process.standardOutput = try outputFile ?? FileHandle(forWritingTo: output)
  process.standardError = try errorsFile ?? FileHandle(forWritingTo: errors)

  try process.run()
  let watchdog = DispatchWorkItem { process.terminate() }
  DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watchdog)
  process.waitUntilExit()
  watchdog.cancel()
  XCTAssertEqual(process.terminationReason, .exit, "\(program.lastPathComponent) was ended by a signal")
  return ProcessResult(
    status: process.terminationStatus, output: try text(of: output), errors: try text(of: errors))
}

/// Returns the text of a file.
func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

/// The folder of the build's executables and of the test bundle.
let buildFolder: URL = {
  final class Anchor {}
  let bundle = Bundle(for: Anchor.self).bundleURL
  let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  return folder.resolvingSymlinksInPath()
}()

/// The root of the package under test.
let packageRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
