import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The media type of a response beside what was asked for.
struct MediaTypeValidationTests {
    private let photo = Resource<Data>(image: Sample.url)

    private func response(_ mediaType: String?, _ body: String = "bytes", status: Response.Status = 200) -> Response {
        Response(
            status: status, headerFields: mediaType.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8))
    }

    @Test(arguments: ["image/png", "IMAGE/WebP", "image/svg+xml; charset=utf-8", nil])
    func `a type that was asked for passes, and so does none at all`(mediaType: String?) throws {
        #expect(try photo.value(from: response(mediaType)) == Data("bytes".utf8))
    }

    @Test func `another type fails the load at the parse stage, and says what came instead`() throws {
        let page = response("text/html; charset=utf-8", "<html>Please sign in</html>")
        let error = try #require(throws: LoadError.self) { try photo.value(from: page) }
        #expect(error.stage == .parse)
        #expect(error.response == page)
        #expect(error.parseFailure?.expected == "a body of the media type image/*")
        #expect(error.parseFailure?.found == "text/html")
        #expect(error.parseFailure?.excerpt == "<html>Please sign in</html>")
    }

    @Test func `a status that isn't a success is looked at first`() throws {
        let error = #expect(throws: LoadError.self) { try photo.value(from: response("text/html", status: 404)) }
        #expect(error?.stage == .status)
    }

    @Test func `a body without bytes passes whatever it claims to be`() throws {
        #expect(try photo.value(from: response("text/html", "")) == Data())
    }

    @Test(arguments: ["application/json", "text/json", "application/problem+json", "application/vnd.api+json"])
    func `where JSON was asked for every kind of it passes`(mediaType: String) throws {
        let resource = Resource<[Int]>(json: Sample.url).accepting(.json)
        #expect(try resource.value(from: response(mediaType, "[1]")) == [1])
        #expect(throws: LoadError.self) { try resource.value(from: response("text/plain", "[1]")) }
        #expect(throws: LoadError.self) {
            try resource.accepting("application/xml", "text/*").value(from: response("application/json", "[1]"))
        }
    }

    @Test func `a resource that asks for nothing in particular takes any type`() throws {
        #expect(try Resource<[Int]>(json: Sample.url).value(from: response("text/plain", "[1]")) == [1])
        #expect(try Resource<[Int]>(json: Sample.url).accepting(.anything).value(from: response("a/b", "[1]")) == [1])
    }

    @Test func `a type of quality 0 is not asked for`() throws {
        let resource = Resource<Data>(Request(url: Sample.url, headerFields: ["Accept": "text/html;q=0, text/*"]))
        #expect(try resource.value(from: response("text/css")) == Data("bytes".utf8))
        let only = Resource<Data>(Request(url: Sample.url, headerFields: ["Accept": "text/css, text/html;q=0"]))
        #expect(throws: LoadError.self) { try only.value(from: response("text/html")) }
    }

    @Test func `checks are combined as their words say`() {
        let checks: [Validation] = [.status(200, 404), .status(in: 200..<300), .mediaType("text/*"), .any, .status()]
        let responses = [200, 204, 404, 500].flatMap { code in
            ["text/plain", "image/png", nil].map { response($0, status: Response.Status(code) ?? 200) }
        }
        for (left, right, response) in checks.flatMap({ l in checks.flatMap { r in responses.map { (l, r, $0) } } }) {
            #expect(left.and(right)(response) == (left(response) && right(response)))
            #expect(left.or(right)(response) == (left(response) || right(response)))
        }
    }
}
