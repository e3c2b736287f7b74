import Foundation
import HTTPTypes
import ResourcefulHTTPTypes
import ResourcefulLoading
import Testing

/// Requests and responses in both libraries.
struct HTTPTypesTests {
    @Test func `messages are the same in both libraries`() throws {
        let url = try #require(URL(string: "https://user@example.org:8443/a%20b/?q=%C3%BC#f"))
        let request = Request(
            url: url, method: "QUERY", headerFields: ["X-One": "1", "x-one": "2", "Accept": "ü"])
        let converted = try HTTPRequest(request)
        #expect(converted.method.rawValue == "QUERY" && converted.authority == "example.org:8443")
        #expect(converted.path == "/a%20b/?q=%C3%BC")
        let back = try Request(converted)
        #expect(back.url.absoluteString == "https://example.org:8443/a%20b/?q=%C3%BC")
        #expect(back.headerFields == request.headerFields && back.method == request.method)

        let response = Response(status: 207, headerFields: ["Set-Cookie": "a", "Set-Cookie": "b"])
        #expect(try Response(HTTPResponse(response)) == response)
        #expect(throws: HTTPTypesError.self) {
            try Request(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
        }
    }

    @Test func `a path of a request never continues the host of its URL`() throws {
        let paths = [
            ".evil.example/", "@evil.example/", ":1@evil.example/", ":8443/", "a", "", "?q=1", "//evil.example/",
        ]
        for root in ["https://api.example", "https://api.example/", "https://api.example/v1"] {
            for path in paths {
                let relative = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
                let absolute = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: path)
                for url in [try Request(relative, baseURL: URL(string: root)).url, try Request(absolute).url] {
                    #expect(url.host == "api.example" && url.user == nil && url.port == nil, "\(root) and \(path)")
                    #expect(url.absoluteString.hasSuffix(path), "\(url)")
                }
            }
        }
    }
}
