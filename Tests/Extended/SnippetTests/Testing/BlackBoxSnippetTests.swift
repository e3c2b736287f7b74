import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

// The snippets of "Repeating failed loads", word for word, compiled and run.

private let policies: [Policy] = [
    .retry(RetryRule(upTo: 3, waits: .constant(.milliseconds(1)), budget: nil))
]

private let sync: Plan<Int> = zip(
    Resource<Int>(url: api.appending(path: "changes")) { try $0.changes.int },
    Resource<Int>(url: api.appending(path: "profile")) { try $0.id.int }
).flatMap { changes, id in
    Resource<Int>(
        url: api.appending(path: "sync"), method: .post,
        body: .json(["changes": JSON(changes), "id": JSON(id)])
    ) { try $0.number.int }
}

/// The device: the profile is answered the second time.
private actor Device {
    private var profiles = 0

    func answer(_ request: Request) -> Response {
        switch request.url.path {
        case "/changes": return Response(body: Data(#"{"changes": 3}"#.utf8))
        case "/profile":
            profiles += 1
            return profiles == 1 ? Response(status: 503) : Response(body: Data(#"{"id": 4711}"#.utf8))
        default: return Response(status: 409)
        }
    }
}

@Suite(.permit) struct BlackBoxSnippetTests {
    @Test func `keep a record of each failure`() async throws {
        let reports = URL.temporaryDirectory.appending(path: "reports-\(UUID())")
        defer { try? FileManager.default.removeItem(at: reports) }
        let device = Device()
        let transport = StubTransport { await device.answer($0) }
        var attachments: [Data] = []
        func report(_ error: any Error, _ attachment: Data?) {
            if let attachment { attachments.append(attachment) }
        }

        let box = BlackBox(folder: reports)
        let webservice = Webservice(
            baseURL: api, policies: policies, observers: [box.observer], transport: transport)

        do {
            _ = try await webservice.load(sync)
        } catch {
            report(error, box.record(of: error)?.data)
        }

        print(box.records.last?.description ?? "")

        #expect(attachments.count == 1)
        let record = try BlackBox.Record(parsing: #require(attachments.first))
        var run = try DryRun(from: record, baseURL: api, policies: policies)
        #expect(throws: LoadError.self) { try run.load(sync) }
        #expect(run.divergences.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: reports.path)
        #expect(names.count == 1)
    }

    @Test func `repeat the load in a test`() throws {
        var run = try DryRun(from: BlackBox("sync-failed.box"), baseURL: api, policies: policies)
        #expect(throws: LoadError.self) { try run.load(sync) }
        #expect(run.divergences.isEmpty)
        #expect(run.requests.map(\.url.path).sorted() == ["/changes", "/profile", "/profile", "/sync"])

        var fixed = try DryRun(from: BlackBox("sync-failed.box"), baseURL: api, policies: [])
        #expect(throws: LoadError.self) { try fixed.load(sync) }
        print(fixed.divergences)

        #expect(fixed.divergences.contains { $0.asked == nil && $0.branch == "1" })
    }
}
