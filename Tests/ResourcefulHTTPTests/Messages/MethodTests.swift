import ResourcefulTesting
import Testing

struct MethodTests {
    /// The `tchar` of RFC 9110, section 5.6.2, copied from there.
    static let tokenCharacters = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)

    @Test func `of the first 256 scalars exactly a token's make a method`() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            let isToken = Self.tokenCharacters.contains(scalar)
            #expect((Request.Method(rawValue: "\(scalar)") != nil) == isToken, "byte \(byte) alone")
            #expect((Request.Method(rawValue: "GET\(scalar)") != nil) == isToken, "byte \(byte) at the end")
            #expect((Request.Method(rawValue: "\(scalar)GET") != nil) == isToken, "byte \(byte) at the beginning")
        }
    }

    @Test func `an arbitrary text is a method when every scalar is one of a token`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<Effort.rounds(2_000) {
            let text = Bool.random(using: &random) ? random.arbitraryText(upTo: 3) : random.arbitraryASCII(upTo: 4)
            let isToken = !text.isEmpty && text.unicodeScalars.allSatisfy(Self.tokenCharacters.contains)
            #expect((Request.Method(text)?.rawValue == text) == isToken, "\(text.debugDescription)")
        }
    }

    @Test func `a substring makes the same method as its string`() {
        let line = "PROPFIND /dav HTTP/1.1"
        #expect(Request.Method(line.prefix { $0 != " " }) == "PROPFIND")
        #expect(Request.Method(line.prefix(0)) == nil)
    }

    @Test func `methods are case-sensitive`() {
        #expect(Request.Method(rawValue: "get") != .get)
        #expect(Request.Method(rawValue: "GET") == .get)
    }

    @Test func `safe methods are those of the RFC and QUERY`() {
        let safe: [Request.Method] = [.get, .head, .options, .trace, .query]
        let others: [Request.Method] = [.post, .put, .patch, .delete, .connect, "PROPFIND", "get"]
        #expect(safe.allSatisfy { $0.isSafe })
        #expect(others.allSatisfy { !$0.isSafe })
    }

    @Test func `idempotent methods are the safe ones, PUT and DELETE`() {
        let idempotent: [Request.Method] = [.get, .head, .options, .trace, .query, .put, .delete]
        let others: [Request.Method] = [.post, .patch, .connect, "LOCK", "put"]
        #expect(idempotent.allSatisfy { $0.isIdempotent })
        #expect(others.allSatisfy { !$0.isIdempotent })
    }

    @Test func `a method prints as it stands in the request line`() {
        #expect("\(Request.Method.delete)" == "DELETE")
        #expect("\(Request.Method("M-SEARCH" as String)?.description ?? "none")" == "M-SEARCH")
    }
}
