import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The fields of an answer, said where the answer is made.
struct StubFieldTests {
    private static let fields: HeaderFields = [
        "ETag": #""7""#, "Link": #"</next>; rel="next""#, "Retry-After": "50",
    ]
    private static let fixture = Fixture("StubFieldTests.swift")

    private static let answers: [(name: String, StubAnswer, type: String?)] = [
        ("status", .status(503, headerFields: fields), nil),
        ("json", .json([1], headerFields: fields), "application/json"),
        ("json of members", .json(["id": 7, "title": "x"], headerFields: fields), "application/json"),
        ("json at a path", .json([1], at: "data.items", headerFields: fields), "application/json"),
        ("json at an empty path", .json([1], at: [], headerFields: fields), "application/json"),
        ("text", .text("x", headerFields: fields), "application/json"),
        ("data", .data(Data([1]), headerFields: fields), nil),
        ("fixture", .fixture(fixture, headerFields: fields), nil),
        ("named fixture", .fixture("StubFieldTests.swift", headerFields: fields), nil),
    ]

    @Test func `every function that makes an answer takes its fields`() {
        checkEach(Self.answers) { name, answer, type in
            var run = DryRun(baseURL: api, [Stub("a").answers(answer)])
            let resource = Resource<String>(url: URL(string: "a")!) { String(decoding: $0, as: UTF8.self) }
            let response = try run.load(resource.validating(.any).withResponse).1
            for field in Self.fields { #expect(response.headerFields[field.name] == field.value, "\(name)") }
            if name == "fixture" || name == "named fixture" { return }
            #expect(response.headerFields["Content-Type"] == type, "\(name)")
        }
    }

    @Test func `a media type among the fields counts, once`() throws {
        let answer = StubAnswer.json([1], headerFields: ["content-type": "application/problem+json"])
        var run = DryRun(baseURL: api, [Stub("a").answers(answer)])
        let response = try run.load(Resource<JSON>(url: URL(string: "a")!, parseJSON: { $0 }).withResponse).1
        #expect(response.headerFields.values(of: "Content-Type") == ["application/problem+json"])
    }

    @Test func `a failure of the transport needs no text, and says what its kind means`() throws {
        let kinds: [TransportError.Kind] = [
            .cannotResolveHost, .cannotConnect, .proxyRefused, .timedOut, .connectionLost, .insecure,
            .malformedResponse, .tooLarge, .cannotRedirect, .unavailable, .circuitOpen, .addressRefused, .other,
        ]
        for kind in kinds {
            let message = TransportError(kind).message
            #expect(message.count > 10 && message.contains(" ") && !message.contains("\(kind)"))
        }
        #expect(Set(kinds.map { TransportError($0).message }).count == kinds.count)
        #expect(TransportError(.cannotConnect, "down").message == "down")
        let offline = StubTransport { _ in throw TransportError(.cannotConnect) }
        var run = DryRun(baseURL: api) { _ in throw TransportError(.cannotConnect) }
        let error = #expect(throws: LoadError.self) { try run.load(text("a")) }
        #expect("\(error!)".contains("the server can't be reached"))
        #expect(offline.requests.isEmpty)
    }
}
