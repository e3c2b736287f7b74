import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lists in pages from a real server, over every transport.
@Suite(.permit) struct PagedTransportTests {
    private static let sizes = [3, 0, 2, 4, 1]

    /// Answers with a page, and with a Link field to the next one: relative or absolute, in turn.
    private static func answer(_ request: Request) -> Response {
        let page = Query(of: request.url).values(of: "p").first.flatMap { Int($0) } ?? 0
        let start = sizes.prefix(page).reduce(0, +)
        var response = Response(body: Data("\(Array(start..<(start + sizes[page])))".utf8))
        let next = URL(string: "?p=\(page + 1)", relativeTo: request.url)
        if page + 1 < sizes.count, let next {
            let target = page.isMultiple(of: 2) ? next.relativeString : next.absoluteString
            response.headerFields["Link"] = "</>; rel=first, <\(target)>; rel=\"last next\""
        }
        return response
    }

    private let list = Paged(Resource<[Int]>(json: URL(string: "list?sort=up")!), next: .link)

    @Test(arguments: Subject.allCases) func `all items arrive in order, in every way to load them`(subject: Subject)
        async throws
    {
        let service = try Service(subject) { Self.answer($0) }
        let list = list.header("Authorization", "Bearer s3cret").alone()
        let all = Array(0..<Self.sizes.reduce(0, +))
        for prefetching in [false, true] {
            var items: [Int] = []
            for try await item in service.webservice.items(of: list, prefetching: prefetching) { items.append(item) }
            #expect(items == all)
        }
        #expect(try await service.webservice.load(list) == all)
        #expect(try await service.webservice.load(list.collect(limit: 4)) == [0, 1, 2, 3])
        let queries = ["sort=up", "p=1", "p=2", "p=3", "p=4"]
        let expected = [queries, queries, queries, Array(queries.prefix(3))].flatMap { $0 }
        let found = service.requests.map { request in request.url.query() ?? "" }
        #expect(found == expected)
        #expect(service.requests.allSatisfy { $0.headerFields["Authorization"] == "Bearer s3cret" })
    }

    @Test(arguments: Subject.overSockets) func `a page that never comes is let go of with its loop`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.query() == "p=1"
                ? .faulty(Self.answer(request), .stallInHead(after: 5)) : .response(Self.answer(request))
        })
        let webservice = server.webservice(subject)
        var items: [Int] = []
        for try await item in webservice.items(of: list, prefetching: true) {
            items.append(item)
            if item == 2 {
                #expect(await eventually { server.requests.count == 2 })
                break
            }
        }
        #expect(items == [0, 1, 2] && server.requests.count == 2)
    }
}
