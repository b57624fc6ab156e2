import LifelineReporting
import LifelineWorkspace

extension ServerState {
  /// Returns the edits that bring the keys of a spec into one order.
  func format(_ context: FeatureContext) throws(ResponseError) -> JSON {
    let job = documents.job(for: context.document)
    // The text without its wrong lines isn't what is edited.
    let spec = context.document.spec ?? job.read()
    let bytes: [UInt8]
    do throws(UnformattedText) { bytes = try job.format(spec) } catch {
      throw ResponseError(.requestFailed, error.reason)
    }
    let change = FileChange.make(to: bytes, of: spec)
    return .array(
      (change?.edits ?? []).map { edit in
        ["range": context.translator.json(edit.range), "newText": .string(edit.replacement)]
      })
  }
}
