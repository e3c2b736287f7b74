import Foundation
import ResourcefulDisk
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Responses that a server confirms, in memory and on a disk.
struct FreshenedFieldsTests {
    private struct Titles: Codable, Sendable, Equatable {
        let titles: [String]
    }

    /// A server with a framework that says `text/html` of each response that says nothing else.
    private static func answer(_ request: Request) -> Response {
        let fields: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "max-age=0", "Content-Type": "text/html"]
        guard request.headerFields["If-None-Match"] == nil else {
            return Response(status: 304, headerFields: fields.setting("Content-Language", "de"))
        }
        guard request.method == .get else { return Response(headerFields: fields) }
        return Response(
            headerFields: fields.setting("Content-Type", "application/json"), body: Data(#"{"titles":["a"]}"#.utf8))
    }

    @Test(arguments: [false, true]) func `a confirmed response remains what its resource accepts`(
        isOnDisk: Bool
    ) async throws {
        let folder = TemporaryFolder()
        let resource = Resource<Titles>(json: URL(string: "https://example.org/titles")!)
            .validating(.successfulStatus.and(.mediaType("application/json")))
        let head = Resource(Request(url: resource.url, method: .head)) { $0.headerFields["Content-Type"] }
        for round in 0..<2 {
            // On a disk, a new process finds what an earlier one has stored.
            let store: any CacheStore =
                isOnDisk
                ? DiskCache(folder: folder.url, capacity: 1 << 20, warning: { Issue.record("\($0)") }) : MemoryCache()
            let webservice = Webservice(policies: [Self.policy(store)], transport: StubTransport { Self.answer($0) })
            for _ in 0..<3 { #expect(try await webservice.load(resource) == Titles(titles: ["a"])) }
            _ = try await webservice.load(head)
            _ = try await webservice.load(head.refreshed())
            let (titles, response) = try await webservice.load(resource.onlyIfCached().withResponse)
            #expect(titles == Titles(titles: ["a"]) && response.headerFields["Content-Type"] == "application/json")
            #expect(response.headerFields["Content-Language"] == nil, "round \(round)")
        }
    }

    private static func policy(_ store: some CacheStore) -> Policy { .cache(in: store) }
}

extension HeaderFields {
    fileprivate func setting(_ name: Name, _ value: String) -> HeaderFields {
        var fields = self
        fields[name] = value
        return fields
    }
}
