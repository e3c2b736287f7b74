import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RedirectLocationTests {
    private func load(
        _ url: String = "https://example.org/a/b?q#there", headerFields: HeaderFields, policies: [Policy] = []
    ) -> (response: Result<Response, any Error>, requests: [Request]) {
        var isFirst = true
        var run = DryRun(policies: policies) { _ in
            defer { isFirst = false }
            return isFirst ? Response(status: 302, headerFields: headerFields) : Response()
        }
        let request = Request(url: URL(string: url)!, headerFields: ["Authorization": "s3cret"])
        let response = Result { try run.load(Plan.send(request)) }
        return (response, run.requests)
    }

    @Test func `a Location is resolved, and takes the fragment over unless it has one`() {
        let cases: [(String, String)] = [
            ("/c", "https://example.org/c#there"), ("c", "https://example.org/a/c#there"),
            ("../c", "https://example.org/c#there"), ("?r", "https://example.org/a/b?r#there"),
            ("#here", "https://example.org/a/b?q#here"), ("/c#", "https://example.org/c#"),
            ("/c#here", "https://example.org/c#here"), ("//other.example", "https://other.example#there"),
            ("http://other.example/c", "http://other.example/c#there"), ("  /c\t", "https://example.org/c#there"),
            ("/c d", "https://example.org/c%20d#there"), ("/é", "https://example.org/%C3%A9#there"),
            ("/c%20d", "https://example.org/c%20d#there"), ("/a|b", "https://example.org/a%7Cb#there"),
            ("/c%C3%A9 d?%2F=é", "https://example.org/c%C3%A9%20d?%2F=%C3%A9#there"),
            ("https://other.example/a%2Fb c", "https://other.example/a%2Fb%20c#there"),
        ]
        checkEach(cases) { location, target throws in
            var fields = HeaderFields()
            fields["Location"] = location
            let (response, requests) = load(headerFields: fields)
            #expect(try response.get().url?.absoluteString == target, "\(location)")
            #expect(requests.count == 2, "\(location)")
        }
    }

    @Test func `without a fragment in the request there is none behind a redirection`() throws {
        let (response, _) = load("https://example.org/a", headerFields: ["Location": "/b"])
        #expect(try response.get().url?.absoluteString == "https://example.org/b")
    }

    @Test func `a redirection without a Location is an outcome`() throws {
        let (response, requests) = load(headerFields: ["Content-Location": "/c"])
        #expect(try response.get().status == 302)
        #expect(requests.count == 1)
    }

    @Test func `a Location that is no http or https URL is not followed, and its response is like any other`() {
        let cases: [(String, String)] = [
            ("", "has an empty Location"), (" ", "has an empty Location"),
            ("ftp://example.org/", "target isn't an http or https URL"),
            ("file:///etc/passwd", "target isn't an http or https URL"),
            ("javascript:alert(1)", "target isn't an http or https URL"),
            ("data:text/html,x", "target isn't an http or https URL"),
            ("mailto:a@example.org", "target isn't an http or https URL"), ("http://", "target has no host"),
            ("https:///path", "target has no host"), ("https:path", "target has no host"),
            ("http://[::1", "target isn't a URL"), ("https://example.org:port/", "target isn't a URL"),
            ("https://user:s3cret@example.org/", "target contains a user or a password"),
            ("//user@example.org/", "target contains a user or a password"),
            ("https://evil.example\\@example.org/", "target contains a user or a password"),
            ("http://example.org:99999/", "target can't be used: the port is more than 65535"),
            ("http://loc%61lhost/", "target can't be used: the host is percent-encoded"),
        ]
        checkEach(cases) { location, reason throws in
            var fields = HeaderFields()
            fields["Location"] = location
            let (response, requests) = load(headerFields: fields)
            #expect(requests.count == 1, "\(location)")
            #expect(try response.get().status == 302, "\(location)")
            let resource = Resource<Data>(url: URL(string: "https://example.org/a/b?q#there")!)
            let error = #expect(throws: LoadError.self, "\(location)") { try resource.value(from: response.get()) }
            #expect(error?.stage == .status, "\(location)")
            #expect(error?.status == 302, "\(location)")
            #expect((error?.underlyingError as? TransportError)?.kind == .cannotRedirect, "\(location)")
            #expect(
                error?.description
                    == "GET https://example.org/a/b?q#there was answered with 302 Found: the redirect \(reason)",
                "\(location)")
            #expect(try resource.validating(.any).value(from: response.get()).isEmpty, "\(location)")
        }
    }

    @Test func `two different Locations are not followed, and the same one twice is`() throws {
        let (refused, requests) = load(headerFields: ["Location": "/c", "location": "/d"])
        let resource = Resource<Data>(url: URL(string: "https://example.org/")!)
        let error = #expect(throws: LoadError.self) { try resource.value(from: refused.get()) }
        #expect(requests.count == 1)
        #expect(error?.description.hasSuffix("302 Found: the response has two different redirect targets") == true)
        let (response, _) = load("https://example.org/", headerFields: ["Location": "/c", "location": "/c"])
        #expect(try response.get().url?.absoluteString == "https://example.org/c")
    }

    @Test func `no arbitrary Location leads anywhere but to an http or https URL`() {
        var random = SplitMix64(seed: 14)
        let beginnings = ["", "/", "//", "http://", "https://example.org", "?", "#", "ftp:", "http:", "//user:s3cret@"]
        for _ in 0..<Effort.rounds(3_000) {
            var fields = HeaderFields()
            fields["Location"] = (beginnings.randomElement(using: &random) ?? "") + random.arbitraryText()
            let (response, requests) = load(headerFields: fields)
            for request in requests.dropFirst() {
                #expect(["http", "https"].contains(request.url.scheme?.lowercased()))
                #expect(request.url.user() == nil)
                #expect(request.url.host()?.isEmpty == false)
                if request.url.host() != "example.org" { #expect(request.headerFields["Authorization"] == nil) }
            }
            if case .failure(let error) = response { #expect(error is LoadError) }
        }
    }
}
