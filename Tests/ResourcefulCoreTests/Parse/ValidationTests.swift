import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ValidationTests {
    private let resource = Resource(Request(url: Sample.url)) { $0.status.code }

    /// The statuses for which a resource has a value.
    private func accepted(_ resource: Resource<Int>) throws -> [Int] {
        try (100...999).filter { code in
            let response = Response(status: try #require(Response.Status(code)))
            do {
                return try resource.value(from: response) == code
            } catch let error as LoadError {
                #expect(error.stage == .status)
                #expect(error.status == response.status)
                return false
            }
        }
    }

    @Test func `unless told otherwise exactly the statuses of 2xx pass`() throws {
        #expect(try accepted(resource) == Array(200...299))
        #expect(try accepted(resource.validating(.successfulStatus)) == Array(200...299))
    }

    @Test func `any status, some statuses and a range of them pass when they are to`() throws {
        #expect(try accepted(resource.validating(.any)) == Array(100...999))
        #expect(try accepted(resource.validating(.status(200, 404))) == [200, 404])
        #expect(try accepted(resource.validating(.status(in: 200..<400))) == Array(200..<400))
        #expect(try accepted(resource.validating(.status())) == [])
    }

    @Test func `the last validation holds, and a map keeps it`() throws {
        let resource = resource.validating(.any).validating(.status(418)).map { $0 }
        #expect(try accepted(resource) == [418])
    }

    @Test func `a custom validation sees the whole response`() throws {
        let resource = resource.validating(Validation { $0.headerFields["X-Fine"] == "yes" && !$0.body.isEmpty })
        let fine = Response(status: 500, headerFields: ["X-Fine": "yes"], body: Data([1]))
        #expect(try resource.value(from: fine) == 500)
        #expect(throws: LoadError.self) { try resource.value(from: Response(body: Data([1]))) }
    }
}
