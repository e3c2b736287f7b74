import ResourcefulCurl
import ResourcefulTesting
import Testing

/// What is said about the libcurl that is installed.
struct LibraryVersionTests {
    @Test(arguments: ["7.68.0", "7.79.1", "7.9.8", "6.5"]) func `of an old one, what it does wrong is said`(
        text: String
    ) throws {
        let warning = try #require(LibraryVersion("libcurl/\(text) OpenSSL/1.1.1f zlib/1.2.11")?.warning)
        #expect(warning.hasPrefix("libcurl \(text) is installed: before 7.80 it may send a POST twice"))
    }

    @Test func `of a newer one nothing is said`() {
        checkEach(["7.80.0", "7.88.1", "8.0", "8.12.1-DEV", "10.0.0"]) { text throws in
            #expect(try #require(LibraryVersion("libcurl/\(text) OpenSSL/3.0.15"), "\(text)").warning == nil, "\(text)")
        }
    }

    @Test func `what says no version is none`() {
        let cases: [String] = ["", "libcurl", "libcurl/", "libcurl/x.y", "libcurl/8", "OpenSSL/3.0 libcurl/8.1"]
        for text in cases { #expect(LibraryVersion(text) == nil, "\(text)") }
    }

    @Test func `one of them can't use a connection of HTTP 2 without TLS again`() {
        let cases: [(String, Bool)] = [
            ("7.87.0", true), ("7.88.0", false), ("7.88.1", false), ("8.0.0", true), ("7.9.8", true),
        ]
        for (text, canReuse) in cases {
            #expect(LibraryVersion("libcurl/\(text)")?.reusesPlainHTTP2 == canReuse, "\(text)")
        }
    }

    /// What is said when a transport is made while that version is there.
    private static func warnings(of version: String?) -> [String] {
        var warnings: [String] = []
        LibraryVersion.$assumed.withValue(version.flatMap { LibraryVersion("libcurl/\($0)") }) {
            let transport = CurlTransport { warnings.append($0) }
            withExtendedLifetime(transport) {}
        }
        return warnings
    }

    @Test func `the installed one is looked at when a transport is made`() {
        #expect(Self.warnings(of: "7.79.1") == [LibraryVersion("libcurl/7.79.1")?.warning])
        #expect(Self.warnings(of: "7.80.0").isEmpty)
        #expect(Self.warnings(of: nil).allSatisfy { $0.hasPrefix("libcurl 7.") })
    }
}
