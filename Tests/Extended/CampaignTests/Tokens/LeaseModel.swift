import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Some processes with one store, each with one load: all that a schedule moves, one step at a time.
///
/// A wait may end at any moment, so every process may be as slow as it likes beside the others, and wake late.
struct LeaseModel {
    private struct Process {
        var plan: Plan<Response>
        /// What it was told, one number after the other. A plan is a function of that.
        var history: [Int] = []
        /// An answer on its way.
        var answer: (response: Response, next: Next<Response, Response>)?
        /// What goes on when the plan has ended: the one load of a process is alone in its shared runs.
        var waiting: [ModelStep.Waiting] = []
        var outcome: String?
    }

    /// The server, whose tokens are the numbers from 0 on.
    struct Server: Hashable {
        /// Whether it takes each refresh token once, and accepts no token but the last.
        var rotates: Bool
        var last = 0
        var usedRefreshTokens: Set<String> = []
        /// The requests for a refresh.
        var refreshes = 0
    }

    /// What happens next: a process goes on, or dies.
    enum Move: Hashable {
        case step(Int)
        case crash(Int)
    }

    private var processes: [Process] = []
    private(set) var server: Server
    private var entries: [String: StoreEntry]
    private var crashes: Int
    /// How often a lease was taken from a process that had not given it back.
    private(set) var takeovers = 0
    /// How often each process has waited since the lease was changed, up to twice.
    private var waits: [Int]
    /// The generations of the tokens that refreshes have put into the store.
    private(set) var counted: [UInt64] = []

    init(processes count: Int, crashes: Int, rotates: Bool, lease: Duration?) {
        let url = ModelSteps.url
        let policy = Policy.bearer(for: url, lease: lease) { old in
            Resource<Token>(
                url: url.appending(path: "token"), method: .post, body: .data(Data((old?.refreshToken ?? "").utf8)),
                parseJSON: Token.oauth)
        }
        server = Server(rotates: rotates)
        self.crashes = crashes
        waits = Array(repeating: 0, count: count)
        // The server has forgotten it.
        entries = [Token.entryName(for: url) ?? "": TokenRecord(token: Token("lost", refreshToken: "r0")).entry]
        for _ in 0..<count { processes.append(Process(plan: policy(Request(url: url), next: Plan.send))) }
    }

    var outcomes: [String] { processes.compactMap(\.outcome) }

    var moves: [Move] {
        let running = processes.indices.filter { processes[$0].outcome == nil }
        return running.map(Move.step) + (crashes > 0 ? running.map(Move.crash) : [])
    }

    /// What tells this model from others: two that are equal in it go on alike.
    struct Key: Hashable {
        private let histories: [[Int]]
        private let entries: [String: StoreEntry]
        private let server: Server
        private let crashes: Int
        private let waits: [Int]

        fileprivate init(_ model: LeaseModel) {
            histories = model.processes.map(\.history)
            (entries, server, crashes, waits) = (model.entries, model.server, model.crashes, model.waits)
        }
    }

    var key: Key { Key(self) }

    mutating func make(_ move: Move) {
        switch move {
        case .step(let index): step(index)
        case .crash(let index):
            crashes -= 1
            end(index, "crashed")
        }
    }
}

// One process.
extension LeaseModel {
    private mutating func step(_ index: Int) {
        if let (response, next) = processes[index].answer {
            processes[index].answer = nil
            resume(index, next(.success(response)), told: -1)
        } else {
            switch processes[index].plan.head {
            case .value(let value): end(index, .success(value.content))
            case .failure(let error): end(index, .failure(error))
            case .effect(let effect): take(effect.performed(by: ModelSteps()), index)
            }
        }
    }

    private mutating func take(_ step: ModelStep, _ index: Int) {
        switch step {
        case .send(let request, let next):
            let response = answer(request)
            processes[index].answer = (response, next)
            processes[index].history.append(response.hashValue)
        case .read(let name, let next): resume(index, next(.success(entries[name])), told: entries[name].hashValue)
        case .update(let updating, let next):
            let before = entries[updating.name]
            let after = updating.change(before)
            entries[updating.name] = after
            note(before, after, by: index)
            resume(index, next(.success(before)), told: before.hashValue)
        case .share(let plan, _, let waiting):
            processes[index].waiting.append(waiting)
            resume(index, plan, told: -2)
        // The clocks are apart by a minute.
        case .tellTime(let next):
            resume(index, next(.success(Date(timeIntervalSinceReferenceDate: Double(60 * index)))), told: -3)
        case .wait(let next):
            waits[index] = min(waits[index] + 1, 2)
            resume(index, next(.success(())), told: -4)
        case .draw(let next): resume(index, next(.success(UInt64(index) + 1)), told: -5)
        case .aside(let plan): resume(index, plan, told: -6)
        case .unexpected: Issue.record("the policy has no use for this")
        }
    }

    private mutating func resume(_ index: Int, _ plan: Plan<Response>, told number: Int) {
        processes[index].plan = plan
        processes[index].history.append(number)
        #expect(processes[index].history.count < 200, "always an end")
    }

    private mutating func end(_ index: Int, _ outcome: Result<Response, any Error>) {
        if let waiting = processes[index].waiting.popLast() {
            resume(index, waiting(outcome), told: (try? outcome.get().status.code) ?? -7)
        } else {
            switch outcome {
            case .success(let response): end(index, "\(response.status.code)")
            case .failure(let error): end(index, "\(error)")
            }
        }
    }

    private mutating func end(_ index: Int, _ outcome: String) {
        processes[index].outcome = outcome
        processes[index].history.append(outcome.hashValue)
    }

    private mutating func note(_ before: StoreEntry?, _ after: StoreEntry?, by index: Int) {
        guard before != after, let after else { return }
        if let before, let old = TokenRecord(before), let new = TokenRecord(after), old.token != nil {
            #expect(new.generation == old.generation + 1)
            counted.append(new.generation)
        } else {
            let (old, new) = (before.map(Self.holder) ?? 0, Self.holder(after))
            #expect(new == 0 ? old == index + 1 : new == index + 1, "each takes and gives back what is its own")
            if old != 0, new != 0 {
                #expect(waits[index] == 2, "taken over from one that has not changed it for two waits")
                takeovers += 1
            }
            waits = waits.map { _ in 0 }
        }
    }

    /// The second number of a lease's entry: the number that its holder has drawn.
    private static func holder(_ entry: StoreEntry) -> Int {
        entry.data.suffix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func answer(_ request: Request) -> Response {
        guard request.method == .post else {
            let token = request.headerFields["Authorization"].flatMap { Int($0.dropFirst("Bearer ".count)) }
            guard let token, server.rotates ? token == server.last : token <= server.last, token > 0
            else { return Response(status: 401) }
            return Response(status: 200)
        }
        server.refreshes += 1
        let refreshToken = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
        guard server.usedRefreshTokens.insert(refreshToken).inserted || !server.rotates
        else { return Response(status: 400) }
        server.last += 1
        let text = #"{"access_token":"\#(server.last)","refresh_token":"r\#(server.last)"}"#
        return Response(body: Data(text.utf8))
    }
}
