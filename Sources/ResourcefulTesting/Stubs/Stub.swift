public import ResourcefulCore

/// One thing a stubbed server answers: the requests it is for, and what it says to them.
///
///     let server: StubServer = [
///         Stub("/episodes.json").answers(.json([episode])),
///         Stub("/episodes/{id}.json").answers { .json(["id": $0["id"]]) },
///         Stub(.post, "/login", body: .form(["user": "ada"])).answers(.status(401), .status(204)),
///     ]
///
/// A stub is a value that counts nothing: whoever runs it begins anew, so tests can share it and nothing else.
public struct Stub: Sendable {
    /// What it answers with.
    enum Answers: Sendable {
        case sequence([StubAnswer])
        case function(@Sendable (StubMatch) throws -> StubAnswer)
    }

    /// A condition of the test's own.
    struct Condition: Sendable {
        let text: String
        let holds: @Sendable (Request) -> Bool
    }

    let method: Request.Method?
    let path: StubPath
    let query: Query
    let fields: HeaderFields
    let body: StubBody?
    private(set) var conditions: [Condition] = []
    private(set) var answers = Answers.sequence([.status(200)])
    private(set) var limit = Int.max

    init(method: Request.Method?, path: StubPath, query: Query = [:], fields: HeaderFields = [:], body: Body? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body.map { StubBody($0) }
    }

    /// A stub for the GET requests to a path.
    public init(_ template: String, query: Query = [:], fields: HeaderFields = [:]) {
        self.init(.get, template, query: query, fields: fields)
    }

    /// A stub for some requests; until it is told what to answer, its answer is an empty 200.
    ///
    /// - Parameters:
    ///   - method: The method; nil for every one.
    ///   - template: The path, a URI template (RFC 6570) whose variables are read back: `/episodes/{id}.json` for one
    ///     segment, `{+path}` for any number, `{/page}` for a segment that may be missing, `{?q}` for a query item that
    ///     may. A template that begins with neither `/` nor a scheme is for the end of a path, at whatever base URL.
    ///   - query: Items that the query has, among others.
    ///   - fields: Lines that the header section has, among others.
    ///   - body: The content, by what it means: JSON whatever the order of keys, forms whatever the order of names.
    public init(
        _ method: Request.Method?, _ template: String, query: Query = [:], fields: HeaderFields = [:],
        body: Body? = nil
    ) {
        self.init(method: method, path: StubPath(template), query: query, fields: fields, body: body)
    }
}

extension Stub {
    /// The same stub with these answers in turn; the last one is given to all requests that follow.
    public func answers(_ first: StubAnswer, _ more: StubAnswer...) -> Stub {
        var stub = self
        stub.answers = .sequence([first] + more)
        return stub
    }

    /// The same stub, its answer computed from the request. What the function throws fails the exchange.
    public func answers(_ answer: @escaping @Sendable (StubMatch) throws -> StubAnswer) -> Stub {
        var stub = self
        stub.answers = .function(answer)
        return stub
    }

    /// The same stub for so many requests at most; those that follow are left to the stubs behind it.
    public func atMost(_ count: Int) -> Stub {
        var stub = self
        stub.limit = count
        return stub
    }

    /// The same stub, only for the requests for which this holds.
    ///
    /// - Parameter text: What holds, for the message that explains why a request is not answered.
    public func when(_ text: String, _ holds: @escaping @Sendable (Request) -> Bool) -> Stub {
        var stub = self
        stub.conditions.append(Condition(text: text, holds: holds))
        return stub
    }

    /// What it answers to a request that it is for.
    func answer(_ match: StubMatch) -> StubAnswer {
        switch answers {
        case .sequence(let answers): return answers[min(match.number, answers.count) - 1]
        case .function(let answer):
            do {
                return try answer(match)
            } catch {
                return .failure(error)
            }
        }
    }
}

extension Stub: CustomStringConvertible {
    /// What it is for, on one line, secrets replaced.
    public var description: String {
        var text = "\(method.map(\.rawValue) ?? "any method") \(path)"
        if !query.items.isEmpty { text += (text.contains("?") ? "&" : "?") + "\(query)" }
        for field in fields { text += ", \(field.name): \(Redaction.standard.redactedValue(of: field))" }
        if let body { text += ", \(body)" }
        for condition in conditions { text += ", \(condition.text)" }
        return text
    }
}
