import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lists in pages as plans: what is asked for, what ends them, and what fails.
struct PagedPlanTests {
    private static let url = PageServer.url
    private static let numbers = Paged(Resource<[Int]>(json: url), next: .number(as: "page"))

    private static func page(_ request: Request) -> Int {
        Query(of: request.url).values(of: "page").first.flatMap { Int($0) } ?? 1
    }

    /// Answers with pages of the given sizes, whatever number they have.
    private static func run(_ sizes: [Int]) -> DryRun {
        DryRun { request in
            let page = page(request)
            let size = sizes.indices.contains(page - 1) ? sizes[page - 1] : 0
            return Response(body: Data("\(Array(repeating: page, count: size))".utf8))
        }
    }

    @Test func `a list is a plan, and nothing is sent before it is asked for`() throws {
        var run = Self.run([2, 1])
        let both = zip(Self.numbers, Self.numbers.map { "\($0)" }).map { "\($0.0) \($0.1)" }
        #expect(run.requests.isEmpty)
        #expect(try run.load(both) == #"[1, 1, 2] ["1", "1", "2"]"#)
        #expect(try run.load(Self.numbers.collect(limit: 0)) == [] && run.load(Self.numbers.collect(limit: -1)) == [])
        #expect(run.requests.count == 3, "equal requests at the same moment are one")
        #expect("\(Self.numbers)" == "GET https://example.org/numbers?sort=a%2Bb → pages of Int")
        #expect("\(Self.numbers.plan)" == "GET https://example.org/numbers?sort=a%2Bb → …")
    }

    @Test func `the same plan runs any number of times`() throws {
        let plan = Self.numbers.collect(limit: 4)
        for _ in 0..<3 {
            var run = Self.run([1, 2, 3])
            #expect(try run.load(plan) == [1, 2, 2, 3])
            #expect(run.requests.count == 3)
        }
    }

    @Test func `pages have their numbers, items and responses, and say what is next`() throws {
        var run = Self.run([2, 1])
        let pages = try run.load(Self.numbers.pages())
        #expect(pages.map(\.number) == [1, 2, 3])
        #expect(pages.map(\.items) == [[1, 1], [2], []])
        #expect(pages.map { $0.response.body.count } == [6, 3, 2])
        let queries = try pages.map { try $0.next?.url.query() }
        #expect(queries == ["sort=a%2Bb&page=2", "sort=a%2Bb&page=3", nil])
        #expect("\(pages[0])" == "page 1, 2 items")
        #expect(try run.load(Self.numbers.pages(limit: 1)).count == 1 && run.load(Self.numbers.pages(limit: 0)).isEmpty)
        #expect(run.requests.count == 4)

        var rest = Self.numbers
        rest.request = try #require(try pages[0].next)
        #expect(try run.load(rest) == [2])
    }

    @Test func `items are transformed and left out, and the same pages are asked for`() throws {
        var run = Self.run([2, 3, 1])
        let odd = Self.numbers.map { $0 * 10 }.filter { $0 != 20 }
        #expect(try run.load(odd) == [10, 10, 30])
        #expect(run.requests.count == 4)
        #expect(try run.load(odd.collect(limit: 3)) == [10, 10, 30])
        #expect(run.requests.count == 7, "the second page has nothing of it")
        #expect(try run.load(Self.numbers.maximumPageCount(3).map { $0 }.collect(limit: 6)).count == 6)
        #expect(throws: LoadError.self) { try run.load(Self.numbers.maximumPageCount(3).map { $0 }) }
    }

