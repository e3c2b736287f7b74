import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every way to name the next page gives the items of the server, in its order.
struct NextPageTests {
    /// A way to name the next page, and which sizes of pages it is for.
    struct Naming: CustomTestStringConvertible, Sendable {
        enum Sizes { case any, notEmpty, same }
        let testDescription: String
        let sizes: Sizes
        let paged: Paged<Int>
        /// How many requests it takes beyond the pages there are: for the empty page at the end.
        var extra = 0
    }

    private static func typed(
        _ name: String, _ sizes: Naming.Sizes = .any, extra: Int = 0, next: NextPage<NumberPage>
    ) -> Naming {
        let resource = Resource<NumberPage>(json: PageServer.url)
        return Naming(
            testDescription: name, sizes: sizes, paged: Paged(resource, items: \.results, next: next), extra: extra)
    }

    private static func json(
        _ name: String, _ sizes: Naming.Sizes = .any, extra: Int = 0, next: NextPage<JSON>
    ) -> Naming {
        Naming(
            testDescription: name, sizes: sizes, paged: Paged(json: PageServer.url, items: "results", next: next),
            extra: extra)
    }

    static let size = 4
    static let namings = [
        typed("Link", next: .link), json("Link, another relation", next: .link(relation: "NEXT")),
        typed("cursor", next: .cursor(\.meta.next, as: "cursor")),
        typed("number as cursor", next: .cursor(\.meta.token, as: "token")),
        json("cursor at a path", next: .cursor(at: "meta.next", as: "cursor")),
        json("number as cursor at a path", next: .cursor(at: "meta.token", as: "token")),
        json("URL at a path", next: .url(at: "meta.url")),
        typed("cursor while there are more", next: .cursor({ $0.meta.token ?? 0 }, as: "token").while(\.meta.hasMore)),
        json(
            "number while there are more",
            next: .number(as: "page", until: .count { _ in .max }).while(at: "meta.hasMore")),
        typed("number, count", next: .number(as: "page", until: .count(\.meta.pages))),
        json("number, count at a path", next: .number(as: "zero", from: 0, until: .count(at: "meta.pages"))),
        typed("number, empty", .notEmpty, extra: 1, next: .number(as: "page")),
        typed("number from 0, empty", .notEmpty, extra: 1, next: .number(as: "zero", from: 0)),
        typed("number, total", .same, next: .number(as: "page", until: .total(\.meta.total, pageSize: size))),
        json(
            "number, total without a size", .notEmpty, extra: 1,
            next: .number(as: "page", until: .total(at: "meta.total"))),
        typed("offset, empty", .notEmpty, extra: 1, next: .offset(as: "offset")),
        typed("offset, total", .notEmpty, next: .offset(as: "offset", until: .total(\.meta.total))),
        json("offset, total at a path", .notEmpty, next: .offset(as: "offset", until: .total(at: "meta.total"))),
        typed("offset by a step, total", .same, next: .offset(as: "offset", by: size, until: .total(\.meta.total))),
        typed(
            "any function",
            next: NextPage { page, _, request in page.meta.token.map { request.query("token", $0).withoutOldTokens } }),
    ]

    @Test(arguments: namings) func `every naming gives exactly the items, in order`(naming: Naming) throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<Effort.size(reduced: 3, usual: 80, full: 300) {
            let count = Int.random(in: 1...12, using: &random)
            var sizes = (0..<count).map { _ in
                naming.sizes == .same ? Self.size : Int.random(in: naming.sizes == .any ? 0...5 : 1...5, using: &random)
            }
            if naming.sizes == .same { sizes[count - 1] = Int.random(in: 1...Self.size, using: &random) }
            let server = PageServer(sizes: sizes)
            var run = DryRun(server.answer)
            #expect(try run.load(naming.paged) == server.items, "\(sizes)")
            #expect(run.requests.count == sizes.count + naming.extra, "\(sizes)")
            #expect(run.requests.allSatisfy { $0.url.absoluteString.contains("/numbers?") })

            let limit = Int.random(in: 0...(server.items.count + 2), using: &random)
            var short = DryRun(server.answer)
            #expect(try short.load(naming.paged.collect(limit: limit)) == Array(server.items.prefix(limit)))
            let needed = (0...sizes.count).first { sizes.prefix($0).reduce(0, +) >= limit }
            #expect(short.requests.count == needed ?? run.requests.count, "\(sizes), the first \(limit)")
            #expect(short.requests == Array(run.requests.prefix(short.requests.count)))
        }
    }

    @Test(arguments: [1, 2, 7, 100]) func `a page that is not full ends the list, when its size is known`(
        size: Int
    ) throws {
        for total in [0, 1, 2, 6, 7, 8, 99, 100, 101] {
            let numbers = Array(0..<total)
            let ways: [NextPage<[Int]>] = [
                .number(as: "page", until: .shorter(than: size)), .offset(as: "start", until: .shorter(than: size)),
                .offset(as: "start", by: size, until: .shorter(than: size)),
            ]
            for next in ways {
                var run = DryRun { request in
                    let query = Query(of: request.url)
                    let page = query.values(of: "page").first.flatMap { Int($0) }.map { ($0 - 1) * size }
                    let start = page ?? query.values(of: "start").first.flatMap { Int($0) } ?? 0
                    return Response(body: Data("\(Array(numbers.dropFirst(start).prefix(size)))".utf8))
                }
                #expect(try run.load(Paged(Resource(json: PageServer.url), next: next)) == numbers, "\(total)")
                #expect(run.requests.count == total / size + 1)
            }
        }
    }

    @Test func `where a page does not say how many there are, an empty one is the last`() throws {
        let server = PageServer(sizes: [2, 3, 1], saysHowMany: false)
        let ways: [NextPage<NumberPage>] = [
            .number(as: "page", until: .count(\.meta.pages)), .number(as: "page", until: .total(\.meta.total)),
            .number(as: "page", until: .total(\.meta.total, pageSize: 0)),
            .offset(as: "offset", until: .total(\.meta.total)), .offset(as: "offset", until: .total { _ in 100 }),
        ]
        for next in ways {
            var run = DryRun(server.answer)
            #expect(try run.load(Paged(Resource(json: PageServer.url), items: \.results, next: next)) == server.items)
            #expect(run.requests.count == 4)
        }
    }
}

extension Request {
    /// The request with the last token alone.
    fileprivate var withoutOldTokens: Request {
        let query = Query(of: url)
        guard let token = query.values(of: "token").last else { return self }
        var request = self
        request.url = PageServer.url.appending(query: ["token": token])
        return request
    }
}
