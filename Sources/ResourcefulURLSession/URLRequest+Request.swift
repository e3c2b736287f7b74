import Foundation
import ResourcefulCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request for URLSession. The file of a body is not part of it.
    ///
    /// - Throws: `LoadError` at the request stage when the file can't be read, or the request is none that can be sent;
    ///   `TransportError` when URLSession can't send such a request.
    init(_ request: Request, idleTimeout: Duration) throws {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        timeoutInterval = Self.interval(idleTimeout)
        for field in request.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if request.headerFields.contains("Range"), !request.headerFields.contains("Accept-Encoding") {
            // A range would be one of the coded bytes.
            setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        guard let body = request.body else { return }
        if request.method == .head {
            let cause = RequestError("a HEAD request with a body can't be sent (RFC 9110, section 9.3.2)")
            throw LoadError(stage: .request, request: request, underlyingError: cause)
        }
        #if canImport(FoundationNetworking)
            guard request.method != .get else {
                throw TransportError(.unavailable, "URLSession can't send a GET request with a body")
            }
        #endif
        if body.mediaType == nil, !request.headerFields.contains("Content-Type") {
            // URLSession would call it a form.
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        if let file = body.file {
            try Self.check(file, of: request)
            #if canImport(FoundationNetworking)
                // An upload task that ends before its file is read takes the process with it.
                httpBodyStream = InputStream(url: file)
            #endif
        } else {
            httpBody = body.data
        }
    }

    /// Whole seconds: fractions are cut on Linux, where 0 ends a load at once and very large numbers trap.
    private static func interval(_ duration: Duration) -> TimeInterval {
        TimeInterval(min(max(1, duration.components.seconds), 2_000_000))
    }

    private static func check(_ file: URL, of request: Request) throws(LoadError) {
        let path = file.path(percentEncoded: false)
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
        let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
        guard isFile, FileManager.default.isReadableFile(atPath: path) else {
            let cause = RequestError("the file \(path) can't be read")
            throw LoadError(stage: .request, request: request, underlyingError: cause)
        }
    }
}
