import Foundation
import ResourcefulCurl
import Testing

/// What a transport shows of what it was told.
struct PrintedTransportTests {
    @Test func `a proxy's password is in nothing that is printed`() throws {
        let url = try #require(URL(string: "http://ada:s3cr3t@proxy.example.org:3128"))
        let transport = CurlTransport(proxy: .url(url))
        var dumped = ""
        dump(transport, to: &dumped)
        dump(CurlTransport.Proxy.url(url), to: &dumped)
        let shown = ["\(transport)", String(reflecting: transport), dumped, "\(CurlTransport.Proxy.url(url))"]
        for text in shown { #expect(!text.contains("s3cr3t") && !text.contains("ada"), "\(text)") }
        #expect("\(CurlTransport.Proxy.url(url))" == "the proxy http://proxy.example.org:3128")
    }
}
