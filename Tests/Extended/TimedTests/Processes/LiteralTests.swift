import ResourcefulTesting
import Testing

/// A literal is code: one that is wrong is a mistake of the programmer's, and stops the program.
@Suite(.permit) struct LiteralTests {
    @Test func `a literal method that is no token traps`() async {
        await #expect(processExitsWith: .failure) {
            let method: Request.Method = "GET /"
            print(method)
        }
    }

    @Test func `a literal field name that is no token traps`() async {
        await #expect(processExitsWith: .failure) {
            let name: HeaderFields.Name = "Content Type"
            print(name)
        }
    }

    @Test func `a wrong literal is named, in release mode, too`() async throws {
        let name = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let name: HeaderFields.Name = "Content Type"
            print(name)
        }
        let method = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let method: Request.Method = "GET /"
            print(method)
        }
        let mediaType = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let mediaType: MediaType = "text"
            print(mediaType)
        }
        let boundary = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let boundary: Body.Boundary = "a\"b"
            print(boundary)
        }
        let status = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let status: Response.Status = 99
            print(status)
        }
        let named = [
            (name, "Not a field name (RFC 9110, section 5.1): \"Content Type\""),
            (method, "Not a method (RFC 9110, section 9.1): \"GET /\""),
            (mediaType, "Not a media type (RFC 9110, section 8.3.1): \"text\""),
            (boundary, "Not a boundary (RFC 2046, section 5.1.1): \"a\\\"b\""),
            (status, "Not a three-digit status (RFC 9110, section 15): 99"),
        ]
        for (result, message) in named {
            let written = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(written.contains(message), "\(written.prefix(300))")
        }
    }

    @Test func `an empty literal field name traps`() async {
        await #expect(processExitsWith: .failure) {
            let name: HeaderFields.Name = ""
            print(name)
        }
    }

    @Test func `a literal media type without a subtype traps`() async {
        await #expect(processExitsWith: .failure) {
            let mediaType: MediaType = "text"
            print(mediaType)
        }
    }

    @Test func `a literal status of two or four digits traps`() async {
        await #expect(processExitsWith: .failure) {
            let status: Response.Status = 99
            print(status)
        }
        await #expect(processExitsWith: .failure) {
            let status: Response.Status = 1000
            print(status)
        }
    }

    @Test func `literals that are right make values`() async {
        await #expect(processExitsWith: .success) {
            let request = Request(url: Sample.url, method: "PROPFIND", headerFields: ["Depth": "1"])
            print(request, "text/plain" as MediaType, 207 as Response.Status)
        }
    }
}
