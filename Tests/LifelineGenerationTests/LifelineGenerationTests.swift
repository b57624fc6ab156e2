import XCTest

final class LifelineGenerationTests: XCTestCase {
}
