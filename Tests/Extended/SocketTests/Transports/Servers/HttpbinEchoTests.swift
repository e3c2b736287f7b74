import Foundation
import ResourcefulTesting
import Testing

/// What httpbin says that it has received.
@Suite(.permit, .needsServers, .knownDifferences) struct HttpbinEchoTests {
    private func echoed(
        _ subject: Subject, _ path: String, method: Request.Method = .get, headerFields: HeaderFields = [:],
        body: Body? = nil
    ) async throws -> JSON {
        let response = try await subject.load(
            Servers.httpbin + path, method: method, headerFields: headerFields, body: body)
        #expect(response.status == 200)
        return try JSON(parsing: response.body)
    }

    @Test(arguments: Subject.overSockets, [Request.Method.get, .post, .put, .patch, .delete, .trace])
    func `a method arrives`(subject: Subject, method: Request.Method) async throws {
        let json = try await echoed(subject, "anything/a/b", method: method)
        #expect(try json.method.string == method.rawValue)
        #expect(try json.url.string == Servers.httpbin + "anything/a/b")
        #expect(try json.data.string == "")
    }

    @Test(arguments: Subject.overSockets) func `HEAD and OPTIONS have their own answers`(
        subject: Subject
    ) async throws {
        let head = try await subject.load(Servers.httpbin + "get", method: .head)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(try #require(head.headerFields["Content-Length"].flatMap { Int($0) }) > 0)
        let options = try await subject.load(Servers.httpbin + "anything", method: .options)
        #expect(try #require(options.headerFields["Allow"]).contains("PATCH"))
    }

    @Test(arguments: Subject.overSockets) func `odd characters of a query arrive`(subject: Subject) async throws {
        let json = try await echoed(
            subject, "anything?a=1&a=2&q=%C3%A9%20%26%3D%23%2B&empty=&plus=a+b&slash=/?:@!$'()*,;%5B%5D&flag")
        let query = json.args
        #expect(try query.a.array.map { try $0.string } == ["1", "2"])
        #expect(try query.q.string == "é &=#+")
        #expect(try query.empty.string == "")
        #expect(try query.plus.string == "a b")
        #expect(try query.slash.string == "/?:@!$'()*,;[]")
        #expect(try query.flag.string == "")
    }

    @Test(arguments: Subject.overSockets) func `fields arrive, and no others of ours`(subject: Subject) async throws {
        let fields: HeaderFields = ["X-One": "1", "X-Spaced": "a  b", "X-Long": HeaderFields.longValue]
        let json = try await echoed(subject, "headers", headerFields: fields).headers
        #expect(try json["X-One"].string == "1")
        #expect(try json["X-Spaced"].string == "a  b")
        #expect(try json["X-Long"].string == HeaderFields.longValue)
        #expect(try Servers.httpbin.contains(json["Host"].string))
        let own = Set(try json.keys).subtracting(["X-One", "X-Spaced", "X-Long"])
        #expect(own.isSubset(of: ["Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Connection"]))
    }

    @Test(arguments: Subject.overSockets, [("post", Request.Method.post), ("put", .put), ("patch", .patch)])
    func `bodies of all kinds arrive`(subject: Subject, place: (path: String, method: Request.Method)) async throws {
        func send(_ body: Body) async throws -> JSON {
            try await echoed(subject, place.path, method: place.method, body: body)
        }
        let text = try await send(.data(Data("grüße\n".utf8), mediaType: "text/plain"))
        #expect(try text.data.string == "grüße\n")
        #expect(try text.headers["Content-Type"].string == "text/plain")

        let bytes = Data((0...255).map { UInt8($0) })
        let binary = try await send(.data(bytes, mediaType: "image/png"))
        #expect(try binary.data.string == "data:application/octet-stream;base64,\(bytes.base64EncodedString())")

        let form = try await send(.form(["name": "é &=+", "empty": "", "twice": "1", "twice": "2"]))
        #expect(try form.form.name.string == "é &=+")
        #expect(try form.form.empty.string == "")
        #expect(try form.form.twice.array.map { try $0.string } == ["1", "2"])

        let json = try await send(.json(["a": [1, 2], "é/": []]))
        #expect(try json.json.a.array.map { try $0.int } == [1, 2])
        #expect(try json.json["é/"].array.isEmpty)
        #expect(try json.headers["Content-Type"].string == "application/json")

        let empty = try await send(.data(Data()))
        #expect(try empty.data.string == "")
    }

    @Test(arguments: Subject.overSockets) func `a file arrives`(subject: Subject) async throws {
        let file = URL(filePath: try #require(Servers.folder) + "/www/numbers.txt")
        let json = try await echoed(subject, "put", method: .put, body: .file(file, mediaType: "text/plain"))
        #expect(try json.data.string == String(contentsOf: file, encoding: .utf8))
        let size = try Data(contentsOf: file).count
        try await subject.check(.filesInChunks) {
            let length = try json.headers["Content-Length"].string
            #expect(length == "\(size)")
        }
    }

    @Test(arguments: Subject.overSockets) func `a DELETE with a body arrives with it`(subject: Subject) async throws {
        let json = try await echoed(subject, "delete", method: .delete, body: .json(["id": 1]))
        #expect(try json.json.id.int == 1)
    }

    @Test(arguments: Subject.overSockets) func `a hundred at once get each their own`(subject: Subject) async throws {
        let plan = all(
            (0..<100).map { number in
                echo(Servers.httpbin + "anything/\(number)", method: .post, body: .data(Data("\(number)".utf8)))
                    .map { try JSON(parsing: $0.body).data.string }
            })
        let answers = try await Webservice(transport: subject.shared()).load(plan)
        #expect(answers == (0..<100).map { "\($0)" })
    }
}

extension HeaderFields {
    /// As much as servers commonly take.
    fileprivate static let longValue = String(repeating: "0123456789", count: 400)
}
