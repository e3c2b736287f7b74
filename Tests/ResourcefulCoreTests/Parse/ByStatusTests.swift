import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values that depend on the status, and values with their response.
struct ByStatusTests {
    private enum Update: Equatable { case updated(Int), accepted(String?), nothing }

    private let update = Resource<Update>(
        Request(url: Sample.url, method: .put),
        cases: [
            .on(200, 201, json: Int.self, at: "id") { .updated($0) },
            .on(202) { .accepted($0.headerFields.location) },
            .on(404) { _ in .nothing },
        ])

    private func response(_ status: Response.Status, _ text: String = #"{"id": 7}"#) -> Response {
        Response(status: status, headerFields: ["Location": "/jobs/1"], body: Data(text.utf8))
    }

    @Test func `each status has its own reading, and any other isn't a success`() throws {
        for code in 100...999 {
            let status = try #require(Response.Status(code))
            let expected: Update? =
                switch code {
                case 200, 201: .updated(7)
                case 202: .accepted("/jobs/1")
                case 404: .nothing
                default: nil
                }
            if let expected {
                #expect(try update.value(from: response(status)) == expected)
            } else {
                #expect(thrown(LoadError.self) { try update.value(from: response(status)) }?.stage == .status)
            }
        }
    }

    @Test func `what can't be read is a failure with its path`() throws {
        let error = #expect(throws: LoadError.self) { try update.value(from: response(201, #"{"id": "7"}"#)) }
        #expect(error?.parseFailure?.path == ["id"])
        #expect(error?.status == 201)
    }

    @Test func `a body alone is read by the case of 200, or else the first`() throws {
        #expect(try update.parse(Data(#"{"id": 8}"#.utf8)) == .updated(8))
        let late = Resource<Int>(Request(url: Sample.url), cases: [.on(202) { $0.body.count }])
        #expect(try late.parse(Data("abc".utf8)) == 3)
        #expect(throws: LoadError.self) { try Resource<Int>(Request(url: Sample.url), cases: []).parse(Data()) }
    }

    @Test func `an optional value is nil for the statuses that say so`() throws {
        let found = Resource<Int>(json: Sample.url).optional()
        for status in [204, 205, 404] as [Response.Status] {
            #expect(try found.value(from: response(status, "")) == nil)
        }
        #expect(try found.value(from: response(200, "7")) == 7)
        #expect(throws: LoadError.self) { try found.value(from: response(410, "")) }
        let current = Resource<Int>(json: Sample.url).optional(on: 410)
        #expect(try current.value(from: response(410, "{")) == nil)
        #expect(throws: LoadError.self) { try current.value(from: response(404, "7")) }
        #expect(throws: LoadError.self) { try current.value(from: response(200, "")) }
    }

    @Test func `the response comes along, and reading is as it was`() throws {
        let tagged = Resource<Int>(json: Sample.url).withResponse
        let (value, answer) = try tagged.value(from: response(200, "7"))
        #expect(value == 7)
        #expect(answer == response(200, "7"))
        #expect(throws: LoadError.self) { try tagged.value(from: response(404, "7")) }
    }
}
