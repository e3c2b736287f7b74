import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Secrets go only where they belong: to the origin that they were given for.
struct RedirectOriginTests {
    private static let secrets: HeaderFields = [
        "Authorization": "Bearer s3cret", "Proxy-Authorization": "Basic s3cret", "Cookie": "session=s3cret",
        "COOKIE": "again=s3cret", "X-Api-Key": "s3cret", "x-auth-token": "s3cret", "X-CSRF-Token": "s3cret",
        "X-Amz-Security-Token": "s3cret", "Private-Token": "s3cret", "X-Goog-Api-Key": "s3cret",
        "X-Vault-Token": "s3cret", "Ocp-Apim-Subscription-Key": "s3cret", "Host": "example.org",
    ]
    private static let plain: HeaderFields = ["Accept": "*/*", "If-None-Match": "\"x\"", "Idempotency-Key": "7"]

    private func requests(through locations: [String], status: Response.Status) throws -> [Request] {
        let fields = HeaderFields(Array(Self.secrets) + Array(Self.plain))
        var rest = locations[...]
        var run = DryRun { _ in
            guard let location = rest.popFirst() else { return Response() }
            var response = Response(status: status)
            response.headerFields["Location"] = location
            return response
        }
        _ = try run.load(Plan.send(Request(url: Sample.url, headerFields: fields)))
        return run.requests
    }

    private static let same = [
        "/x", "x", "?q", "#f", "//example.org/x", "https://example.org:443/", "HTTPS://EXAMPLE.ORG",
    ]
    private static let others = [
        "http://example.org/", "https://example.org:8443/", "https://www.example.org/", "//other.example/",
        "https://example.org.evil.example/", "https://evil.example/?https://example.org/",
        "https://evil.example#@example.org/", "https://evil.example/https://example.org/", "http://example.org:443/",
        "https://example.org./", "https://[::1]/",
    ]

    private static let statuses: [Response.Status] = [301, 302, 303, 307, 308]

    @Test func `at the same origin all fields stay`() throws {
        for location in Self.same {
            for status in Self.statuses {
                let requests = try requests(through: [location], status: status)
                #expect(requests.count == 2, "\(status) to \(location)")
                #expect(requests.last?.headerFields == requests.first?.headerFields, "\(status) to \(location)")
            }
        }
    }

    @Test func `to another origin go no secrets and no Host`() throws {
        for location in Self.others {
            for status in Self.statuses {
                let requests = try requests(through: [location], status: status)
                #expect(requests.count == 2, "\(status) to \(location)")
                #expect(requests.last?.headerFields == Self.plain, "\(status) to \(location)")
            }
        }
    }

    @Test func `the secrets do not come back when a later redirection leads home`() throws {
        let requests = try requests(through: ["https://other.example/", "https://example.org/"], status: 307)
        #expect(requests.map(\.headerFields).dropFirst().allSatisfy { $0 == Self.plain })
        #expect(requests.last?.url.host() == "example.org")
    }

    @Test func `a policy that adds credentials outside does not add them to the other origin`() throws {
        let credentials = Policy.headerFields(["Authorization": "Bearer s3cret"])
        var run = DryRun(policies: [credentials]) { request in
            request.url == Sample.url
                ? Response(status: 302, headerFields: ["Location": "//other.example"]) : Response()
        }
        _ = try run.load(Plan.send(Request(url: Sample.url)))
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer s3cret", nil])
    }

    @Test func `from https to http is another origin, even at the same host and port`() throws {
        let requests = try requests(through: ["http://example.org:443/"], status: 308)
        #expect(requests.last?.url.absoluteString == "http://example.org:443/")
        #expect(requests.last?.headerFields == Self.plain)
    }

    @Test(arguments: [301, 307, 308]) func `a body that was sent securely is never sent again in clear`(
        code: Int
    ) throws {
        let status = try #require(Response.Status(code))
        let body = Body.data(Data("card number".utf8))
        for (location, isFollowed) in [("http://example.org/x", false), ("https://other.example/x", true)] {
            var run = DryRun { request in
                guard request.url == Sample.url else { return Response() }
                var response = Response(status: status)
                response.headerFields["Location"] = location
                return response
            }
            let put = Request(url: Sample.url, method: .put, body: body)
            let outcome = Result { try run.load(Plan.send(put)) }
            #expect(run.requests.count == (isFollowed ? 2 : 1))
            #expect(try outcome.get().status.isSuccessful == isFollowed)
            // Without a body there is nothing to protect but the secrets, which stay behind anyway.
            let away = Response(status: 302, headerFields: ["Location": "http://a/"])
            var get = DryRun { $0.url == Sample.url ? away : Response() }
            _ = try get.load(Plan.send(Request(url: Sample.url)))
            #expect(get.requests.count == 2)
        }
    }

    private static let bodies: [(body: Body, hasSecrets: Bool)] = [
        (.form(["user": "ada", "password": "s3cret99"]), true), (.form(["refresh_token": "s3cret99"]), true),
        (.json(["client_secret": "s3cret99"]), true), (.json(["user": ["password": "s3cret99"]]), true),
        (.json(["seen": "Bearer abc123def456"]), true), (.form(["user": "ada"]), false), (.json(["total": 5]), false),
        (.data(Data([0xFF, 0xD8, 0x00, 0x3D])), false), (.data(Data()), false),
        (.multipart([.text("s3cret99", name: "password"), .data(Data(count: 100_000), name: "picture")]), true),
        (.multipart([.data(Data(count: 100_000), name: "picture"), .text("s3cret99", name: "password")]), true),
        (.data(Data("password=s3cret99&a=\(String(repeating: "b", count: 100_000))".utf8), mediaType: .form), true),
    ]

    @Test func `a body with secrets follows its host from http to https`() throws {
        var run = DryRun { request in
            request.url.scheme == "https"
                ? Response() : Response(status: 308, headerFields: ["Location": "https://example.org/login"])
        }
        let url = try #require(URL(string: "http://example.org/login"))
        let response = try run.load(
            Plan.send(Request(url: url, method: .post, body: .form(["password": "s3cret99"]))))
        #expect(response.status == 200)
        #expect(run.requests.map(\.url.scheme) == ["http", "https"])
    }

    @Test(arguments: [301, 302, 307, 308] as [Response.Status])
    func `a body with secrets goes to no other origin, whatever redirects it`(status: Response.Status) throws {
        for (body, hasSecrets) in Self.bodies {
            for (location, isElsewhere) in [("https://other.example/x", true), ("https://example.org/x", false)] {
                // A POST turns into a GET without a body after a 301 or 302.
                for method in [.post, .put] as [Request.Method] {
                    let keepsBody = method == .put || status.code > 302
                    var run = DryRun { request in
                        guard request.url == Sample.url else { return Response() }
                        return Response(status: status, headerFields: ["Location": location])
                    }
                    let request = Request(url: Sample.url, method: method, body: body)
                    let isRefused = isElsewhere && hasSecrets && keepsBody
                    let response = try run.load(Plan.send(request))
                    #expect(run.requests.count == (isRefused ? 1 : 2), "\(body) \(status) \(location)")
                    #expect(response.status == (isRefused ? status : 200), "\(body)")
                }
            }
        }
    }
}
