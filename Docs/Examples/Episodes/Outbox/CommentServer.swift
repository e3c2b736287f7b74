import ExampleSupport
import Resourceful
import ResourcefulTesting

/// A server on this machine that takes each comment once, by its idempotency key. It fails on purpose, and ends the
/// process that sends at the worst moments.
final class CommentServer: Sendable {
    /// What becomes of a request.
    private enum Fate { case fails, failsAfterwards, ends, endsAfterwards }

    private struct State: Sendable {
        var requests = 0
        var keys: Set<String> = []
        var comments: [String] = []
    }

    private static let fates: [Int: Fate] = [2: .fails, 4: .endsAfterwards, 7: .failsAfterwards, 9: .ends]

    private let state = Guarded(State())
    private let server: LoopbackServer

    var url: URL { server.baseURL }
    /// The comments, in the order they were taken.
    var comments: [String] { state.withLock { $0.comments } }
    /// The number of requests.
    var requests: Int { state.withLock { $0.requests } }

    /// - Parameters:
    ///   - end: Ends the process that sends.
    ///   - show: Shows a line about a comment.
    init(
        ending end: @escaping @Sendable () -> Void, showing show: @escaping @Sendable (_ text: String, String) -> Void
    ) throws {
        server = try LoopbackServer { [state] request in
            let text = (try? JSON(parsing: request.body?.encoded() ?? Data()).text.string) ?? ""
            let key = request.headerFields["Idempotency-Key"] ?? ""
            let (fate, isNew) = state.withLock { state -> (Fate?, Bool) in
                state.requests += 1
                let fate = Self.fates[state.requests]
                if fate == .fails || fate == .ends { return (fate, false) }
                let isNew = state.keys.insert(key).inserted
                if isNew { state.comments.append(text) }
                return (fate, isNew)
            }
            switch fate {
            case .fails: show(text, "503 before it was taken")
            case .failsAfterwards: show(text, "500 after it was taken")
            case .ends: show(text, "kill -9 before it was taken")
            case .endsAfterwards: show(text, "kill -9 after it was taken, before the answer")
            case nil: show(text, isNew ? "taken" : "has been taken before: the key is the same")
            }
            switch fate {
            case .ends, .endsAfterwards: end()
            case .fails: return Response(status: 503)
            case .failsAfterwards: return Response(status: 500)
            case nil: break
            }
            return Response(status: 201)
        }
    }

    func stop() { server.stop() }
}
