import Foundation
import HTTPTypes
import Hummingbird
import Logging
public import ServiceLifecycle
import Synchronization

/// Two services, and the server of their tokens, on one port: what the gateway calls when it has nothing else, and in its
/// tests. They are unreliable: one answer of a hundred takes 200 ms, and one of two hundred is an error.
public struct Upstreams: Service {
    private let port: Int
    private let tokens: Tokens

    /// Creates services.
    ///
    /// - Parameters:
    ///   - port: The port on the loopback interface.
    ///   - lifetime: For how many seconds a token is accepted.
    public init(port: Int, lifetime: Int = 10) { (self.port, tokens) = (port, Tokens(lifetime: lifetime)) }

    /// Answers until the process ends.
    public func run() async throws {
        var logger = Logger(label: "upstreams")
        logger.logLevel = .warning
        let router = Router()
        router.post("token") { _, _ in tokens.issue() }
        router.get("token/count") { _, _ in "\(tokens.count)" }
        router.get("profiles/:user") { request, context in
            let user = try context.parameters.require("user", as: Int.self)
            // The page of user 0 takes half a second.
            return try await answer(request, after: user == 0 ? .milliseconds(450) : .zero) {
                Profile(name: "User \(user)", city: "Sofia")
            }
        }
        router.get("recommendations/:user") { request, context in
            let user = try context.parameters.require("user", as: Int.self)
            return try await answer(request) { (0..<10).map { Item(id: $0, title: "Item \($0) of user \(user)") } }
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: logger)
        try await application.run()
    }

    private func answer<Value: ResponseEncodable>(
        _ request: Request, after time: Duration = .zero, _ value: () -> Value
    ) async throws -> EditedResponse<Value> {
        guard tokens.accept(request.headers[.authorization]) else { throw HTTPError(.unauthorized) }
        let number = Int.random(in: 0..<200)
        if number == 0 { throw HTTPError(.serviceUnavailable) }
        let wait = number < 3 ? .milliseconds(200) : time
        if wait > .zero { try await Task.sleep(for: wait) }
        return EditedResponse(headers: [.cacheControl: "max-age=1"], response: value())
    }
}

private struct Profile: ResponseEncodable {
    let name: String
    let city: String
}

private struct Item: ResponseEncodable {
    let id: Int
    let title: String
}

/// The tokens that were issued. They have their end in their name, so any process accepts them.
private final class Tokens: Sendable {
    private let lifetime: Int
    private let issued = Mutex(0)

    init(lifetime: Int) { self.lifetime = lifetime }

    var count: Int { issued.withLock { $0 } }

    func issue() -> IssuedToken {
        let number = issued.withLock { issued in
            issued += 1
            return issued
        }
        let end = Int(Date().timeIntervalSince1970 * 1000) + lifetime * 1000
        return IssuedToken(access_token: "\(number)-\(end)", token_type: "Bearer", expires_in: lifetime)
    }

    func accept(_ field: String?) -> Bool {
        guard let field, field.hasPrefix("Bearer "), let end = field.split(separator: "-").last.flatMap({ Int($0) })
        else { return false }
        return Double(end) > Date().timeIntervalSince1970 * 1000
    }
}

private struct IssuedToken: ResponseEncodable {
    let access_token: String
    let token_type: String
    let expires_in: Int
}
