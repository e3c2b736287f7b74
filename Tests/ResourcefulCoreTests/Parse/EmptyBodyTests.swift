import Foundation
import ResourcefulTesting
import Testing

/// What nothing at all, or next to nothing, means for each kind of value: the table of the documentation.
struct EmptyBodyTests {
    private struct Episode: Decodable, Sendable { let title: String }

    private static let url = Sample.url

    private static let situations: [(name: String, method: Request.Method, response: Response)] = [
        ("200, no bytes", .get, Response()),
        ("204", .get, Response(status: 204)),
        ("205", .get, Response(status: 205)),
        ("304", .get, Response(status: 304)),
        ("HEAD", .head, Response()),
        ("white space", .get, Response(body: Data(" \r\n".utf8))),
        ("`null`", .get, Response(body: Data("null".utf8))),
        ("`{}`", .get, Response(body: Data("{}".utf8))),
    ]

    private static let kinds: [(name: String, read: @Sendable (Request, Response) -> String)] = [
        ("`Void`", { told(Resource<Void>($0), $1) { "`()`" } }),
        ("`Data`", { told(Resource<Data>($0), $1) { "\($0.count) bytes" } }),
        ("`Episode?`", { told(Resource<Episode?>(json: $0), $1) { $0 == nil ? "nil" : "an episode" } }),
        ("`Episode`", { told(Resource<Episode>(json: $0), $1) { _ in "an episode" } }),
        (
            "`Episode`, `.optional()`",
            {
                told(Resource<Episode>(json: $0).optional(), $1) { $0 == nil ? "nil" : "an episode" }
            }
        ),
    ]

    private static func told<Value>(
        _ resource: Resource<Value>, _ response: Response, _ describe: (Value) -> String
    ) -> String {
        do {
            return describe(try resource.value(from: response))
        } catch let error as LoadError {
            switch error.stage {
            case .status: return "fails: the status"
            case .parse: return "fails: \((error.parseFailure?.found ?? "unknown").components(separatedBy: " (")[0])"
            default: return "\(error)"
            }
        } catch {
            return "\(error)"
        }
    }

    private static var table: String {
        var lines = ["| | " + kinds.map(\.name).joined(separator: " | ") + " |"]
        lines.append("|" + String(repeating: "---|", count: kinds.count + 1))
        for (name, method, response) in situations {
            let request = Request(url: url, method: method)
            lines.append("| \(name) | " + kinds.map { $0.read(request, response) }.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    @Test func `the table of the documentation says what happens`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Docs/Resourceful.docc/ReadingResponses.md"), encoding: .utf8)
        let parts = article.components(separatedBy: "<!-- empty bodies -->\n")
        let shown = try #require(parts.last?.components(separatedBy: "\n<!-- end -->").first)
        #expect(shown == Self.table, "the table is to be:\n\(Self.table)")
        #expect(parts.count == 2)
    }

    @Test func `a 304 that counts as success is empty for all that`() throws {
        let resource = Resource<Episode?>(json: Self.url).validating(.status(304))
        #expect(try resource.value(from: Response(status: 304)) == nil)
        let error = #expect(throws: LoadError.self) {
            try Resource<Episode>(json: Self.url).validating(.any).value(from: Response(status: 304))
        }
        #expect(error?.parseFailure?.found == "an empty body (a response with the status 304 has none)")
    }

    @Test func `by Foundation's decoder an empty body means the same`() throws {
        let optional = Resource<Episode?>(json: Self.url, decoder: JSONDecoder())
        #expect(try optional.value(from: Response()) == nil)
        #expect(try optional.value(from: Response(body: Data("\n".utf8))) == nil)
        #expect(try optional.value(from: Response(body: Data("null".utf8))) == nil)
        let error = #expect(throws: LoadError.self) {
            try Resource<Episode>(json: Self.url, decoder: JSONDecoder()).value(from: Response(status: 204))
        }
        #expect(error?.parseFailure?.found == "an empty body (a response with the status 204 has none)")
    }

    @Test func `what a map makes of nil is kept`() throws {
        let title = Resource<Episode?>(json: Self.url).map { $0?.title ?? "untitled" }
        #expect(try title.parse(Data()) == "untitled")
        #expect(try title.parse(Data(#"{"title": "a"}"#.utf8)) == "a")
        struct Refused: Error {}
        let refusing = Resource<Episode?>(json: Self.url).map { _ -> Int in throw Refused() }
        #expect(#expect(throws: LoadError.self) { try refusing.parse(Data()) }?.underlyingError is Refused)
    }

    @Test func `a value at a path is nil where only its key is missing`() throws {
        let resource = Resource<[Int]?>(json: Self.url, at: "data.list")
        #expect(try resource.parse(Data(#"{"data": {}}"#.utf8)) == .some(nil))
        #expect(try resource.parse(Data(#"{"data": {"list": null}}"#.utf8)) == .some(nil))
        #expect(try resource.parse(Data(#"{"data": {"list": [1]}}"#.utf8)) == [1])
        #expect(throws: LoadError.self) { try resource.parse(Data("{}".utf8)) }
        #expect(throws: LoadError.self) { try Resource<[Int]>(json: Self.url, at: "a").parse(Data("{}".utf8)) }
    }

    @Test func `a type of its own that can be written as nil is no optional`() throws {
        #expect(throws: LoadError.self) { try Resource<JSON>(json: Self.url).parse(Data()) }
        #expect(try Resource<JSON>(json: Self.url).parse(Data("null".utf8)).isNull)
    }
}
