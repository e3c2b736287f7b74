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
