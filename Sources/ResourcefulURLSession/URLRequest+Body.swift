import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// Adds the body, unless the task provides it.
    ///
    /// - Throws: `RequestError` if a file can't be read; `TransportError` if URLSession can't send such a body.
    mutating func setBody(_ body: Body) throws {
        if let data = body.data {
            httpBody = body.isGzipped ? Gzip.compressed(data) : data
            return
        }
        #if canImport(FoundationNetworking)
            if case .stream = body.content {
                throw TransportError(.unavailable, "URLSession can't wait for a stream here; CurlTransport can")
            }
            // An upload task that ends before its file is read crashes the process.
            httpBodyStream = UploadInputStream(try UploadReader(body))
        #else
            if body.isUploadedAsFile { _ = try UploadReader(body) }
        #endif
    }
}

extension Body {
    /// Whether an upload task reads the file itself.
    var isUploadedAsFile: Bool { file != nil && !isGzipped }
}
