import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whatever holds a secret does not print it, in any of the ways in which Swift prints a value.
struct PrintedSecretTests {
    private static let names: [HeaderFields.Name] = [
        "Authorization", "authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key", "X-Auth-Token",
    ]
    private static let fields = HeaderFields(names.compactMap { try? HeaderFields.Field($0, "Bearer s3cret") })
    private static let url = URL(string: "https://me:s3cret@example.org/a?x=1&access_token=s3cret#token=s3cret")!
    private static let json = Data(#"{"access_token":"s3cret","user":{"password":"s3cret","name":3}}"#.utf8)
    private static let request = Request(
        url: url, method: .post, headerFields: fields, body: .form(["user": "me", "password": "s3cret"]))
    private static let response = Response(headerFields: fields, body: json, url: url)
    private static let resource = Resource<Int>(request) { _ in 1 }

    private struct User: Decodable, Sendable { let name: String }

    @Test func `a field and its value`() {
        checkEach(Self.names) { name in
            Printed.expect(try HeaderFields.Field(name, "Bearer s3cret"))
            Printed.expect(try HeaderFields([HeaderFields.Field(name, "Bearer s3cret")]))
        }
    }

    @Test func `fields that hold a URL or a form`() {
        Printed.expect(
            [
                "Location": "https://me:s3cret@example.org/?access_token=s3cret", "Referer": "/?a=b&password=s3cret",
                "Link": "<https://example.org/?page=2&api_key=s3cret>; rel=\"next\"",
                "Refresh": "3; url=/?token=s3cret",
            ] as HeaderFields)
    }

    @Test func `a field that was refused`() {
        var fields = HeaderFields()
        fields["Authorization"] = "s3cret\n"
        fields["X-Anything"] = "s3cret\n"
        Printed.expect(fields)
        Printed.expect(fields.rejected)
    }

    @Test func `a request, a response and a resource`() {
        Printed.expect(Self.request)
        Printed.expect(Self.response)
        Printed.expect(Self.resource)
        Printed.expect(Self.resource.map { "\($0)" }.applying(.headerFields(Self.fields)))
    }

    @Test func `a request that is printed says all the rest`() {
        #expect("\(Self.request)" == "POST https://example.org/a?x=1&access_token=redacted#token=redacted")
        #expect("\(Self.fields[0])" == "Authorization: [redacted]")
        #expect("\(Self.response)" == "200 OK, \(Self.json.count) bytes")
    }

    @Test func `a body, whatever it is made of`() {
        Printed.expect(Body.form(["password": "s3cret"]))
        Printed.expect(Body.json(["password": "s3cret"]))
        Printed.expect(Body.data(Data("s3cret".utf8)))
        Printed.expect(Body.file(URL(string: "https://me:s3cret@example.org/?token=s3cret")!))
    }

    @Test func `a plan`() {
        Printed.expect(Self.resource.plan)
        Printed.expect(Self.resource.flatMap { _ in Self.resource })
        Printed.expect(zip(Self.resource, Self.resource.map { "\($0)" }))
        Printed.expect(all([Self.resource, Self.resource]))
        Printed.expect(Plan.send(Self.request).shared(as: "key"))
        Printed.expect(Plan<Int>.failure(LoadError(stage: .request, request: Self.request)))
    }

    @Test func `an origin`() throws {
        Printed.expect(try #require(Origin(Self.url)))
    }

    @Test(arguments: [LoadError.Stage.request, .transport, .status, .parse])
    func `a load error of any stage, and the request that it carries`(stage: LoadError.Stage) throws {
        let error = LoadError(
            stage: stage, request: Self.request, response: Self.response,
            underlyingError: TransportError(.other, "it went wrong"))
        Printed.expect(error)
        Printed.expect(error as any Error)
        Printed.expect(Result<Int, LoadError>.failure(error))
        Printed.expect(error.request)
        Printed.expect(error.request.url)
        Printed.expect(error.request.headerFields.map(\.value))
        #expect(error.request.url.absoluteString == "https://example.org/a?x=1&access_token=redacted#token=redacted")
        #expect(error.request.headerFields["Authorization"] == "[redacted], [redacted]")
        #expect(error.request.headerFields.count == Self.fields.count)
    }

    @Test func `a parse failure and a load error about it`() throws {
        for text in [
            #"{"access_token":"s3cret","name":3}"#, #"{"name":3,"password":"s3cret"}"#, "{\"token\":\"s3cret\",}",
        ] {
            let resource = Resource<User>(json: Sample.url)
            let error = try #require(throws: LoadError.self) { try resource.parse(Data(text.utf8)) }
            Printed.expect(error)
            Printed.expect(try #require(error.parseFailure))
        }
    }

    @Test func `a failure of custom reading`() throws {
        let text = Data(#"{"access_token":"s3cret","name":3}"#.utf8)
        let byHand = Resource(url: Sample.url) { data in try JSON(parsing: data).name.string }
        let secret = Resource(url: Sample.url) { data in try JSON(parsing: data).access_token.int }
        let decoded = Resource(url: Sample.url) { data in try JSON.Decoder().decode(User.self, from: data) }
        for error in [
            #expect(throws: LoadError.self) { try byHand.parse(text) },
            #expect(throws: LoadError.self) { try secret.parse(text) },
            #expect(throws: LoadError.self) { try decoded.parse(text) },
        ] {
            let error = try #require(error)
            Printed.expect(error)
            Printed.expect(try #require(error.parseFailure))
        }
    }

    @Test func `a failure of a stream that custom code reads`() throws {
        let stream = StreamResource(
            Request(url: Sample.url), from: 0,
            parse: { _, data in [try JSON.Decoder().decode(User.self, from: data)] }, end: { _ in [] })
        var run = DryRun { _ in Response(body: Data(#"{"access_token":"s3cret","name":3}"#.utf8)) }
        let error = try #require(throws: LoadError.self) { try run.elements(of: stream) }
        Printed.expect(error)
        Printed.expect(try #require(error.parseFailure))
    }

    @Test func `a JSON document and a place in it`() throws {
        let json = try JSON(parsing: Self.json, redacting: .standard)
        Printed.expect(json)
        Printed.expect(json.access_token)
        Printed.expect(json.user)
        Printed.expect(json.user.password)
        Printed.expect(json.access_token.deeper)
    }

    @Test func `the events of a run`() throws {
        var request = Self.request
        request.url = URL(string: "https://example.org/a?access_token=s3cret")!
        var run = DryRun { _ in Self.response }
        _ = try? run.load(Plan.send(request))
        Printed.expect(run.events)
        Printed.expect(run.requests)
    }
}