    @Test func `a cycle ends in an error, before anything is sent twice`() {
        checkEach(1...7) { length in
            for tail in 0...3 {
                let paged = Paged<Int>(json: Self.url, items: "items", next: .cursor(at: "next", as: "cursor"))
                let server: (Request) -> Response = { request in
                    let page = Query(of: request.url).values(of: "cursor").first.flatMap { Int($0) } ?? 0
                    let next = page == tail + length - 1 ? tail : page + 1
                    return Response(body: Data(#"{"items": [\#(page)], "next": \#(next)}"#.utf8))
                }
                var run = DryRun(server)
                let error = try #require(throws: LoadError.self, "\(length)") { try run.load(paged) }
                // The page without a cursor and the one with the cursor 0 are two, as far as anybody can know.
                let count = tail == 0 ? length + 1 : tail + length
                #expect(run.requests.count == count, "\(length): after \(tail)")
                #expect(
                    error.stage == .request && error.underlyingError as? PagingError == .cycle(page: count), "\(length)"
                )
                let cursor = tail == 0 && length > 1 ? 1 : tail
                #expect(error.request.url.query()?.hasSuffix("cursor=\(cursor)") == true, "\(length)")
                #expect(
                    "\(error)".hasSuffix("page \(count) links to it as the next page, but it was already loaded"),
                    "\(length)")
                #expect(try run.load(paged.collect(limit: count)).count == count, "\(length): what is there is given")
            }
        }
    }

    @Test func `a list that began with a relative URL is known again when it is named as an absolute one`() throws {
        var run = DryRun(baseURL: URL(string: "https://example.org/v1/")) { request in
            Response(headerFields: ["Link": "</v1/list>; rel=next"], body: Data("[1]".utf8))
        }
        let list = Paged(Resource<[Int]>(json: URL(string: "list")!), next: .link)
        let error = #expect(throws: LoadError.self) { try run.load(list) }
        #expect(error?.underlyingError as? PagingError == .cycle(page: 1) && run.requests.count == 1)
    }

    @Test func `an endless list ends in an error at the maximum`() throws {
        let own = [1, 7, 100].map { ($0, Self.numbers.maximumPageCount($0)) }
        #expect(Self.numbers.maximumPageCount == 10_000)
        for (maximum, paged) in own + (Effort.isReduced ? [] : [(10_000, Self.numbers)]) {
            var run = DryRun { _ in Response(body: Data("[1]".utf8)) }
            let error = #expect(throws: LoadError.self) { try run.load(paged) }
            #expect(error?.underlyingError as? PagingError == .tooManyPages(maximum: maximum))
            #expect(run.requests.count == maximum && paged.maximumPageCount == maximum)
        }
        var run = Self.run([1, 1])
        #expect(try run.load(Self.numbers.maximumPageCount(3)) == [1, 2], "exactly so many are none too many")
        #expect(throws: LoadError.self) { try run.load(Self.numbers.maximumPageCount(0)) }
    }

    @Test func `empty pages that name a next one are followed`() throws {
        let paged = Paged<Int>(json: Self.url, items: "items", next: .cursor(at: "next", as: "cursor"))
        var run = DryRun { request in
            let page = Query(of: request.url).values(of: "cursor").first.flatMap { Int($0) } ?? 0
            let next = page == 500 ? "\"\"" : "\(page + 1)"
            return Response(body: Data(#"{"items": \#(page % 100 == 99 ? "[1]" : "[]"), "next": \#(next)}"#.utf8))
        }
        #expect(try run.load(paged).count == 5)
        #expect(run.requests.count == 501)
    }

    @Test func `numbers too large are an error, and nothing traps`() throws {
        let ways: [NextPage<[Int]>] = [
            .number(as: "n"), .number(as: "n", from: .min, until: .count { _ in .max }),
            .offset(as: "n", from: .max), .offset(as: "n", from: -1, until: .total { _ in .max }),
        ]
        for next in ways {
            for text in ["\(Int.max)", "\(Int.min)", "99999999999999999999", "", "x"] {
                var run = DryRun { _ in Response(body: Data("[1]".utf8)) }
                let paged = Paged(Resource(json: Self.url).query("n", text), next: next).maximumPageCount(3)
                #expect(throws: LoadError.self) { try run.load(paged) }
                #expect(run.requests.count <= 3)
            }
        }
    }
}
