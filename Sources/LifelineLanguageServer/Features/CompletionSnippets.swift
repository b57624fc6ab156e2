/// Texts to put below a key, for editors that let people fill in a text place by place.
enum KeySnippet {
  private static let bodies = [
    "callbacks": "\n  ${1:didOpen}:\n    doc: ${2:It is open.}",
    "context": "\n  ${1:isLocked}: ${2:false}",
    "states": "\n  ${1:closed}:\n    on: {${2:open}: ${3:opened}}\n  ${3:opened}:\n    on: {${4:close}: ${1:closed}}",
    "on": "\n  ${1:event}: {to: ${2:state}}",
    "after": "\n  ${1:5s}: ${2:state}",
    "scenarios":
      "\n  ${1:what happens}:\n    given: ${2:state}\n    when:\n      - ${3:event}: [${4:callback}]\n    then: ${5:state}",
    "sources": "\n  ${1:manual}:\n    title: ${2:The manual}\n    url: ${3:https://example.org}",
  ]

  /// Returns the text of a key with what is below it, in the notation of the protocol; `nil` for a key that has nothing special.
  static func text(ofKey key: String) -> String? { bodies[key].map { "\(key):\($0)" } }
}
