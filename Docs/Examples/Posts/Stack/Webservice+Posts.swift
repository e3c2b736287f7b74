import Resourceful
import ResourcefulIdentity

extension Envelope {
    /// The envelope of all responses.
    static let posts = Envelope(code: "code", message: "message", data: "data", success: ["000000"])
}

/// The hooks of an app for the steps of a load.
struct PostsHooks: Sendable {
    var prepare: @Sendable (inout Request) -> Void = { _ in }
    var willSend: @Sendable (Request) -> Void = { _ in }
    /// Called if the service is blocked or down, to switch to another domain.
    var unavailable: @Sendable (Response.Status) -> Void = { _ in }
}

extension Webservice {
    /// The service.
    static func posts(
        _ environment: PostsEnvironment, hooks: PostsHooks = PostsHooks(), retrying rule: RetryRule = .never,
        transport: some Transport
    ) -> Webservice {
        Webservice(
            baseURL: environment.baseURL,
            policies: [
                .inside(.posts),
                .headerFields(["Accept-Language": "zh-cn", "Accept-Encoding": "gzip, deflate"]),
                .changing(hooks.prepare),
                .retry(rule),
                .serverClock(),
                .followingRedirects(.deciding { $0.next.url.path().contains("/login") ? nil : $0.next }),
                .watching(willSend: hooks.willSend) { _, result in
                    guard let status = try? result.get().status, [403, 502, 503].contains(status) else { return }
                    hooks.unavailable(status)
                },
            ],
            transport: transport)
    }
}
