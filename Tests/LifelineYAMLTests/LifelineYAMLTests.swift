import XCTest

final class LifelineYAMLTests: XCTestCase {
}
