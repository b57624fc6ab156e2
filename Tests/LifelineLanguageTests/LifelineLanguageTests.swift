import XCTest

final class LifelineLanguageTests: XCTestCase {
}
