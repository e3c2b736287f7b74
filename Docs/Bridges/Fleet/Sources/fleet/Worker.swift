import Foundation
import Resourceful
import ResourcefulFleet
import ResourcefulRedis

/// One of the processes: it reads a value that is cached, changes it from time to time, and sends as many other
/// requests as it may.
struct Worker: Sendable {
    let name: String
    private let (service, control): (Webservice, Webservice)

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - api: The root of the service.
    ///   - control: The root of the server that is told.
    ///   - socket: Where Redis is; nil to share nothing.
    init(name: String, service api: URL, control: URL, socket: String?) {
        let teller = Webservice(baseURL: control)
        let bearer = Policy.bearer(for: api, renewing: .seconds(1), lease: .seconds(2)) { token in
            Resource<Token>(
                url: api.appending(path: "token"), method: .post,
                body: .form(["refresh_token": token?.refreshToken ?? "r0"]), parseJSON: Token.oauth)
        }
        let limit = Policy.rateLimit(perSecond: CountingServer.rate, burst: CountingServer.burst)
        (self.name, self.control) = (name, teller)
        guard let socket else {
            service = Webservice(baseURL: api, policies: [.cache(in: MemoryCache()), bearer, limit])
            return
        }
        // A busy machine is no outage.
        let (place, timeout) = (RedisAddress.socket(socket), Duration.seconds(2))
        let cache = RedisCache(at: place, prefix: "fleet/responses/", timeout: timeout)
        let store = RedisStore(at: place, prefix: "fleet/", remembering: .milliseconds(500), timeout: timeout) {
            event in
            Task { try? await teller.load(Self.telling("event", "\(name): \(event)")) }
        }
        service = Webservice(baseURL: api, policies: [.cache(in: cache), bearer, limit], store: store)
    }

    private static func telling(_ what: String, _ text: String) -> Resource<Void> {
        Resource<Void>("/{what}", ["what": what], method: .post, body: .data(Data(text.utf8)))
    }

    /// Works until the process is killed.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await repeatedly {
                    try await read()
                } pause: {
                    .milliseconds(Int.random(in: 10...60))
                }
            }
            group.addTask {
                await repeatedly {
                    try await change()
                } pause: {
                    .milliseconds(Int.random(in: 500...2_000))
                }
            }
            group.addTask {
                await repeatedly {
                    try await service.load(Resource<Void>("/ping", method: .post))
                } pause: {
                    .zero
                }
            }
        }
    }

    private func repeatedly(_ work: () async throws -> Void, pause: () -> Duration) async {
        while true {
            do {
                try await work()
            } catch {
                try? await control.load(Self.telling("failed", "\(name): \(error)"))
            }
            try? await Task.sleep(for: pause())
        }
    }

    /// Reads the value, which must not be older than one whose change was acknowledged before.
    private func read() async throws {
        let floor = try await control.load(Resource<Int>(json: "/acknowledged"))
        let value = try await service.load(Resource<Int>(json: "/value"))
        if value < floor {
            try await control.load(Self.telling("stale", "\(name) read \(value) after \(floor) was acknowledged"))
        } else {
            try await control.load(Self.telling("read", ""))
        }
    }

    private func change() async throws {
        let value = try await service.load(Resource<Int>(json: "/value", method: .put))
        try await control.load(Self.telling("changed", "\(value)"))
    }
}
