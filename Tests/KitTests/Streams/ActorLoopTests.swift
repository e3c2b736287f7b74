import ResourcefulPages
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loops on an actor, which what has already arrived doesn't leave.
struct ActorLoopTests {
    private let webservice = Webservice(
        transport: StubTransport { _ in
            Response(body: Data("[\((0..<1_000).map(String.init).joined(separator: ","))]".utf8))
        })
    private let url = URL(string: "https://example.org/numbers")!

    /// Counts how often it is free for other work while it reads.
    private actor Reader {
        private var turns = 0

        /// Reads all elements. Returns them, and the number of times that other work of the actor ran after the first.
        func read<Elements: AsyncSequence & Sendable>(
            _ sequence: Elements
        ) async throws -> (elements: [Int], turns: Int) where Elements.Element == Int {
            var elements: [Int] = []
            for try await element in sequence {
                if elements.isEmpty { turns = 0 }
                elements.append(element)
                if elements.count < 1_000 { Task { turns += 1 } }
                if elements.count == 1_000 { return (elements, turns) }
            }
            return (elements, turns)
        }
    }

    @Test func `elements of a stream that have arrived are read without leaving the actor`() async throws {
        let (elements, turns) = try await Reader().read(
            webservice.stream(of: StreamResource<Int>(jsonArray: Request(url: url))))
        #expect(elements == Array(0..<1_000))
        #expect(turns == 0)
    }

    @Test func `items of a page are read without leaving the actor`() async throws {
        let paged = Paged(Resource<[Int]>(json: url), next: .number(as: "page", until: .count { _ in 1 }))
        let (items, turns) = try await Reader().read(webservice.items(of: paged))
        #expect(items == Array(0..<1_000))
        #expect(turns == 0)
    }
}
