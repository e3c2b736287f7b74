import ResourcefulTesting
import Testing

struct StatusTests {
    @Test func `of the numbers around zero to a thousand exactly the ones with three digits are a status`() {
        for code in -1000...1100 {
            let status = Response.Status(code)
            #expect((status != nil) == (code >= 100 && code <= 999), "\(code)")
            #expect(status?.code ?? code == code)
            #expect(status == Response.Status(rawValue: code))
        }
        #expect(Response.Status(Int.max) == nil)
        #expect(Response.Status(Int.min) == nil)
    }

    @Test func `a status is of the class of its first digit and of no other`() throws {
        for code in 100...999 {
            let status = try #require(Response.Status(code))
            let classes = [
                status.isInformational, status.isSuccessful, status.isRedirection, status.isClientError,
                status.isServerError,
            ]
            #expect(classes == (1...5).map { $0 == code / 100 }, "\(code)")
        }
    }

    @Test func `a status prints its number and its reason phrase`() {
        #expect((200 as Response.Status).description == "200 OK")
        #expect((404 as Response.Status).description == "404 Not Found")
        #expect((422 as Response.Status).description == "422 Unprocessable Content")
        #expect((299 as Response.Status).description == "299")
        #expect((999 as Response.Status).description == "999")
    }

    @Test func `every reason phrase is a line of words`() throws {
        for code in 100...999 {
            let phrase = try #require(Response.Status(code)).reasonPhrase
            #expect(phrase.allSatisfy { $0.isASCII && ($0.isLetter || " -'".contains($0)) }, "\(code)")
            #expect(phrase.first?.isUppercase ?? true)
        }
    }
}
