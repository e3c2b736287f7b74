import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The loops over the items and the pages of a list, live.
@Suite(.permit) struct PagedLoopTests {
    private static let url = URL(string: "http://example.org/list")!

    private static func page(of request: Request) -> Int {
        Query(of: request.url).values(of: "page").first.flatMap { Int($0) } ?? 1
    }

    /// A list of pages of the given sizes, and how to answer for it.
    private static func list(_ sizes: [Int]) -> (Paged<Int>, @Sendable (Request) -> Response) {
        let count = sizes.count
        let paged = Paged(Resource<[Int]>(json: url), next: .number(as: "page", until: .count { _ in count }))
        return (
            paged,
            { request in
                let page = page(of: request)
                let start = sizes.prefix(page - 1).reduce(0, +)
                return Response(body: Data("\(Array(start..<(start + sizes[page - 1])))".utf8))
            }
        )
    }

    @Test(arguments: [false, true]) func `the items are those of the plan, however they are loaded`(
        prefetching: Bool
    ) async throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<60 {
            let sizes = (0..<Int.random(in: 1...9, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
            let (paged, answer) = Self.list(sizes)
            let sent = Locked([Request]())
            let webservice = Webservice(
                transport: StubTransport { request in
                    sent.withLock { $0.append(request) }
                    return answer(request)
                })
            var run = DryRun(answer)
            let expected = try run.load(paged)
            var items: [Int] = []
            for try await item in webservice.items(of: paged, prefetching: prefetching) { items.append(item) }
            #expect(items == expected && sent.withLock { $0 } == run.requests, "\(sizes)")

            var pages: [[Int]] = []
            for try await page in webservice.pages(of: paged, prefetching: prefetching) { pages.append(page.items) }
            #expect(pages.map(\.count) == sizes)
            #expect(try await webservice.load(paged) == expected)
            let limit = Int.random(in: 0...(expected.count + 1), using: &random)
            #expect(try await webservice.load(paged.collect(limit: limit)) == Array(expected.prefix(limit)))
        }
    }

    @Test func `nothing is sent before the first item is wanted, and each loop starts over`() async throws {
        let (paged, answer) = Self.list([2, 2])
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { request in
                sent.add()
                return answer(request)
            })
        let items = webservice.items(of: paged, prefetching: true)
        var iterator = items.makeAsyncIterator()
        try await Task.sleep(for: .milliseconds(20))
        #expect(sent.value == 0)
        #expect(try await iterator.next() == 0)
        for _ in 0..<2 {
            var all: [Int] = []
            for try await item in items { all.append(item) }
            #expect(all == [0, 1, 2, 3])
        }
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
    }

    @Test func `without prefetching a page is asked for when the last item before it was taken`() async throws {
        let (paged, answer) = Self.list([2, 0, 3, 1])
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { request in
                sent.add()
                return answer(request)
            })
        var counts: [Int] = []
        for try await _ in webservice.items(of: paged) {
            // Time enough for a page that is loaded too early.
            try await Task.sleep(for: .milliseconds(5))
            counts.append(sent.value)
        }
        #expect(counts == [1, 1, 3, 3, 3, 4])
        for try await item in webservice.items(of: paged).prefix(2) { #expect(item < 2) }
        #expect(sent.value == 5)
    }

    @Test func `with prefetching one page is ahead, and never more`() async throws {
        let (paged, answer) = Self.list([2, 2, 2, 2])
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { request in
                sent.add()
                return answer(request)
            })
        var taken = 0
        for try await _ in webservice.items(of: paged, prefetching: true) {
            let expected = min(taken / 2 + 2, 4)
            #expect(await eventually { sent.value == expected })
            try await Task.sleep(for: .milliseconds(5))
            #expect(sent.value == expected, "after \(taken) items")
            taken += 1
        }
        #expect(taken == 8 && sent.value == 4)
    }

    @Test(arguments: [false, true]) func `an error comes behind the items before it, and ends the loop`(
        prefetching: Bool
    ) async throws {
        let (paged, answer) = Self.list([2, 1, 3])
        let webservice = Webservice(
            transport: StubTransport { request in
                if Self.page(of: request) == 3 { throw TransportError(.connectionLost, "gone") }
                return answer(request)
            })
        var iterator = webservice.items(of: paged, prefetching: prefetching).makeAsyncIterator()
        var items: [Int] = []
        let error = await #expect(throws: LoadError.self) {
            while let item = try await iterator.next() { items.append(item) }
        }
        #expect(items == [0, 1, 2] && error?.request.url.query() == "page=3")
        #expect(try await iterator.next() == nil)

        items = []
        let short = paged.maximumPageCount(1)
        let end = await #expect(throws: LoadError.self) {
            for try await item in webservice.items(of: short, prefetching: prefetching) { items.append(item) }
        }
        #expect(items == [0, 1] && end?.underlyingError as? PagingError == .tooManyPages(maximum: 1))
    }
}
