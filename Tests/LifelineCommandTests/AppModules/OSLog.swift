// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's module `OSLog` that the documentation uses, for machines that don't have it.

import Foundation

public class OSLogPosition {}

public class OSLogEntry {
  public var composedMessage: String { "" }
  public var date: Date { Date() }
}

public class OSLogEntryLog: OSLogEntry {
  public var category: String { "" }
}

public class OSLogStore {
  public enum Scope { case currentProcessIdentifier }

  public init(scope: Scope) throws {}
  public func position(timeIntervalSinceLatestBoot interval: TimeInterval) -> OSLogPosition { OSLogPosition() }
  public func getEntries(at position: OSLogPosition? = nil) throws -> AnySequence<OSLogEntry> { AnySequence([]) }
}
