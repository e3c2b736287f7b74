/// One answer of a stubbed server: the requests it matches, and what it answers them.
///
///     let server: StubServer = [
///         Stub("episodes.json").answers(.json([Episode(id: 1, title: "Values")])),
///         Stub("episodes/{id}.json").answers { .json(["id": $0["id"]]) },
///         Stub(.post, "login", body: .form(["user": "ada"])).answers(.status(401), .status(204)),
///     ]
///
/// A stub is a value without state: every run starts it over, so tests can share a stub without affecting each other.
public struct Stub: Sendable {
    /// The source of the answers.
    enum Answers: Sendable {
        case sequence([StubAnswer])
        case function(@Sendable (StubMatch) throws -> StubAnswer)
    }

    /// A custom condition of the test.
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

    /// Creates a stub for the GET requests to a path.
    public init(_ template: String, query: Query = [:], fields: HeaderFields = [:]) {
        self.init(.get, template, query: query, fields: fields)
    }

    /// Creates a stub for some requests. By default, it answers with an empty 200.
    ///
    /// - Parameters:
    ///   - method: The method; nil for any method.
    ///   - template: The path, a URI template (RFC 6570) whose variables are read back: `/episodes/{id}.json` for one
    ///     segment, `{+path}` for any number of segments, `{/page}` for an optional segment, `{?q}` for an optional
    ///     query item. A template that begins with neither `/` nor a scheme matches the end of a path, with any base
    ///     URL.
    ///   - query: The query items that a request must have; it may have others.
    ///   - fields: The header fields that a request must have; it may have others.
    ///   - body: The content, compared by its meaning: JSON with keys in any order, forms with names in any order.
    public init(
        _ method: Request.Method?, _ template: String, query: Query = [:], fields: HeaderFields = [:],
        body: Body? = nil
    ) {
        self.init(method: method, path: StubPath(template), query: query, fields: fields, body: body)
    }
}

extension Stub {
    /// Returns a copy that gives these answers in turn. The last one is repeated for all further requests.
    public func answers(_ first: StubAnswer, _ more: StubAnswer...) -> Stub {
        var stub = self
        stub.answers = .sequence([first] + more)
        return stub
    }

    /// Returns a copy that computes its answer from the request. If the function throws, the exchange fails with that
    /// error.
    public func answers(_ answer: @escaping @Sendable (StubMatch) throws -> StubAnswer) -> Stub {
        var stub = self
        stub.answers = .function(answer)
        return stub
    }

    /// Returns a copy that answers at most the given number of requests. Later requests go to the stubs after it.
    public func atMost(_ count: Int) -> Stub {
        var stub = self
        stub.limit = count
        return stub
    }

    /// Returns a copy that matches only the requests that meet a condition.
    ///
    /// - Parameters:
    ///   - text: The condition in words, for the message that explains why a request isn't answered.
    ///   - holds: Whether a request meets the condition.
    public func when(_ text: String, _ holds: @escaping @Sendable (Request) -> Bool) -> Stub {
        var stub = self
        stub.conditions.append(Condition(text: text, holds: holds))
        return stub
    }

    /// Returns the answer to a request that the stub matches.
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
    /// The requests that the stub matches, on one line, with secrets replaced.
    public var description: String {
        var text = "\(method.map(\.rawValue) ?? "any method") \(path)"
        if !query.items.isEmpty { text += (text.contains("?") ? "&" : "?") + "\(query)" }
        for field in fields { text += ", \(field.name): \(Redaction.standard.redactedValue(of: field))" }
        if let body { text += ", \(body)" }
        for condition in conditions { text += ", \(condition.text)" }
        return text
    }
}
