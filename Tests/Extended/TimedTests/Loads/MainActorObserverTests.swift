import Foundation
import ResourcefulTesting
import Testing

/// Observers that tell on the main actor.
@Suite(.permit) @MainActor struct MainActorObserverTests {
    @MainActor private final class Screen {
        var (tips, counts): ([String], [Int]) = ([], [])
    }

    @Test func `failures and counts come on the main actor, in order`() async throws {
        let screen = Screen()
        let webservice = Webservice(
            baseURL: URL(string: "http://example.org/"),
            observers: [
                .failuresOnMainActor { _, request in screen.tips.append(request?.url.path ?? "") },
                .countingOnMainActor { screen.counts.append($0) },
            ], transport: StubTransport { Response(status: $0.url.path.hasSuffix("0") ? 200 : 404) })
        for number in 0..<20 {
            _ = try? await webservice.load(Resource<Data>(url: URL(string: "\(number)")!))
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { _ = try? await webservice.load(Resource<Data>(url: URL(string: "0")!).alone()) }
            }
        }
        for _ in 0..<10_000 where screen.counts.count < 140 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(screen.tips == (0..<20).filter { $0 % 10 != 0 }.map { "/\($0)" })
        #expect(screen.counts.last == 0 && screen.counts.count == 140)
        #expect(zip([0] + screen.counts, screen.counts).allSatisfy { abs($0 - $1) == 1 })
    }
}
