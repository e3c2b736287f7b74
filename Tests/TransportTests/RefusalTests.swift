import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What libcurl refuses, and what it says.
struct RefusalTests {
    @Test(arguments: ["http://a%20b/", "http://127.0.0.1:99999/"])
    func `a URL that libcurl can't read is an error of the request stage`(url: String) async throws {
        let resource = Resource(url: try #require(URL(string: url))) { $0 }
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(transport: CurlTransport()).load(resource)
        }
        #expect(error?.stage == .request)
    }

    @Test(arguments: [
        "Unsupported proxy scheme for 'foo://user:secret@host:1'", "Unsupported proxy syntax in 'u@x:secret@ho st:1'",
    ]) func `the password of a proxy is in no error`(text: String) {
        let error = TransportError(curlCode: 5, text: text, received: 0)
        #expect(!"\(error)".contains("secret") && "\(error)".contains("@ho"), "\(error)")
    }
}
