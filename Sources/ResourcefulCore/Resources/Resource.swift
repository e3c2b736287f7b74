/// A request and the way to read its response, as one pure value.
///
/// A resource does nothing by itself: `Webservice.load` sends it, and ``parse(_:)`` reads a fixture in a test. It is
/// usually a static or computed member of the model that it loads.
///
///     struct Episode: Codable, Equatable, Sendable {
///         let id: Int
///         let title: String
///
///         static let all = Resource<[Episode]>(json: "episodes.json")
///
///         static func number(_ id: Int) -> Resource<Episode> {
///             Resource(json: "episodes/{id}.json", ["id": id])
///         }
///     }
public struct Resource<Value>: Loadable {
    /// The request that is sent.
    public var request: Request

    /// Everything that determines how the response is read.
    private struct Content: Sendable {
        let reading: Reading<Value>
        var validation = Validation.standard
        /// The functions that read the server's own errors. The first one that returns an error wins.
        var failures: [@Sendable (Response) throws -> (any Error)?] = []
        var policy: Policy?
        /// Whether the resource reads JSON, and asks for it if nothing else sets Accept.
        var readsJSON: Bool
        /// Whether the resource is read inside the envelope of its service.
        var usesServiceEnvelope: Bool
    }

    /// Keeps a resource to one word, because it is passed on more often than it is changed.
    private final class Box: Sendable {
        let content: Content
        init(_ content: Content) { self.content = content }
    }

    private var box: Box

    private var content: Content {
        _read { yield box.content }
        set { box = Box(newValue) }
    }

    var reading: Reading<Value> { content.reading }
    package var validation: Validation { content.validation }
    /// Whether the resource has its own policy.
    package var hasPolicy: Bool { content.policy != nil }

    /// Creates a resource that reads the bytes of the body.
    public init(
        url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        parse: @escaping @Sendable (Data) throws -> Value
    ) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body)) { try parse($0.body) }
    }

    /// Creates a resource that reads the body as untyped JSON with your function.
    ///
    /// A trailing closure without types that fits both initializers is taken for one that reads bytes.
    @_disfavoredOverload
    public init(
        url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        parseJSON: @escaping @Sendable (JSON) throws -> Value
    ) {
        self.init(
            Request(url: url, method: method, headerFields: headerFields, body: body),
            reading: Reading(json: parseJSON, empty: { nil }))
    }

    /// Creates a resource that reads the body as untyped JSON with your function, at the URL that a template expands
    /// to.
    ///
    ///     Resource("episodes/{id}", ["id": id], parseJSON: { json in try json.title.string })
    public init(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        parseJSON: @escaping @Sendable (JSON) throws -> Value
    ) {
        var request = Request(template, variables)
        (request.method, request.headerFields, request.body) = (method, headerFields, body)
        self.init(request, reading: Reading(json: parseJSON, empty: { nil }))
    }

    /// Creates a resource that reads the whole response, including its status and fields.
    ///
    /// The status is validated first, as for every resource; see ``validating(_:)``.
    public init(_ request: Request, parseResponse: @escaping @Sendable (Response) throws -> Value) {
        self.init(request, reading: Reading(response: parseResponse))
    }

    init(_ request: Request, reading: Reading<Value>) {
        self.init(
            request, Content(reading: reading, readsJSON: reading.isOfJSON, usesServiceEnvelope: reading.isOfJSON))
    }

    private init(_ request: Request, _ content: Content) {
        self.request = request
        box = Box(content)
    }

    /// The target of the request.
    public var url: URL {
        get { request.url }
        set { request.url = newValue }
    }

    /// The method of the request.
    public var method: Request.Method {
        get { request.method }
        set { request.method = newValue }
    }

    /// The header fields of the request.
    public var headerFields: HeaderFields {
        get { request.headerFields }
        set { request.headerFields = newValue }
    }

    /// The content of the request.
    public var body: Body? {
        get { request.body }
        set { request.body = newValue }
    }
}

// Reading.
extension Resource {
    /// Returns the value in a body without a response: read a fixture in a test with it.
    ///
    /// - Throws: ``LoadError`` at the parse stage, or the error that the resource declares (see ``inside(_:)``).
    public func parse(_ data: Data) throws -> Value {
        do {
            return try parse(Response(body: data), whole: false)
        } catch let declared as DeclaredFailure {
            throw declared.error
        }
    }

    /// Returns the value in a response: validates it, then parses it. A load does nothing else after the network.
    ///
    /// - Throws: ``LoadError`` at the status or the parse stage, or the error that the resource declares (see
    ///   ``failing(with:at:decoder:_:)`` and ``inside(_:)``).
    public func value(from response: Response) throws -> Value {
        do {
            return try read(response)
        } catch let declared as DeclaredFailure {
            throw declared.error
        }
    }

