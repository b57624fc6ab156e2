/// What generated files look like.
public enum BuiltInTemplates {
  /// The templates' texts by name.
  public static var texts: [String: String] {
    [
      "active": text(PackageResources.active_mustache),
      "armings": text(PackageResources.armings_mustache),
      "availability": text(PackageResources.availability_mustache),
      "delegate": text(PackageResources.delegate_mustache),
      "dispatch": text(PackageResources.dispatch_mustache),
      "handlers": text(PackageResources.handlers_mustache),
      "kept": text(PackageResources.kept_mustache),
      "machine": text(PackageResources.machine_mustache),
      "macrostep": text(PackageResources.macrostep_mustache),
      "microstep": text(PackageResources.microstep_mustache),
      "object": text(PackageResources.object_mustache),
      "paths": text(PackageResources.paths_mustache),
      "perform": text(PackageResources.perform_mustache),
      "persistence": text(PackageResources.persistence_mustache),
      "play": text(PackageResources.play_mustache),
      "reaction": text(PackageResources.reaction_mustache),
      "remainder": text(PackageResources.remainder_mustache),
      "resumption": text(PackageResources.resumption_mustache),
      "search": text(PackageResources.search_mustache),
      "selection": text(PackageResources.selection_mustache),
      "statement": text(PackageResources.statement_mustache),
      "step": text(PackageResources.step_mustache),
      "subject": text(PackageResources.subject_mustache),
      "tests": text(PackageResources.tests_mustache),
      "transition": text(PackageResources.transition_mustache),
    ]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
