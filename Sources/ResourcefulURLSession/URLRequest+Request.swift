import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// Creates the request for URLSession. A body that its task reads isn't part of it.
    ///
    /// - Throws: `LoadError` at the request stage if the file can't be read, or if the request can't be sent;
    ///   `TransportError` if URLSession can't send such a request.
    init(_ request: Request, idleTimeout: Duration) throws {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        timeoutInterval = Self.interval(idleTimeout)
        for field in request.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if request.headerFields.contains("Range"), !request.headerFields.contains("Accept-Encoding") {
            // A range would apply to the coded bytes.
            setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        guard let body = request.body else { return }
        guard request.method != .get else {
            throw TransportError(.unavailable, "URLSession can't send a GET request with a body")
        }
        if body.mediaType == nil, !request.headerFields.contains("Content-Type") {
            // Otherwise URLSession would declare a form.
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        do {
            try setBody(body)
        } catch let error as RequestError {
            throw LoadError(stage: .request, request: request, underlyingError: error)
        }
    }

    /// Returns whole seconds: Linux truncates fractions, a timeout of 0 ends a load at once, and very large numbers
    /// trap.
    private static func interval(_ duration: Duration) -> TimeInterval {
        TimeInterval(min(max(1, duration.components.seconds), 2_000_000))
    }
}
