/// The object that a service wraps around all its values: `{ "code": 0, "message": "ok", "data": … }`.
///
/// Create one for each service, for example as a static member, and use ``Resource/inside(_:)`` on its resources:
///
///     extension Envelope {
///         static let shop = Envelope(
///             code: "errno", message: "errmsg", data: "result.payload", success: [0, "OK"])
///     }
public struct Envelope: Sendable {
    /// The path of the code.
    var code: JSONPath
    /// The path of the message.
    var message: JSONPath
    /// The path of the value.
    var data: JSONPath
    /// The codes that mean success.
    var success: Set<ServiceError.Code>
    /// A function that returns the error to throw for a failure code.
    package var failure: @Sendable (ServiceError) -> any Error

    /// Creates an envelope.
    ///
    /// - Parameters:
    ///   - code: The path of the code, which is a number, a string or a Boolean.
    ///   - message: The path of the message.
    ///   - data: The path of the value.
    ///   - success: The codes that mean success.
    ///   - failure: The error to throw for any other code; by default the ``ServiceError``.
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

    /// Returns the failure in a document; nil if it means success.
    ///
    /// - Throws: ``ParseFailure`` if there is no code.
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
