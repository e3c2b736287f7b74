import Foundation
import ResourcefulTesting
import Testing

/// Credentials, challenges and cookies, against httpbin.
@Suite(.permit, .needsServers) struct HttpbinAuthTests {
    private func basic(_ text: String) -> HeaderFields {
        ["Authorization": "Basic \(Data(text.utf8).base64EncodedString())"]
    }

    @Test(arguments: Subject.overSockets) func `credentials are sent as they were given`(
        subject: Subject
    ) async throws {
        for path in ["basic-auth/user/p%C3%A4ss", "hidden-basic-auth/user/p%C3%A4ss"] {
            let response = try await subject.load(Servers.httpbin + path, headerFields: basic("user:päss"))
            #expect(response.status == 200)
            #expect(try JSON(parsing: response.body).authenticated.bool)
        }
        let response = try await subject.load(
            Servers.httpbin + "bearer", headerFields: ["Authorization": "Bearer token"])
        #expect(try JSON(parsing: response.body).token.string == "token")
    }

    @Test(
        arguments: Subject.overSockets,
        [
            ("basic-auth/user/pass", "Basic "), ("bearer", "Bearer"), ("digest-auth/auth/user/pass", "Digest "),
            ("digest-auth/auth-int/user/pass/SHA-256", "Digest "),
        ])
    func `a challenge is a response like others`(subject: Subject, place: (path: String, scheme: String)) async throws {
        let response = try await subject.load(Servers.httpbin + place.path)
        #expect(response.status == 401)
        #expect(try #require(response.headerFields["WWW-Authenticate"]).hasPrefix(place.scheme))
    }

    @Test(arguments: Subject.overSockets) func `wrong credentials are a challenge again, or nothing to be seen`(
        subject: Subject
    ) async throws {
        let fields = basic("user:wrong")
        let response = try await subject.load(Servers.httpbin + "basic-auth/user/pass", headerFields: fields)
        #expect(response.status == 401)
        let hidden = try await subject.load(Servers.httpbin + "hidden-basic-auth/user/pass", headerFields: fields)
        #expect(hidden.status == 404)
        // And the next load goes well.
        let right = basic("user:pass")
        #expect(
            try await subject.load(Servers.httpbin + "basic-auth/user/pass", headerFields: right).status == 200)
    }

    @Test(arguments: Subject.overSockets) func `no transport sends a cookie, unless it is a field of the request`(
        subject: Subject
    ) async throws {
        let set = try await subject.load(Servers.httpbin + "cookies/set?a=1&b=2")
        #expect(set.url?.path == "/cookies")
        #expect(try JSON(parsing: set.body).cookies.keys == [])
        let later = try await subject.load(Servers.httpbin + "cookies")
        #expect(try JSON(parsing: later.body).cookies.keys == [])
        let given = try await subject.load(Servers.httpbin + "cookies", headerFields: ["Cookie": "c=3; d=\"4\""])
        #expect(try JSON(parsing: given.body).cookies.c.string == "3")
        #expect(try JSON(parsing: given.body).cookies.d.string == "4")
    }
}
