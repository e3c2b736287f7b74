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

    @Test func `the password of a proxy is in no error`() {
        let texts: [String] = [
            "Unsupported proxy scheme for 'foo://user:secret@host:1'",
            "Unsupported proxy syntax in 'u@x:secret@ho st:1'",
        ]
        for text in texts {
            for code in [5, 7, 4] as [Int32] {
                let error = TransportError(curlCode: code, text: text, received: 0, proxy: "the proxy foo://host:1")
                #expect(!"\(error)".contains("secret") && "\(error)".contains("@ho"), "\(text), \(code): \(error)")
                #expect(
                    error.kind == .unavailable && error.message.hasPrefix("the proxy foo://host:1 can't be used: "),
                    "\(text), \(code)")
            }
        }
    }

    @Test(arguments: [
        // libcurl 7.88 and later, and 7.68, with and without the system's reason.
        (
            "Failed to connect to a.b port 81 after 0 ms: Couldn't connect to server: Connection refused",
            "a.b port 81: Connection refused"
        ),
        ("Failed to connect to ::1 port 81 after 12 ms: Could not connect to server", "::1 port 81"),
        ("Failed to connect to ::1 port 81: Connection refused: Connection refused", "::1 port 81: Connection refused"),
    ]) func `a connection that can't be made has one reason`(text: String, told: String) {
        let error = TransportError(curlCode: 7, text: text, received: 0)
        #expect(error.kind == .cannotConnect)
        #expect(error.message == "no connection could be made to \(told)")
        let proxy = TransportError(curlCode: 7, text: text, received: 0, proxy: "the proxy http://p:1")
        #expect(proxy.message.hasPrefix("no connection could be made to the proxy http://p:1"))
        #expect(proxy.message.hasSuffix(": Connection refused") == told.hasSuffix(": Connection refused"))
    }

    @Test func `a proxy whose name has no address is named`() {
        let error = TransportError(
            curlCode: 5, text: "Could not resolve proxy: p.invalid", received: 0, proxy: "the proxy http://p.invalid:1")
        #expect(error.kind == .cannotResolveHost)
        #expect(error.message == "the proxy http://p.invalid:1 has no address (Could not resolve proxy: p.invalid)")
    }
}
