/// A server as a value: stubs, and functions with their own state.
///
/// The same value answers under `DryRun`, ``StubTransport`` and ``LoopbackServer``:
///
///     var run = DryRun(baseURL: api, server)
///     let webservice = Webservice(baseURL: api, transport: StubTransport(server))
///     let live = try LoopbackServer(server)
///
/// Each of them starts over, with the first answer of each sequence and the initial state. The first stub that matches
/// a request answers it. If nothing matches, the load fails with an ``UnansweredRequest`` at the request stage, and no
/// policy retries it; ``LoopbackServer`` answers with a 501 instead.
public struct StubServer: Sendable, ExpressibleByArrayLiteral {
    /// A function that answers some requests.
    typealias Function = @Sendable (Request) throws -> StubAnswer?

    enum Source: Sendable {
        case stub(Stub)
        /// Makes a function with its own state.
        case function(@Sendable () -> Function)
    }

    var sources: [Source]
    private(set) var report: (@Sendable (UnansweredRequest) -> Void)?

    private init(_ sources: [Source]) { self.sources = sources }

    /// Creates a server from stubs. The first one that matches answers.
    public init(_ stubs: some Sequence<Stub>) { self.init(stubs.map { .stub($0) }) }

    /// Creates a server from stubs. The first one that matches answers.
    public init(arrayLiteral stubs: Stub...) { self.init(stubs) }

    /// Creates a server from a function of the request and a state.
    ///
    ///     StubServer(state: [Comment]()) { request, comments in
    ///         switch request.method {
    ///         case .get: return .json(comments)
    ///         case .post:
    ///             comments.append(try JSON(parsing: request.body?.data ?? Data()).decode(Comment.self))
    ///             return .status(201)
    ///         default: return nil
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - answer: The function that answers one request at a time; it returns nil for requests that it doesn't answer.
    public init<State: Sendable>(
        state: State, answering answer: @escaping @Sendable (Request, inout State) throws -> StubAnswer?
    ) {
        self.init([
            .function {
                let states = StubState(state)
                return { request in try states.change { try answer(request, &$0) } }
            }
        ])
    }
}

extension StubServer {
    /// Returns a server of both: the second answers the requests that the first doesn't.
    public static func + (first: StubServer, second: StubServer) -> StubServer {
        var both = StubServer(first.sources + second.sources)
        both.report = first.report ?? second.report
        return both
    }

    /// Returns a copy that calls a function for every request that nothing matches. Use it to record an issue even if
    /// the code under test recovers from the failure.
    public func reporting(_ report: @escaping @Sendable (UnansweredRequest) -> Void) -> StubServer {
        var server = self
        server.report = report
        return server
    }
}

/// A state that one request changes at a time.
final class StubState<State: Sendable>: Sendable {
    private let state: Locked<State>

    init(_ state: State) { self.state = Locked(state) }

    /// Changes the state and returns the output of the change. A change that throws leaves the state as it was.
    func change<Output: Sendable>(_ change: @Sendable (inout State) throws -> Output) throws -> Output {
        try state.withLock { state in
            Result {
                var changed = state
                let output = try change(&changed)
                state = changed
                return output
            }
        }.get()
    }
}
