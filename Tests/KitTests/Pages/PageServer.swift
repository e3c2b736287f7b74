import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a page of the model server is as a value.
struct NumberPage: Decodable, Sendable {
    struct Meta: Decodable, Sendable {
        var next: String?
        var token: Int?
        var hasMore: Bool
        var pages: Int?
        var total: Int?
    }
    var results: [Int]
    var meta: Meta
}

/// A server that gives out the numbers from 0 on in pages of given sizes, and names the next page in every way at once.
struct PageServer: Sendable {
    static let url = URL(string: "https://example.org/numbers?sort=a%2Bb")!

    /// How many items are on each page.
    var sizes: [Int]
    /// Whether a page says how many there are, and how many items.
    var saysHowMany = true

    var items: [Int] { Array(0..<sizes.reduce(0, +)) }

    /// The first item of a page.
    private func start(_ page: Int) -> Int { sizes.prefix(max(0, page)).reduce(0, +) }

    /// The page that a request is for, from 0 on.
    private func index(of request: Request) -> Int {
        let query = Query(of: request.url)
        func number(_ name: String) -> Int? { query.values(of: name).first.flatMap { Int($0) } }
        if let page = number("page") { return page - 1 }
        if let page = number("zero") ?? number("p") { return page }
        if let token = number("token") { return token - 100 }
        if let cursor = query.values(of: "cursor").first { return cursor.utf8.count - "c&=".utf8.count }
        guard let offset = number("offset") else { return 0 }
        return offset < items.count ? sizes.indices.last { start($0) <= offset } ?? 0 : sizes.count
    }

    func answer(_ request: Request) throws -> Response {
        let index = index(of: request)
        let isThere = sizes.indices.contains(index)
        let numbers = isThere ? Array(start(index)..<(start(index) + sizes[index])) : []
        let isLast = index >= sizes.count - 1
        let next = isLast ? "null" : "\"c&=\(String(repeating: "x", count: index + 1))\""
        var response = Response(
            body: Data(
                """
                {"results": \(numbers), "meta": {"next": \(next), "token": \(isLast ? "null" : "\(index + 101)"), \
                "hasMore": \(!isLast), "url": \(isLast ? "\"\"" : "\"numbers?p=\(index + 1)\""), \
                "pages": \(saysHowMany ? "\(sizes.count)" : "null"), \
                "total": \(saysHowMany ? "\(items.count)" : "null")}}
                """.utf8))
        if !isLast { response.headerFields["Link"] = "<?p=\(index + 1)>; rel=\"next\", </>; rel=first" }
        return response
    }
}
