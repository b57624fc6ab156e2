import XCTest

final class LifelineExecutionTests: XCTestCase {
}
