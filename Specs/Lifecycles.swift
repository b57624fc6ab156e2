/// The documented life cycles.
enum Lifecycles {}
