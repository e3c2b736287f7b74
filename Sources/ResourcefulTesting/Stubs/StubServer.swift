public import ResourcefulCore

/// A server as a value: stubs, and functions with a state of their own.
///
/// The same value answers under `DryRun`, ``StubTransport`` and ``LoopbackServer``:
///
///     var run = DryRun(server)
///     let webservice = Webservice(transport: StubTransport(server))
///     let live = try LoopbackServer(server)
///
/// Each of them begins anew, with the first answer of each sequence and the first state. The first stub that is for a
/// request answers it. A request that nothing is for fails its load with an ``UnansweredRequest``, at the request
/// stage: no policy tries it again.
public struct StubServer: Sendable, ExpressibleByArrayLiteral {
    /// A function that answers some requests.
    typealias Function = @Sendable (Request) throws -> StubAnswer?

    enum Source: Sendable {
        case stub(Stub)
        /// Makes a function with a state of its own.
        case function(@Sendable () -> Function)
    }

    var sources: [Source]
    private(set) var report: (@Sendable (UnansweredRequest) -> Void)?

    private init(_ sources: [Source]) { self.sources = sources }

    /// A server of stubs, those that come first asked first.
    public init(_ stubs: some Sequence<Stub>) { self.init(stubs.map { .stub($0) }) }

    /// A server of stubs, those that come first asked first.
    public init(arrayLiteral stubs: Stub...) { self.init(stubs) }

    /// A server that is a function of the request and of what happened before.
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
    ///   - state: The state at the beginning.
    ///   - answer: Answers one request at a time; nil when it is not for the request.
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
    /// One server of two: what the first has no answer for is left to the second.
    public static func + (first: StubServer, second: StubServer) -> StubServer {
        var both = StubServer(first.sources + second.sources)
        both.report = first.report ?? second.report
        return both
    }

    /// The same server with a function that is told of every request that nothing is for: to record an issue, even
    /// when the code under test recovers from the failure.
    public func reporting(_ report: @escaping @Sendable (UnansweredRequest) -> Void) -> StubServer {
        var server = self
        server.report = report
        return server
    }
}
