import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Who leaves a loop over pages leaves nothing behind.
struct PagedCancellationTests {
    private let paged = Paged(
        Resource<[Int]>(json: URL(string: "http://example.org/list")!), next: .number(as: "page"))

    /// A server whose first page comes at once, and whose second one never does.
    private struct Stuck {
        let asked = Counter()
        let cancelled = Counter()

        var webservice: Webservice {
            let (asked, cancelled) = (asked, cancelled)
            return Webservice(
                transport: StubTransport { request in
                    guard request.url.query() != nil else { return Response(body: Data("[1, 2]".utf8)) }
                    asked.add()
                    defer { cancelled.add() }
                    return try await hang()
                })
        }
    }

    @Test func `leaving the loop cancels what is loaded ahead`() async throws {
        let server = Stuck()
        for try await item in server.webservice.items(of: paged, prefetching: true) {
            #expect(item == 1)
            #expect(await eventually { server.asked.value == 1 })
            break
        }
        #expect(await eventually { server.cancelled.value == 1 })
        #expect(server.asked.value == 1)
    }

    @Test func `an error thrown in the loop cancels what is loaded ahead`() async throws {
        struct Enough: Error {}
        let server = Stuck()
        await #expect(throws: Enough.self) {
            for try await page in server.webservice.pages(of: paged, prefetching: true) {
                #expect(page.items == [1, 2])
                #expect(await eventually { server.asked.value == 1 })
                throw Enough()
            }
        }
        #expect(await eventually { server.cancelled.value == 1 })
    }

    @Test(arguments: [false, true]) func `canceling the task cancels the page that it waits for`(
        prefetching: Bool
    ) async throws {
        let (server, paged) = (Stuck(), paged)
        let task = Task {
            var items: [Int] = []
            do {
                for try await item in server.webservice.items(of: paged, prefetching: prefetching) {
                    items.append(item)
                }
            } catch is CancellationError {
                return items
            }
            return []
        }
        #expect(await eventually { server.asked.value == 1 })
        task.cancel()
        #expect(try await task.value == [1, 2])
        #expect(server.cancelled.value == 1, "the loop ends after its load")
    }

    @Test func `a task that is canceled while it works on an item gets no page more`() async throws {
        let (server, paged) = (Stuck(), paged)
        let webservice = server.webservice
        let task = Task {
            var iterator = webservice.items(of: paged, prefetching: true).makeAsyncIterator()
            let items = [try await iterator.next(), try await iterator.next()]
            #expect(await eventually { server.asked.value == 1 })
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: CancellationError.self) { try await iterator.next() }
            return items
        }
        #expect(try await task.value == [1, 2])
        #expect(await eventually { server.cancelled.value == 1 })
    }

    @Test func `fifty loops at once leave nothing behind`() async throws {
        let server = Stuck()
        let (webservice, paged) = (server.webservice, paged.alone())
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    for try await _ in webservice.items(of: paged, prefetching: true) {
                        #expect(await eventually { server.asked.value == 50 })
                        return
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await eventually { server.cancelled.value == 50 })
    }
}
