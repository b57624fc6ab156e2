import LifelineModel

/// A question of a simulated run that has no answer yet.
struct OpenAnswers {
  var promise: Promise
  /// The time of the question, in milliseconds since the beginning; `nil` if that isn't known.
  var askedAt: Int?
  /// Whether more time has passed than the answer may take.
  var isLate: Bool
}
