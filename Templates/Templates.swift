/// What generated files look like.
package enum BuiltInTemplates {
  /// The templates' texts by name, in UTF-8.
  package static var texts: [String: [UInt8]] {
    [
      "always": PackageResources.always_mustache,
      "codable": PackageResources.codable_mustache,
      "context": PackageResources.context_mustache,
      "deferral": PackageResources.deferral_mustache,
      "delegate": PackageResources.delegate_mustache,
      "dispatch": PackageResources.dispatch_mustache,
      "events": PackageResources.events_mustache,
      "handlers": PackageResources.handlers_mustache,
      "kept": PackageResources.kept_mustache,
      "machine": PackageResources.machine_mustache,
      "macrostep": PackageResources.macrostep_mustache,
      "microstep": PackageResources.microstep_mustache,
      "object": PackageResources.object_mustache,
      "paths": PackageResources.paths_mustache,
      "perform": PackageResources.perform_mustache,
      "raised": PackageResources.raised_mustache,
      "reaction": PackageResources.reaction_mustache,
      "regions": PackageResources.regions_mustache,
      "remainder": PackageResources.remainder_mustache,
      "resumption": PackageResources.resumption_mustache,
      "search": PackageResources.search_mustache,
      "selection": PackageResources.selection_mustache,
      "settle": PackageResources.settle_mustache,
      "statement": PackageResources.statement_mustache,
      "states": PackageResources.states_mustache,
      "subject": PackageResources.subject_mustache,
      "tests": PackageResources.tests_mustache,
      "timers": PackageResources.timers_mustache,
      "transition": PackageResources.transition_mustache,
    ]
  }

  /// The code that generated tests use, without its imports, which are those of the tests.
  package static var play: String {
    let text = String(decoding: PackageResources.Play_swift, as: UTF8.self)
    return String(text.drop { $0 != "\n" }.drop { $0.isNewline })
  }
}
