import LifelineModel
import LifelineTemplating

/// An enum whose cases the spec lists.
struct EnumerationView: TemplateView {
  var doc: [String]
  var name: String
  var cases: [String]
  /// The names of the cases in Swift; none if they follow from the cases.
  var caseNames: [String] = []
  var selfType = "Self"

  static let keys: ViewKeys<Self> = [
    "doc": .texts(\.doc, "The lines of the documentation comment, with their slashes."),
    "name": .text(\.name, "The enum's name."),
    "rawType": .text({ SwiftText.rawType(caseCount: $0.cases.count) }, "The enum's raw type."),
    "caseLines": .texts({ CaseLines.lines(of: $0.caseViews.map(\.name)) }, "The lines that declare the cases."),
    "selfType": .text(\.selfType, "The enum's type, as its functions call it."),
    "cases": .list(\.caseViews, "The cases in the order of the spec."),
  ]

  private var caseViews: [EnumerationCaseView] {
    let names = caseNames.isEmpty ? cases.map(SwiftText.iterableCase) : caseNames
    return zip(cases, names).map { EnumerationCaseView(text: $0, name: $1) }
  }
}

/// A case that the spec lists.
struct EnumerationCaseView: TemplateView {
  var text: String
  var name: String

  static let keys: ViewKeys<Self> = [
    "name": .text(\.name, "The case's name."),
    "text": .text(\.text, "The case in the spec."),
  ]
}

extension DeclarationViews {
  /// Returns the types that the spec declares.
  func makeDeclaredTypes() -> [EnumerationView] {
    machine.types.map { type in
      let doc = documentation.lines(type.documentation)
      return EnumerationView(
        doc: doc.isEmpty ? ["/// The cases of `\(type.name)`."] : doc, name: SwiftText.identifier(type.name),
        cases: type.cases)
    }
  }
}
