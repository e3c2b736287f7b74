#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request and the way to read its response, as one pure value.
///
/// A resource does nothing by itself: `Webservice.load` sends it, and ``parse(_:)`` reads a fixture in a test. It is a
/// value like any other, so it is usually a static or computed member of the model that it loads.
public struct Resource<Value>: Loadable {
    /// What is sent.
    public var request: Request

    private let read: @Sendable (Response) throws -> Value
    private var validation = Validation.successfulStatus
    private var policy: Policy?

    /// A resource that reads the body's bytes.
    public init(
        url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        parse: @escaping @Sendable (Data) throws -> Value
    ) {
        self.init(Request(url: url, method: method, headerFields: headerFields, body: body)) { try parse($0.body) }
    }

    /// A resource that reads the body as untyped JSON, by hand.
    ///
    /// A trailing closure without types that would fit both is taken for one that reads bytes.
    @_disfavoredOverload
    public init(
        url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        parseJSON: @escaping @Sendable (JSON) throws -> Value
    ) {
        self.init(
            url: url, method: method, headerFields: headerFields, body: body,
            parse: { try parseJSON(JSON(parsing: $0)) })
    }

    /// A resource that reads the whole response, its status and fields too.
    ///
    /// The status is validated beforehand, as for every resource; see ``validating(_:)``.
    public init(_ request: Request, parseResponse: @escaping @Sendable (Response) throws -> Value) {
        self.request = request
        read = parseResponse
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
    /// The value in a body alone: what a test does with a fixture.
    ///
    /// - Throws: ``LoadError`` at the parse stage.
    public func parse(_ data: Data) throws -> Value {
        try parse(Response(body: data), whole: false)
    }

    /// The value in a response: validation, then parse. It is all that a load does after the network.
    ///
    /// - Throws: ``LoadError`` at the status or the parse stage.
    public func value(from response: Response) throws -> Value {
        guard validation(response) else {
            throw LoadError(stage: .status, request: request(answeredBy: response), response: response)
        }
        return try parse(response, whole: true)
    }

    private func parse(_ response: Response, whole: Bool) throws -> Value {
        do {
            return try read(response)
        } catch let error as LoadError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw LoadError(
                stage: .parse, request: request(answeredBy: response), response: whole ? response : nil,
                underlyingError: ParseFailure.of(error, in: response.body, expecting: Value.self))
        }
    }
}

extension Resource {
    /// The request, its URL as it was resolved where that is known.
    private func request(answeredBy response: Response) -> Request {
        guard !Target(url).isAbsolute, let url = response.url else { return request }
        var request = request
        request.url = url
        return request
    }
}

// Changing.
extension Resource {
    /// The same request, its value transformed. What the transform throws is a failure of the parse stage.
    ///
    /// `resource.map { $0 }` is the resource, and `resource.map(f).map(g)` is `resource.map { g(f($0)) }`.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Resource<New> {
        var resource = Resource<New>(request) { [read] in try transform(try read($0)) }
        resource.validation = validation
        resource.policy = policy
        return resource
    }

    /// The same resource with another idea of success than a 2xx status.
    public func validating(_ validation: Validation) -> Resource {
        var resource = self
        resource.validation = validation
        return resource
    }

    /// The same resource with a policy of its own, outside those that it has and those of the Webservice.
    public func applying(_ policy: Policy) -> Resource {
        var resource = self
        resource.policy = self.policy.map { policy.wrapping($0) } ?? policy
        return resource
    }

    /// Sends the request under the resource's own policies, then reads the response.
    public var plan: Plan<Value> {
        let reading = Next<Response, Value>(isLast: true) { outcome in
            do {
                return Plan(.value(Boxed(try value(from: try outcome.get()))))
            } catch {
                return .failure(error)
            }
        }
        // What `Plan.send(request).map { try value(from: $0) }` would come to, without the way there.
        guard let policy else { return Plan(.send(Effect(request, reading))) }
        return policy(request, next: Plan.send).continuing(reading)
    }
}

extension Resource: CustomStringConvertible {
    /// The request on one line, secrets replaced, and the type of the value.
    public var description: String { "\(request) → \(Value.self)" }
}
