public import ResourcefulDiagnostics
import ResourcefulLoading
public import Tracing

extension ServiceContext {
    private enum RequestIDKey: ServiceContextKey {
        typealias Value = String
        static var nameOverride: String? { "request-id" }
    }

    /// The identifier of the request that the current task answers, for logs and for the servers below; nil for none.
    public var requestID: String? {
        get { self[RequestIDKey.self] }
        set { self[RequestIDKey.self] = newValue }
    }
}

extension Policy {
    /// Sends the `requestID` of the current `ServiceContext` as `X-Request-ID`.
    ///
    ///     var context = ServiceContext.current ?? .topLevel
    ///     context.requestID = "5f1b"
    ///     try await ServiceContext.$current.withValue(context) { try await webservice.load(Episode.all) }
    ///
    /// It doesn't make requests different: equal loads of several tasks are still one request, with the identifier of
    /// the first one, and a cache doesn't see it. A request that has the field keeps it. An identifier that isn't a
    /// valid field value isn't sent. A redirect keeps it, even to another origin: it isn't a secret.
    public static func requestIDs() -> Policy {
        Policy(named: "request IDs: X-Request-ID from the context of the task") { request, next in
            guard let id = ServiceContext.current?.requestID, !request.headerFields.contains(ContextRequestID.field),
                (try? HeaderFields.Field(ContextRequestID.field, id)) != nil
            else { return next(request) }
            return next(request.header(ContextRequestID.field, id).option(ContextRequestID.self, true))
        }
    }
}

/// Marks a request whose identifier is that of its task.
private enum ContextRequestID: RequestOption {
    static let defaultValue = false
    static let field: HeaderFields.Name = "X-Request-ID"
    static var sharedFields: [HeaderFields.Name]? { [field] }
}
