import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Some loads, the store, the server: all that a schedule moves, one step at a time. A value, so every branch of the
/// tree of schedules goes on from a copy.
struct RefreshModel {
    /// A load, or a shared run of one.
    private struct Line {
        enum State {
            case plan(Plan<Response>)
            /// The server has the request, and the answer is on its way.
            case answered(Response, Next<Response, Response>)
            case waiting(run: Int, ModelStep.Waiting)
            case done
        }

        var state: State
        /// What the line was told, one number after the other. A plan is a function of that.
        var history: [Int] = []
        /// The token that the last look at the store has shown, when nothing was done since but asking the time.
        var lookedAt: String?
        var sent: [String] = []
        var key: RunKey?
        /// The refresh token that it has sent, until there is an answer.
        var refreshing: String?
    }

    /// The server, whose tokens are the numbers from 0 on: it accepts one at most, and takes each refresh token once.
    private struct Server: Hashable {
        var accepted: String?
        var last = 0
        var usedRefreshTokens: Set<String> = []
        /// How often it still forgets the token that it accepts.
        var expirations: Int
        var forgotten = 0
        var refusesToRefresh: Bool
    }

    /// What happens next: a line goes on, the server forgets its token, somebody signs out.
    enum Move: Hashable {
        case line(Int)
        case expire
        case signOut
    }

    private var lines: [Line] = []
    private var server: Server
    private var entry: StoreEntry?
    private var canSignOut: Bool
    private(set) var hasSignedOut = false
    private(set) var outcomes: [String] = []
    private let loads: Int

    init(
        loads: Int, expirations: Int, token: Token?, refusesToRefresh: Bool = false, signsOut: Bool = false
    ) {
        self.loads = loads
        server = Server(accepted: "0", expirations: expirations, refusesToRefresh: refusesToRefresh)
        canSignOut = signsOut
        entry = token.map { TokenRecord(token: $0).entry }
        let policy = Policy.bearer(for: ModelSteps.url) { old in
            Resource<Token>(
                url: URL(string: "token")!, method: .post,
                body: .form(["refresh_token": old?.refreshToken ?? "none"]), parseJSON: Token.oauth)
        }
        outcomes = Array(repeating: "", count: loads)
        for _ in 0..<loads {
            let plan = policy(Request(url: ModelSteps.url), next: Plan.send)
            lines.append(Line(state: .plan(plan)))
        }
    }

    /// How often the server has forgotten the token that it accepted.
    var forgotten: Int { server.forgotten }
    /// How many tokens the server has given out.
    var refreshes: Int { server.last }

    /// All that may happen next. None when everything is done, or stands still.
    var moves: [Move] {
        var moves = lines.indices.filter { index in
            switch lines[index].state {
            case .plan, .answered: true
            case .waiting, .done: false
            }
        }.map(Move.line)
        guard !moves.isEmpty else { return [] }
        if server.expirations > 0, server.accepted != nil { moves.append(.expire) }
        if canSignOut { moves.append(.signOut) }
        return moves
    }

    var isDone: Bool { outcomes.allSatisfy { !$0.isEmpty } }

    /// What tells this model from others: two that are equal in it go on alike.
    struct Key: Hashable {
        private let histories: [[Int]]
        private let entry: StoreEntry?
        private let server: Server
        private let canSignOut: Bool

        fileprivate init(_ model: RefreshModel) {
            histories = model.lines.map(\.history)
            (entry, server, canSignOut) = (model.entry, model.server, model.canSignOut)
        }
    }

    var key: Key { Key(self) }

    mutating func make(_ move: Move) {
        switch move {
        case .line(let index): advance(index)
        case .expire:
            server.accepted = nil
            server.expirations -= 1
            server.forgotten += 1
        case .signOut:
            canSignOut = false
            hasSignedOut = true
            let record = entry.flatMap { TokenRecord($0) } ?? TokenRecord(token: nil)
            entry = record.replaced(by: nil, at: .init(timeIntervalSinceReferenceDate: 0)).entry
        }
    }
}

// One line.
extension RefreshModel {
    private mutating func advance(_ index: Int) {
        switch lines[index].state {
        case .plan(let plan): take(plan.head, index)
        case .answered(let response, let next):
            lines[index].refreshing = nil
            resume(index, next(.success(response)), told: -1)
        case .waiting, .done: Issue.record("a line that waits goes on")
        }
        // The time and notes have nothing to do with other lines, so nothing is lost by not waiting for a turn.
        while case .plan(let plan) = lines[index].state {
            switch plan.head {
            case .effect(let effect):
                switch effect.performed(by: ModelSteps()) {
                case .aside(let next): lines[index].state = .plan(next)
                case .tellTime(let next):
                    lines[index].state = .plan(next(.success(Date(timeIntervalSinceReferenceDate: 0))))
                default: return
                }
            case .value, .failure:
                take(plan.head, index)
                return
            }
        }
    }

