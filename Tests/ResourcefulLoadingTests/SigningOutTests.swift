import Foundation
import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

/// Signing out leaves nothing of the user.
struct SigningOutTests {
    private static let api = URL(string: "https://api.example/")!
    private static let canary = "canary-of-ada"
    private static let feed = Resource<String>(text: Request(url: api.appending(path: "feed")))
    private static let bearer = Policy.bearer(for: api) { _ in throw SignedOut() }

    private struct SignedOut: Error {}

    private static func answer(_ request: Request, _ control: String) -> Response {
        Response(
            headerFields: ["Cache-Control": control, "Set-Cookie": "session=\(canary); Max-Age=600"],
            body: Data((request.headerFields["Authorization"] ?? "nobody").utf8))
    }

    /// The files below a folder that contain the user's token or a response to it.
    private static func files(below folder: URL) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { path in
            let bytes = try? Data(contentsOf: folder.appending(path: path))
            return bytes?.range(of: Data(canary.utf8)) != nil
        }
    }

    @Test func `one line in a new process leaves nothing of the user in any file`() async throws {
        let folder = TemporaryFolder()
        let disk = { @Sendable in DiskCache(folder: folder.url.appending(path: "feed")) }
        let webservice = {
            Webservice(
                policies: [
                    .cache(in: DiskCache(folder: folder.url.appending(path: "responses"))), Self.bearer, .cookies(),
                ],
                store: FileStore(at: folder.url.appending(path: "tokens/entries")),
                transport: StubTransport { Self.answer($0, "max-age=1000") })
        }
        let first = webservice()
        try await first.load(Plan.signIn(with: Token(Self.canary), for: Self.api))
        #expect(try await first.load(Self.feed) == "Bearer \(Self.canary)")
        #expect(try await first.load(Self.feed.applying(.cache(in: disk()))) == "Bearer \(Self.canary)")
        #expect(try Self.files(below: folder.url).count == 3, "a token and cookies, and a response in each cache")

        let next = webservice()
        let signedOut = Plan.signOut(of: Self.api).flatMap { Plan.removeCookies() }
        try await next.load(signedOut.flatMap { Plan.removeCached(.all, alsoIn: disk()) })
        #expect(try Self.files(below: folder.url) == [])
        await #expect(throws: SignedOut.self) { try await next.load(Self.feed) }
    }

    @Test func `a sign-out at any moment of a load leaves nothing of the user in a cache`() throws {
        let slow = Policy { request, next in Plan.wait(for: .milliseconds(10)).flatMap { next(request) } }
        // The second load is answered from the cache, and validated in the background.
        for (policies, feed) in [
            ([.cache(), Self.bearer, slow], Self.feed), ([Self.bearer], Self.feed.applying(.cache())),
        ] {
            let loads = feed.flatMap { _ in Plan.wait(for: .milliseconds(3)).flatMap { feed } }
            let signedOut = Plan.signOut(of: Self.api).flatMap { Plan.removeCached(.all) }
            for moment in 0...60 {
                var run = DryRun(policies: policies) { request, delay in
                    delay = .milliseconds(10)
                    return Self.answer(request, "max-age=0, stale-while-revalidate=100")
                }
                try run.load(Plan.signIn(with: Token(Self.canary), for: Self.api))
                let leaving = Plan.wait(for: .milliseconds(moment)).flatMap { signedOut }
                let ended = loads.map { $0 == "Bearer \(Self.canary)" }.recover { _ in false }
                _ = try run.load(zip(ended, leaving))
                run.finishRuns()
                #expect(run.requests.count > (moment > 20 ? 0 : -1))
                #expect(run.cache.entries.isEmpty, "\(moment) ms")
            }
        }
    }
}
