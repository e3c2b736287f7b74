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

    func declared(_ error: ServiceError) -> DeclaredFailure {
        DeclaredFailure(error: failure(error), serviceError: error)
    }
}
