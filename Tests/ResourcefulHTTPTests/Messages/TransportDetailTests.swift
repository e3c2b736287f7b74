import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What only the program may know of a failed exchange.
struct TransportDetailTests {
    @Test func `a detail for the program is in debug descriptions alone`() {
        let error = TransportError(.addressRefused, "no address of a may be reached", detail: "it resolves to 10.0.0.7")
        let request = Request(url: URL(string: "https://a/")!)
        let failed = LoadError(stage: .transport, request: request, underlyingError: error)
        let shown = ["\(error)", "\(failed)", error.message, Redaction.standard.text(of: error)]
        for text in shown { #expect(text.contains("no address of a may be reached") && !text.contains("10.0.0.7")) }
        for text in [error.debugDescription, failed.debugDescription] { #expect(text.contains("10.0.0.7")) }
        let plain = TransportError(.other, "gone")
        #expect(plain.debugDescription == "gone" && plain.detail == nil)
    }
}
