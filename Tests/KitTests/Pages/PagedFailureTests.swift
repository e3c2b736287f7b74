import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every page is what the first one is: validated, read, and failing in the same way.
struct PagedFailureTests {
    private struct Refused: Error, Equatable { let code: Int }

    private static let url = URL(string: "https://example.org/list")!

    /// A server of three pages, the second of which is another response.
    private static func run(second: @escaping @Sendable (Request) -> Response) -> DryRun {
        DryRun { request in
            let page = Query(of: request.url).values(of: "page").first.flatMap { Int($0) } ?? 1
            return page == 2 ? second(request) : Response(body: Data((page > 3 ? "[]" : "[\(page), \(page)]").utf8))
        }
    }

    private let numbers = Paged(Resource<[Int]>(json: url), next: .number(as: "page"))

    @Test func `a status that isn't a success fails the plan, and names the page`() throws {
        var run = Self.run { _ in Response(status: 500) }
        let error = #expect(throws: LoadError.self) { try run.load(numbers) }
        #expect(error?.stage == .status && error?.request.url.query() == "page=2" && run.requests.count == 2)
        #expect(try run.load(numbers.collect(limit: 2)) == [1, 1], "what comes before is not touched")
        #expect(try run.load(numbers.recover { _ in Plan.value([0]) }) == [0])
    }

    @Test func `what the resource declares, validates and does itself holds for every page`() throws {
        let resource = Resource<[Int]>(json: Self.url)
            .failing { $0.status == 409 ? Refused(code: 7) : nil }
            .applying(.headerFields(["X-Own": "1"])).header("Accept", "application/json").timeout(.seconds(7))
        let paged = Paged(resource, next: .number(as: "page"))
        var run = Self.run { _ in Response(status: 409) }
        #expect(throws: Refused(code: 7)) { try run.load(paged) }

        var good = Self.run { _ in Response(status: 418, body: Data("[]".utf8)) }
        let lenient = Paged(resource.validating(.any), next: .number(as: "page", until: .count { _ in 3 }))
        #expect(try good.load(lenient) == [1, 1, 3, 3])
        #expect(good.requests.count == 3)
        for request in good.requests {
            #expect(request.headerFields["X-Own"] == "1" && request.headerFields["Accept"] == "application/json")
            #expect(request.timeout == .seconds(7))
        }
    }

    @Test func `an envelope is opened on every page`() throws {
        let paged = Paged(Resource<[Int]>(json: Self.url).inside(Envelope()), next: .number(as: "page"))
        var run = DryRun { request in
            let page = Query(of: request.url).values(of: "page").first ?? "1"
            let code = page == "3" ? 1001 : 0
            return Response(body: Data(#"{"code": \#(code), "message": "no", "data": [\#(page)]}"#.utf8))
        }
        #expect(throws: ServiceError(code: 1001, message: "no")) { try run.load(paged) }
        #expect(try run.load(paged.collect(limit: 2)) == [1, 2])
    }

    @Test func `a body that can't be read fails at its page and path`() throws {
        var run = Self.run { _ in Response(body: Data(#"[1, "x"]"#.utf8)) }
        let error = #expect(throws: LoadError.self) { try run.load(numbers) }
        #expect(error?.stage == .parse && error?.parseFailure?.path == [.index(1)])
        #expect(error?.request.url.query() == "page=2" && error?.response != nil)
    }

    @Test func `a transform that throws fails at the parse stage, and cancellation stays what it is`() throws {
        var run = Self.run { _ in Response(body: Data("[2]".utf8)) }
        let error = #expect(throws: LoadError.self) {
            try run.load(numbers.map { number in if number == 2 { throw Refused(code: 2) } })
        }
        #expect(error?.stage == .parse && error?.underlyingError as? Refused == Refused(code: 2))
        #expect(throws: CancellationError.self) { try run.load(numbers.filter { _ in throw CancellationError() }) }
    }

    @Test func `a page that names the next one in a way that can't be read fails behind its items`() throws {
        let ways: [(NextPage<JSON>, String)] = [
            (.cursor(at: "next", as: "c"), #"{"items": [1], "next": {}}"#),
            (.url(at: "next"), #"{"items": [1], "next": [true]}"#),
            (.url(at: "next"), #"{"items": [1], "next": "https://exa mple.org:port/"}"#),
            (.number(as: "page").while(at: "more"), #"{"items": [1]}"#),
            (.number(as: "page", until: .count(at: "count")), #"{"items": [1], "count": "many"}"#),
            (.offset(as: "page", until: .total(at: "count")), #"{"items": [1], "count": 0.5}"#),
            (NextPage { _, _, _ in throw Refused(code: 3) }, #"{"items": [1]}"#),
        ]
        for (next, body) in ways {
            var run = DryRun(baseURL: Self.url) { _ in Response(body: Data(body.utf8)) }
            let paged = Paged<Int>(json: URL(string: "relative")!, items: "items", next: next)
            let error = #expect(throws: LoadError.self) { try run.load(paged) }
            #expect(error?.stage == .parse && error?.response?.body == Data(body.utf8), "\(body)")
            #expect(error?.request.url.absoluteString == "https://example.org/list/relative")
            #expect(try run.load(paged.collect(limit: 1)) == [1])
            let page = try #require(try run.load(paged.pages(limit: 1)).first)
            #expect(throws: LoadError.self) { try page.next }
            #expect(run.requests.count == 3)
        }
    }

    @Test func `a Link field whose target is no URL is an error, and no end`() throws {
        var run = DryRun { _ in Response(headerFields: ["Link": "<https://[::1>; rel=next"], body: Data("[1]".utf8)) }
        let error = #expect(throws: LoadError.self) {
            try run.load(Paged(Resource<[Int]>(json: Self.url), next: .link))
        }
        #expect(error?.parseFailure?.expected == "the URL of the next page in the Link field")
    }

    @Test func `a custom function that fails with an error of its stage keeps it`() throws {
        let refusing = NextPage<[Int]> { _, _, request in
            throw LoadError(stage: .request, request: request, underlyingError: RequestError("never"))
        }
        var run = DryRun { _ in Response(body: Data("[1]".utf8)) }
        let error = #expect(throws: LoadError.self) {
            try run.load(Paged(Resource<[Int]>(json: Self.url), next: refusing))
        }
        #expect(error?.underlyingError as? RequestError == RequestError("never"))
        let cancelled = NextPage<[Int]> { _, _, _ in throw CancellationError() }
        #expect(throws: CancellationError.self) {
            try run.load(Paged(Resource<[Int]>(json: Self.url), next: cancelled))
        }
    }

    @Test func `a page is parsed once`() throws {
        let count = Tally()
        let resource = Resource<[Int]>(url: Self.url) { data in
            count.add()
            return try JSON(parsing: data).decode()
        }
        var run = Self.run { _ in Response(body: Data("[2]".utf8)) }
        #expect(try run.load(Paged(resource, next: .number(as: "page"))) == [1, 1, 2, 3, 3])
        #expect(count.value == 4)
    }
}

/// Counts what a function of a resource does.
private final class Tally: Sendable {
    private let count = Locked(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
