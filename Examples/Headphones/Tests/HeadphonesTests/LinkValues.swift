import Foundation

/// The headphones that the scenarios name. The language doesn't know the type, so the generated tests read them from here.
enum LinkValues {
  static let white = UUID()
  static let black = UUID()
}