    private mutating func take(_ step: Step<Response>, _ index: Int) {
        switch step {
        case .value(let value): end(index, .success(value.content))
        case .failure(let error): end(index, .failure(error))
        case .effect(let effect): take(effect.performed(by: ModelSteps()), index)
        }
    }

    private mutating func take(_ step: ModelStep, _ index: Int) {
        switch step {
        case .send(let request, let next):
            let response = answer(request, index)
            lines[index].lookedAt = nil
            lines[index].state = .answered(response, next)
            lines[index].history.append(response.hashValue)
        case .read(_, let next):
            let record = entry.flatMap { TokenRecord($0) }
            resume(index, next(.success(entry)), told: record.hashValue)
            lines[index].lookedAt = record?.token?.accessToken
        case .update(let updating, let next):
            let before = entry
            entry = updating.change(entry)
            resume(index, next(.success(before)), told: entry == before ? -3 : -4)
        case .share(let plan, let key, let waiting): share(plan, key, waiting, index)
        case .aside(let plan): lines[index].state = .plan(plan)
        case .tellTime(let next):
            lines[index].state = .plan(next(.success(Date(timeIntervalSinceReferenceDate: 0))))
        case .wait, .draw, .unexpected: Issue.record("the policy has no use for this")
        }
    }

    private mutating func resume(_ index: Int, _ plan: Plan<Response>, told number: Int) {
        lines[index].state = .plan(plan)
        lines[index].history.append(number)
        lines[index].lookedAt = nil
        #expect(lines[index].history.count < 40, "always an end")
    }

    private mutating func share(
        _ plan: Plan<Response>, _ key: RunKey, _ next: @escaping ModelStep.Waiting, _ index: Int
    ) {
        var run = lines.firstIndex { line in
            if case .done = line.state { return false }
            return line.key == key
        }
        if run == nil {
            run = lines.count
            lines.append(Line(state: .plan(plan), key: key))
        }
        guard let run else { return }
        lines[index].state = .waiting(run: run, next)
        lines[index].history.append(1_000 + run)
    }

    private mutating func end(_ index: Int, _ outcome: Result<Response, any Error>) {
        lines[index].state = .done
        lines[index].history.append(-5)
        if index < loads {
            switch outcome {
            case .success(let response): outcomes[index] = "\(response.status.code)"
            case .failure(let error): outcomes[index] = "\(error)"
            }
        }
        for waiting in lines.indices {
            guard case .waiting(index, let next) = lines[waiting].state else { continue }
            resume(waiting, next(outcome), told: (try? outcome.get().status.code) ?? -6)
        }
    }
}

// The server, and what must hold of each request that comes to it.
extension RefreshModel {
    private mutating func answer(_ request: Request, _ index: Int) -> Response {
        request.method == .post ? refresh(request, index) : resource(request, index)
    }

    private mutating func resource(_ request: Request, _ index: Int) -> Response {
        let token = request.headerFields["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
        #expect(token != nil && token == lines[index].lookedAt, "what is sent is what the store has just shown")
        let sent = lines[index].sent
        #expect(sent.count < 2, "sent again once at most")
        #expect(token.map { !sent.contains($0) } ?? false, "no token is sent twice by a load")
        lines[index].sent.append(token ?? "")
        return Response(status: token == server.accepted ? 200 : 401)
    }

    private mutating func refresh(_ request: Request, _ index: Int) -> Response {
        #expect(request.headerFields["Authorization"] == nil)
        let refreshToken = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
        // Who has signed out may sign in while the refresh of the token before is still on its way.
        let others = lines.compactMap(\.refreshing).filter { !hasSignedOut || $0 == refreshToken }
        #expect(others.isEmpty, "never two refreshes at once")
        lines[index].refreshing = refreshToken
        guard !server.refusesToRefresh else { return Response(status: 400) }
        #expect(server.usedRefreshTokens.insert(refreshToken).inserted, "no token is refreshed twice")
        server.last += 1
        server.accepted = "\(server.last)"
        let text = #"{"access_token":"\#(server.last)","refresh_token":"r\#(server.last)"}"#
        return Response(body: Data(text.utf8))
    }
}