    /// Returns the value in a response. An error that the resource declares is thrown as ``DeclaredFailure``.
    func read(_ response: Response) throws -> Value {
        switch content.validation.verdict(on: response, to: request) {
        case .accepted: return try parse(response, whole: true)
        case .refused: throw failure(at: .status, of: response)
        case .refusedContent(let expected, let found):
            throw LoadError(
                stage: .parse, request: request(answeredBy: response), response: response,
                underlyingError: response.body.withUnsafeBytes {
                    ParseFailure(
                        expected: expected, found: found, at: 0, of: $0, mask: Redaction.standard, kind: .mediaType)
                })
        }
    }

    private func parse(_ response: Response, whole: Bool) throws -> Value {
        do {
            return try content.reading(response)
        } catch let error where error is DeclaredFailure || error is LoadError || error is CancellationError {
            throw error
        } catch {
            throw LoadError(
                stage: .parse, request: request(answeredBy: response), response: whole ? response : nil,
                underlyingError: ParseFailure.of(error, in: response, to: request, expecting: Value.self))
        }
    }

    /// Returns the error for an unsuccessful response: the server's own error, if it can be read.
    private func failure(at stage: LoadError.Stage, of response: Response) -> any Error {
        var cause: (any Error)?
        func failure() -> LoadError {
            LoadError(
                stage: stage, request: request(answeredBy: response), response: response,
                underlyingError: cause ?? response.objection)
        }
        for read in content.failures {
            do {
                if let error = try read(response) {
                    if error is DeclaredFailure { return error }
                    return DeclaredFailure(error: (error as? any AuthorizationFailure)?.replacing(failure()) ?? error)
                }
            } catch {
                cause = cause ?? ParseFailure.of(error, in: response, to: request, expecting: Value.self)
            }
        }
        return failure()
    }
}

extension Resource {
    /// Returns the request with its resolved URL, if that is known.
    private func request(answeredBy response: Response) -> Request {
        guard !Target(url).isAbsolute, let url = response.history.first?.url ?? response.url else { return request }
        var request = request
        request.url = url
        return request
    }
}

// Changing.
extension Resource {
    /// Returns a resource with the same request and its value transformed. An error that the transform throws is a
    /// failure of the parse stage.
    ///
    /// `resource.map { $0 }` is the resource, and `resource.map(f).map(g)` is `resource.map { g(f($0)) }`.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Resource<New> {
        replacing(reading.map(transform))
    }

    /// Returns a resource that reads the same response in another way.
    func replacing<New>(_ reading: Reading<New>) -> Resource<New> {
        Resource<New>(
            request,
            .init(
                reading: reading, validation: validation, failures: content.failures, policy: content.policy,
                readsJSON: content.readsJSON, usesServiceEnvelope: content.usesServiceEnvelope))
    }

    /// Returns a copy with another check for success than ``Validation/standard``.
    public func validating(_ validation: Validation) -> Resource {
        var resource = self
        resource.content.validation = validation
        return resource
    }

    /// Returns a copy with another function that reads the server's errors from unsuccessful responses. A later
    /// function is called before an earlier one.
    ///
    /// The error that the function returns is thrown unchanged. If it returns nil or throws, the load fails as it would
    /// have without it.
    public func failing(_ read: @escaping @Sendable (Response) throws -> (any Error)?) -> Resource {
        var resource = self
        resource.content.failures.insert(read, at: 0)
        return resource
    }

    /// Returns a copy with another policy, outside its own policies and the Webservice's.
    public func applying(_ policy: Policy) -> Resource {
        var resource = self
        resource.content.policy = content.policy.map { policy.wrapping($0) } ?? policy
        return resource
    }

    /// Sends the request under the resource's own policies, then reads the response.
    public var plan: Plan<Value> {
        Plan(submission, Next(ResourceReading(self)))
    }

    /// Returns a copy that is known to read JSON.
    func readingJSON() -> Resource {
        var resource = self
        (resource.content.readsJSON, resource.content.usesServiceEnvelope) = (true, true)
        return resource
    }

    /// Returns a copy that is or isn't read inside the envelope of its service.
    func takingEnvelope(_ takes: Bool) -> Resource {
        var resource = self
        resource.content.usesServiceEnvelope = takes
        return resource
    }

    /// Whether the resource is read inside the envelope of its service.
    var usesServiceEnvelope: Bool { content.usesServiceEnvelope }

    /// The request, and what the resource does to it.
    package var submission: SendThroughPolicies {
        SendThroughPolicies(sent: request, policy: content.policy, asksForJSON: content.readsJSON)
    }
}

extension Resource: CustomStringConvertible {
    /// The request on one line, with secrets replaced, and the type of the value.
    public var description: String { "\(request) → \(Value.self)" }
}

extension Resource: RequestChanging {
    /// Returns a copy with its request changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Resource {
        var resource = self
        change(&resource.request)
        return resource
    }
}
