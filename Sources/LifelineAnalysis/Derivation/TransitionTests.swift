import LifelineModel

extension Exploration {
  /// Returns the shortest tests that take some transitions, in their order, each with its transition.
  ///
  /// There is no test of a transition that can't be taken, or that needs a value of which no scenario has one. Nor is there any
  /// test if the exploration is incomplete.
  package func deriveTests(taking transitions: [Transition]) -> [(transition: Transition, test: DerivedTest)] {
    guard isComplete, !environment.values.containNaN else { return [] }
    var derivation = Derivation(self, limits: DerivationLimits())
    return transitions.compactMap { transition in
      guard let occurrence = taken[transition.id.index] else { return nil }
      let count = derivation.result.tests.count
      derivation.addTest(of: occurrence, about: transition.source, at: transition.range)
      let tests = derivation.result.tests
      return tests.count > count ? (transition, tests[count]) : nil
    }
  }
}
