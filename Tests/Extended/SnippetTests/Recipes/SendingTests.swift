import Foundation
import Resourceful
import ResourcefulProgress
import ResourcefulTesting
import Testing

// The recipes for placing an order once and for a form with progress, word for word, compiled and run.
struct Receipt: Decodable, Equatable, Sendable {
    let number: Int
}

extension Receipt {
    static func ordering(_ articles: [String]) -> Resource<Receipt> {
        Resource(json: "orders").posting(articles).idempotencyKey()
    }
}

extension Receipt {
    static func sending(_ film: URL, title: String) -> Resource<Receipt> {
        let form = Body.multipart([
            .text(title, name: "title"),
            .file(film, name: "film", mediaType: "video/mp4"),
        ])
        return Resource(json: "films").method(.post).body(form)
    }
}

@Suite(.permit) struct SendingTests {
    @Test func `an order is placed once, even if it is sent repeatedly`() throws {
        var statuses: [Response.Status] = [503, 503, 201]
        let api = URL(string: "https://api.example.org")!
        var run = DryRun(baseURL: api, policies: [.retry()]) { _ in
            Response(status: statuses.removeFirst(), body: Data(#"{"number": 7}"#.utf8))
        }
        #expect(try run.load(Receipt.ordering(["tape"])) == Receipt(number: 7))
        let keys = run.requests.map { $0.headerFields["Idempotency-Key"] }
        #expect(keys.count == 3 && keys[0] != nil && Set(keys).count == 1)
    }

    @Test @MainActor func `a form with a file reports its progress`() async throws {
        let film = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString).mp4")
        try Data(repeating: 7, count: 300_000).write(to: film)
        defer { try? FileManager.default.removeItem(at: film) }
        let server = try LoopbackServer { _ in Response(status: 201, body: Data(#"{"number": 8}"#.utf8)) }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL)
        var fractions: [Double] = []
        func show(_ fraction: Double?) { if let fraction { fractions.append(fraction) } }

        let sending = Receipt.sending(film, title: "Plans")
        let receipt = try await webservice.load(sending) { progress in
            show(progress.fraction)
        }

        #expect(receipt == Receipt(number: 8) && fractions.last == 1 && fractions == fractions.sorted())
        let sent = try #require(server.requests.first)
        #expect(sent.headerFields.contentType?.essence == "multipart/form-data")
        #expect((sent.body?.data?.count ?? 0) > 300_000)
    }
}
