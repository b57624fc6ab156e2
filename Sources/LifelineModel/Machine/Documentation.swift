import LifelineSource

/// The documentation of a part of a spec.
package struct Documentation: Hashable, Sendable {
  /// The text; lines end with `\n`.
  package var text: String?
  /// The references to sources that document the behavior of the part.
  package var citations: [Citation]

  /// Creates the documentation of a part.
  package init(text: String? = nil, citations: [Citation] = []) {
    self.text = text
    self.citations = citations
  }
}

/// A reference to a source or to a location in it.
package struct Citation: Hashable, Sendable {
  /// The source.
  package var source: ID<Source>
  /// The id of a claim, or another location in the source.
  package var location: String?
  /// The range of the citation in the spec.
  package var range: SourceRange

  /// Creates a reference to `location` in `source`.
  package init(source: ID<Source>, location: String?, range: SourceRange) {
    self.source = source
    self.location = location
    self.range = range
  }
}

/// A text that documents behavior.
package struct Source: Sendable {
  /// A statement in a source.
  package struct Claim: Hashable, Sendable {
    /// The name of the claim within its source.
    package var id: String
    /// The statement.
    package var text: String
    /// The range of the id in the spec.
    package var range: SourceRange

    /// Creates the claim `id`.
    package init(id: String, text: String, range: SourceRange) {
      self.id = id
      self.text = text
      self.range = range
    }
  }

  /// The name by which citations refer to the source.
  package var id: String
  /// The title.
  package var title: String?
  /// The address.
  package var url: String?
  /// A remark.
  package var note: String?
  /// The statements that citations can refer to.
  package var claims: [Claim]
  /// The documentation of the source in the spec.
  package var documentation: Documentation
  /// The range of the id in the spec.
  package var range: SourceRange

  /// Creates a source.
  package init(
    id: String, title: String?, url: String?, note: String?, claims: [Claim], documentation: Documentation,
    range: SourceRange
  ) {
    self.id = id
    self.title = title
    self.url = url
    self.note = note
    self.claims = claims
    self.documentation = documentation
    self.range = range
  }
}
