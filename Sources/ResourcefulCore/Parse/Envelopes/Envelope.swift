/// What a service puts around all that it sends: `{ "code": 0, "message": "ok", "data": … }`.
///
/// A value for each service, for instance as a static member, and ``Resource/inside(_:)`` on its resources:
///
///     extension Envelope {
///         static let shop = Envelope(code: "errno", message: "errmsg", data: "result.payload", success: [0, "OK"])
///     }
public struct Envelope: Sendable {
    /// Where the code stands.
    public var code: JSONPath
    /// Where the message stands.
    public var message: JSONPath
    /// Where the value stands.
    public var data: JSONPath
    /// The codes that mean success.
    public var success: Set<ServiceError.Code>
    /// What is thrown for a code of failure.
    public var failure: @Sendable (ServiceError) -> any Error

    /// An envelope.
    ///
    /// - Parameters:
    ///   - code: Where the code stands, a number, a string or a truth value.
    ///   - message: Where the message stands.
    ///   - data: Where the value stands.
    ///   - success: The codes that mean success.
    ///   - failure: What is thrown for any other code; the ``ServiceError`` unless told otherwise.
    public init(
        code: JSONPath = "code", message: JSONPath = "message", data: JSONPath = "data",
        success: Set<ServiceError.Code> = [0, 200],
        failure: @escaping @Sendable (ServiceError) -> any Error = { $0 }
    ) {
        self.code = code
        self.message = message
        self.data = data
        self.success = success
        self.failure = failure
    }

    /// The failure that a document tells of; nil when it tells of success.
    ///
    /// - Throws: ``ParseFailure`` when there is no code.
    func error(in json: JSON) throws -> ServiceError? {
        let code = try json[at: code].decode(ServiceError.Code.self)
        guard !success.contains(code) else { return nil }
        let message = json[at: message]
        return ServiceError(code: code, message: (try? message.string) ?? "")
    }

    fileprivate func declared(_ error: ServiceError) -> DeclaredFailure {
        DeclaredFailure(error: failure(error), serviceError: error)
    }
}

extension Resource {
    /// The same resource, its value inside an envelope.
    ///
    /// A code of failure is thrown as the envelope's error, as it is, even when the status says success; and when the
    /// status says failure, too, if the body is an envelope. Paths in other errors begin at the document. When a value
    /// is missing on success, an optional one is nil, `Void` is what it always is, and any other is a failure of the
    /// parse stage. JSON is read once, envelope and value together.
    public func inside(_ envelope: Envelope) -> Resource {
        let reading = reading
        let opening = Reading<Value> { response in
            // No envelope, no value: what that means is for the value to say.
            guard !response.body.isBlank else { return try reading(response) }
            let json = try response.json()
            if let error = try envelope.error(in: json) { throw envelope.declared(error) }
            return try reading.value(at: json[at: envelope.data], of: response)
        }
        return replacing(opening).failing { response in
            guard let json = try? response.json() else { return nil }
            return (try? envelope.error(in: json)).map(envelope.declared)
        }
    }
}
