import Foundation
import ResourcefulTesting
import Testing

/// A value in a query is encoded, and never described.
struct QueryValueTests {
    private enum Order: String, Encodable { case newest }
    private static let request = Request(url: URL(string: "https://example.org/a?b=c")!)

    private func query(_ request: Request) throws -> String {
        try #require(Sample.sent(request).url.query(percentEncoded: true))
    }

    @Test func `lists, dates, booleans and what may be absent are encoded`() throws {
        let request = Self.request
        #expect(try query(request.query("ids", [1, 2, 3])) == "b=c&ids=1&ids=2&ids=3")
        #expect(try query(request.query("ids", [1, 2], by: .init(arrays: .commas))) == "b=c&ids=1,2")
        #expect(try query(request.query("ok", true)) == "b=c&ok=true")
        #expect(try query(request.query("ok", true, by: .init(booleans: .digits))) == "b=c&ok=1")
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(try query(request.query("from", date)) == "b=c&from=2023-11-14T22%3A13%3A20Z")
        #expect(try query(request.query("page", Optional(2))) == "b=c&page=2")
        #expect(try query(request.query("page", Int?.none)) == "b=c")
        #expect(try query(request.query("page", String?.none)) == "b=c")
        #expect(try query(request.query("order", Order.newest)) == "b=c&order=newest")
        #expect(try query(request.query("text", "a b")) == "b=c&text=a%20b")
        #expect(try query(request.query("text", "x a b".dropFirst(2))) == "b=c&text=a%20b")
        #expect(try query(request.query("where", ["x": 1])) == "b=c&where%5Bx%5D=1")
    }

    @Test func `what can't be in a query fails the load before anything is sent`() throws {
        #expect(Sample.refusal(of: Self.request.query("x", Double.infinity)) != nil)
    }
}
