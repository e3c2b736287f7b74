// Spellings that people try first. None of them can be called: the compiler suggests the right one.
extension Stub {
    /// Unavailable: an answer says how a value is sent.
    @available(
        *, unavailable, message: "write .answers(.json(value)), .answers(.text(\"[]\")) or .answers(.status(503))"
    )
    @_disfavoredOverload
    public func answers(_ value: some Encodable) -> Stub { self }

    /// Unavailable: an answer has a kind.
    @available(*, unavailable, message: "write .answers(.response(response))")
    @_disfavoredOverload
    public func answers(_ response: Response) -> Stub { self }

    /// Renamed to ``answers(_:_:)``.
    @available(*, unavailable, renamed: "answers(_:)")
    public func returns(_ answer: StubAnswer) -> Stub { self }

    /// Unavailable: a failure is an answer.
    @available(*, unavailable, message: "write .answers(.failure(.timedOut))")
    public func fails(_ kind: TransportError.Kind) -> Stub { self }

    /// Unavailable: the method comes first.
    @available(*, unavailable, message: "write Stub(.post, \"login\")")
    @_disfavoredOverload
    public init(_ template: String, method: Request.Method) { self.init(method, template) }
}

extension DryRun {
    /// Unavailable: stubs are those of a server.
    @available(*, unavailable, message: "write let server: StubServer = [Stub(…), Stub(…)]")
    @_disfavoredOverload
    public init(baseURL: URL? = nil, policies: [Policy] = [], _ stubs: [Stub]) {
        self.init(baseURL: baseURL, policies: policies, StubServer(stubs))
    }

    /// Unavailable: stubs are those of a server.
    @available(*, unavailable, message: "write the stub in brackets: [Stub(…)]")
    @_disfavoredOverload
    public init(baseURL: URL? = nil, policies: [Policy] = [], _ stub: Stub) {
        self.init(baseURL: baseURL, policies: policies, StubServer([stub]))
    }
}

extension Response {
    /// Unavailable: stubs encode values.
    @available(*, unavailable, message: "answer with a stub: [Stub(\"…\").answers(.json(value))]")
    @_disfavoredOverload
    public static func json(_ value: some Encodable) -> Response { Response() }

    /// Unavailable: stubs encode values.
    @available(*, unavailable, message: "answer with a stub: [Stub(\"…\").answers(.json(value))]")
    @_disfavoredOverload
    public init(json value: some Encodable) { self.init() }
}
