import Foundation
import Resourceful
import ResourcefulLab
import Testing

#if !canImport(Darwin)
    import Synchronization

    /// Keeps credentials in a file, and everything else in memory.
    final class CredentialFile: EntryStore {
        private struct Kept: Codable {
            var data: Data
            var date: Date
        }

        private let file: URL
        private let memory = MemoryStore()
        private let kept: Mutex<[String: Kept]>

        init(_ file: URL) {
            self.file = file
            let data = try? Data(contentsOf: file)
            kept = Mutex(
                data.flatMap { try? PropertyListDecoder().decode([String: Kept].self, from: $0) }
                    ?? [:])
        }

        func read(_ name: String) -> StoreEntry? {
            guard name.hasPrefix("credentials ") else { return memory.read(name) }
            return kept.withLock { $0[name].map { StoreEntry(data: $0.data, date: $0.date) } }
        }

        func update(
            _ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?
        ) -> StoreEntry? {
            guard name.hasPrefix("credentials ") else { return memory.update(name, change) }
            return kept.withLock { kept in
                let before = kept[name].map { StoreEntry(data: $0.data, date: $0.date) }
                kept[name] = change(before).map { Kept(data: $0.data, date: $0.date) }
                try? PropertyListEncoder().encode(kept).write(to: file, options: .atomic)
                return before
            }
        }
    }

    // The snippet about a custom store.
    @Suite(.permit) struct CredentialFileTests {
        @Test func `the store keeps the laws`() async throws {
            let file = FileManager.default.temporaryDirectory.appending(
                path: "credentials-\(UInt64.random(in: 0 ... .max))")
            defer { try? FileManager.default.removeItem(at: file) }

            try await assertEntryStore(prefix: "credentials ") { CredentialFile(file) }
        }

        @Test func `a token is available after a restart`() async throws {
            let file = FileManager.default.temporaryDirectory.appending(
                path: "credentials-\(UInt64.random(in: 0 ... .max))")
            defer { try? FileManager.default.removeItem(at: file) }
            let api = try #require(URL(string: "https://api.example.org/"))
            struct NotSignedIn: Error {}
            let policies: [Policy] = [
                .bearer(for: api) { _ in throw NotSignedIn() }, .rateLimit(perSecond: 1_000, burst: 10),
            ]
            func start() -> Webservice {
                Webservice(
                    policies: policies, store: CredentialFile(file),
                    transport: StubTransport { request in
                        Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
                    })
            }
            let episode = Resource<Data>(url: api.appending(path: "episodes/1"))
            await #expect(throws: NotSignedIn.self) { try await start().load(episode) }
            try await start().load(Plan<Void>.signIn(with: Token("new"), for: api))
            #expect(try await start().load(episode).isEmpty)
            try await start().load(Plan<Void>.signOut(of: api))
            await #expect(throws: NotSignedIn.self) { try await start().load(episode) }

            let webservice = Webservice(policies: policies, store: CredentialFile(file))
            _ = webservice
        }
    }
#endif
