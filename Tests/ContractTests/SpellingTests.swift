import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// Code as users have written it against the spelled-out contract: plain settings, Foundation imported beside, no types
// helped along. Whatever of it stops compiling breaks somebody's program.

private struct Episode: Codable, Equatable, Sendable { let id: Int; let title: String }
private struct Media: Codable, Equatable, Sendable { let audio: String }

private let base = URL(string: "https://example.org/")!

extension Episode {
    fileprivate static let all = Resource<[Episode]>(json: URL(string: "https://example.org/episodes.json")!)
    fileprivate var media: Resource<Media> { Resource(json: URL(string: "https://example.org/episodes/\(id).json")!) }
}

private let list = Data(#"[{ "id": 1, "title": "One" }, { "id": 2, "title": "Two" }]"#.utf8)

private func respond(_ request: Request) throws -> Response {
    request.url.path == "/episodes.json" ? Response(body: list) : Response(body: Data(#"{ "audio": "a.m4a" }"#.utf8))
}

struct SpellingTests {
    @Test func `requests and responses`() {
        var request = Request(url: base)
        request.method = .post
        request.headerFields = ["Accept": "text/plain", "X-A": "1", "X-A": "2"]
        request.headerFields["Authorization"] = "Bearer \(1)"
        request.body = .json(["a": 1])
        request.timeout = .seconds(3)
        #expect(request.headerFields["accept"] == "text/plain")
        #expect([Request.Method.get, .head, .post, .put, .patch, .delete].count == 6)
        #expect(Request.Method("PROPFIND") == "PROPFIND")
        let status: Response.Status = 404
        let location = "/new"
        let responses: Set<Response> = [
            Response(), Response(status: 302, headerFields: ["Location": location]), Response(body: list),
            Response(status: status, headerFields: [:], body: Data(), url: base),
        ]
        #expect(responses.count == 4)
        #expect(Response().status == 200 && Response().body.isEmpty && Response().headerFields.isEmpty)
    }

    @Test func `resources and their initialisers`() throws {
        let bytes = Resource(
            url: base, method: .put, headerFields: ["A": "b"], body: .form(["a": "1"]), parse: { $0.count })
        let closure = Resource<Int>(url: base) { data in data.count }
        let json = Resource(url: base, parseJSON: { json in try json.episodes[0].title.string })
        let decoded = Resource<[Episode]>(
            json: base, method: .post, headerFields: [:], body: .json(1), at: "data.posts")
        let nested = Resource<[Episode]>(json: base, at: ["data", "posts"])
        let whole = Resource(Request(url: base)) { response in (response.status, response.headerFields["ETag"]) }
        #expect(try bytes.parse(list) == list.count && closure.parse(list) == list.count)
        #expect(try json.parse(Data(#"{"episodes":[{"title":"One"}]}"#.utf8)) == "One")
        let inside = Data(#"{"data":{"posts":"#.utf8) + list + Data("}}".utf8)
        #expect(try decoded.parse(inside) == nested.parse(inside))
        let (status, tag) = try whole.value(from: Response(status: 201, headerFields: ["etag": "\"x\""]))
        #expect(status == 201 && tag == "\"x\"")
        #expect(try Episode.all.map { $0.map(\.title) }.parse(list) == ["One", "Two"])
        var changed = bytes
        changed.url = URL(string: "https://example.org/other")!
        changed.method = .patch
        changed.headerFields["A"] = nil
        changed.body = nil
        #expect(changed.request == Request(url: changed.url, method: .patch))
    }

    @Test func `bodies`() {
        let bodies: [Body] = [
            .json(["a": 1]), .json(Episode(id: 1, title: "One")), .form(["a": "1", "a": "2"]),
            .data(list, mediaType: "text/plain"), .file(URL(fileURLWithPath: "/tmp/x")),
        ]
        #expect(Set(bodies).count == 5)
    }

    @Test func `untyped JSON`() throws {
        let text = #"{"episodes":[{"title":"One","id":1,"free":true,"price":1.5,"note":null}],"a.b":2}"#
        let json = try JSON(parsing: Data(text.utf8))
        #expect(try json.episodes[0].title.string == "One")
        #expect(try json["episodes"][0]["id"].int == 1)
        #expect(try json.episodes[0].price.double == 1.5)
        #expect(try json.episodes[0].free.bool)
        #expect(try json.episodes.array.count == 1)
        #expect(json.episodes[0].note.isNull)
        #expect(try json["a.b"].int == 2)
        #expect(try json.episodes[0].decode(Episode.self) == Episode(id: 1, title: "One"))
        #expect(throws: (any Error).self) { try json.episodes[0].missing.string }
    }

    @Test func `plans`() async throws {
        let webservice = Webservice(transport: StubTransport { request in try respond(request) })
        let media = try await webservice.load(Episode.all.flatMap { episodes in episodes[0].media })
        #expect(media == Media(audio: "a.m4a"))
        let (a, b) = try await webservice.load(zip(Episode.all, Episode.all.flatMap { $0[0].media }))
        #expect(a.count == 2 && b == media)
        let (c, d, e) = try await webservice.load(zip(Episode.all, Plan.value(1), Plan.value("x")))
        #expect(c == a && d == 1 && e == "x")
        let each = try await webservice.load(Episode.all.flatMap { all($0.map(\.media), atOnce: 1) })
        #expect(each == [media, media])
        #expect(try await webservice.load(all(a.map { $0.media })) == each)
        struct Oops: Error {}
        let recovered = Plan<Int>.failure(Oops()).recover { error in Plan.value(error is Oops ? 1 : 0) }
        #expect(try await webservice.load(recovered) == 1)
        let loadable: any Loadable<[Episode]> = Episode.all
        #expect(try await webservice.load(loadable) == a)
        #expect("\(Episode.all.flatMap { $0[0].media }.plan)" == "GET https://example.org/episodes.json → …")
    }

    @Test func `custom policies`() async throws {
        let policy = Policy { request, next in
            var request = request
            request.headerFields["X-A"] = "b"
            return next(request).flatMap { [request] response in
                response.status == 401 ? next(request) : Plan.value(response)
            }
        }
        var run = DryRun(baseURL: base, policies: [policy, .headerFields(["X-C": "d"]), .retry(upTo: 2)], respond)
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields["X-A"] == "b" && run.requests[0].headerFields["X-C"] == "d")
    }

    @Test func `the testing kit`() async throws {
        var run = DryRun { request in Response(body: list) }
        let first = try run.load(Episode.all.map { $0[0] })
        #expect(first.id == 1)
        #expect(run.requests.map(\.method) == [.get])
        #expect(run.elapsed == .zero)
        #expect(run.events == run.events && !run.events.isEmpty)
        let server = try LoopbackServer { request in Response(body: list) }
        let live = Webservice(baseURL: server.baseURL, policies: [])
        #expect(try await live.load(Resource<[Episode]>(json: URL(string: "episodes.json")!)).count == 2)
        #expect(server.requests.count == 1)
        server.stop()
    }

    @MainActor @Test func `loads from the main actor, values that are not Sendable too`() async throws {
        final class Box { var count = 0 }
        let resource = Resource<Box>(url: base) { data in
            let box = Box()
            box.count = data.count
            return box
        }
        let webservice = Webservice(transport: StubTransport { request in Response(body: list) })
        let box = try await webservice.load(resource)
        box.count += 1
        let (one, other) = try await webservice.load(zip(resource, resource))
        #expect(box.count == list.count + 1 && one !== other)
    }

    @Test func `an error says which stage failed`() async {
        let webservice = Webservice(transport: StubTransport { _ in Response(status: 500, body: list) })
        do {
            _ = try await webservice.load(Episode.all)
            Issue.record("it should have failed")
        } catch let error as LoadError {
            #expect(error.stage == .status)
            #expect(error.request.url == Episode.all.url)
            #expect(error.response?.body == list)
            switch error.stage {
            case .request, .transport, .parse: Issue.record("the wrong stage")
            case .status: break
            }
        } catch {
            Issue.record(error)
        }
    }
}
