import Foundation
import NIOConcurrencyHelpers
import ResourcefulTesting

/// A service with tokens that expire and a value that changes, which counts its requests; and beside it a second
/// server, which the processes tell what they have done.
final class CountingServer: Sendable {
    static let (rate, burst) = (50.0, 10)
    /// In seconds.
    static let tokenLifetime = 5

    /// What is counted in a phase of the program.
    struct Count: Sendable {
        var arrivals: [ContinuousClock.Instant] = []
        var refreshes = 0
        /// The tokens that were used, of those that were given for the same older one.
        var heirs: [Int: Set<Int>] = [:]
        var (reads, changes) = (0, 0)
        var staleReads: [String] = []
        var failures: [String] = []

        /// The most requests of any time, without those that the rate allows.
        var excess: Double {
            var (least, excess) = (Double.infinity, 0.0)
            for (index, time) in arrivals.enumerated() {
                let allowed = (time - arrivals[0]) / .seconds(1) * CountingServer.rate
                least = min(least, Double(index) - allowed)
                excess = max(excess, Double(index + 1) - allowed - least)
            }
            return excess
        }

        /// The tokens of which two heirs were used.
        var doubleRefreshes: Int { heirs.values.count { $0.count > 1 } }
    }

    private struct Token {
        let parent: Int
        let end: ContinuousClock.Instant
    }

    private struct State {
        var (value, acknowledged) = (1, 1)
        var tokens: [Token] = [Token(parent: 0, end: .now)]
        var count = Count()
    }

    private let state: NIOLockedValueBox<State>
    private let (api, control): (LoopbackServer, LoopbackServer)

    /// The roots of the service, and of the server that is told.
    var addresses: [String] { [api.baseURL.absoluteString, control.baseURL.absoluteString] }

    init() throws {
        let state = NIOLockedValueBox(State())
        self.state = state
        api = try LoopbackServer { request in state.withLockedValue { Self.answer(request, &$0) } }
        control = try LoopbackServer { request in state.withLockedValue { Self.note(request, &$0) } }
    }

    /// Ends a phase, and returns what was counted in it.
    func nextPhase() -> Count {
        state.withLockedValue { state in
            defer { state.count = Count() }
            return state.count
        }
    }

    // MARK: The service

    private static func answer(_ request: Request, _ state: inout State) -> Response {
        state.count.arrivals.append(.now)
        switch (request.method, request.url.path) {
        case (.post, "/token"): return token(request, &state)
        case (_, "/value"):
            guard isAllowed(request, &state) else { return Response(status: 401) }
            if request.method == .put { state.value += 1 }
            return Response(
                headerFields: ["Cache-Control": request.method == .put ? "no-store" : "max-age=600"],
                body: Data("\(state.value)".utf8))
        default: return Response(status: isAllowed(request, &state) ? 204 : 401)
        }
    }

    /// Gives a new token for the refresh token of an older one. A refresh whose answer was lost may be repeated.
    private static func token(_ request: Request, _ state: inout State) -> Response {
        let fields = String(decoding: request.body?.data ?? Data(), as: UTF8.self).split(separator: "&")
        let parent = fields.compactMap { field in
            field.hasPrefix("refresh_token=r") ? Int(field.dropFirst(15)) : nil
        }
        state.count.refreshes += 1
        state.tokens.append(Token(parent: parent.first ?? 0, end: .now + .seconds(tokenLifetime)))
        let number = state.tokens.count - 1
        return Response(
            headerFields: ["Content-Type": "application/json"],
            body: Data(
                """
                {"access_token": "t\(number)", "refresh_token": "r\(number)", "expires_in": \(tokenLifetime)}
                """.utf8))
    }

    private static func isAllowed(_ request: Request, _ state: inout State) -> Bool {
        guard let field = request.headerFields["Authorization"], field.hasPrefix("Bearer t"),
            let number = Int(field.dropFirst(8)), state.tokens.indices.contains(number)
        else { return false }
        let token = state.tokens[number]
        state.count.heirs[token.parent, default: []].insert(number)
        return token.end > .now
    }

    // MARK: What the processes tell

    private static func note(_ request: Request, _ state: inout State) -> Response {
        let text = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
        switch request.url.path {
        case "/acknowledged":
            state.count.changes += 1
            return Response(body: Data("\(state.acknowledged)".utf8))
        case "/changed":
            state.acknowledged = max(state.acknowledged, Int(text) ?? 0)
        case "/read":
            state.count.reads += 1
        case "/stale": state.count.staleReads.append(text)
        case "/failed": state.count.failures.append(text)
        default: print("  \(text)")
        }
        return Response(status: 204)
    }
}
