extension Body {
    /// The same body, sent even when the method is GET.
    ///
    /// What content means in a GET request is not defined, and servers and what is between may ignore or refuse it (RFC
    /// 9110, section 9.3.1). So a GET with a body fails at the request stage, unless the body says that it is meant:
    /// some search interfaces ask for it. QUERY and POST are the methods for a question with content.
    public func allowedWithGet() -> Body {
        var body = self
        body.isAllowedWithGet = true
        return body
    }
}

extension Body {
    /// The same body, compressed while it is sent: `Content-Encoding: gzip` follows (RFC 9110, section 8.4.1.3).
    ///
    /// What is in memory is compressed as a whole, so that its length is known. A file, parts and a stream are
    /// compressed piece by piece and sent without a length. Few servers undo codings of requests: ask before using it.
    public func gzipped() -> Body {
        var body = self
        body.isGzipped = true
        return body
    }
}

extension Body {
    /// Where the bytes are, in order, before they are compressed.
    ///
    /// - Throws: ``RequestError`` when the body is invalid, or a stream, which is read by its source.
    package func segments() throws(RequestError) -> [Segment] {
        switch content {
        case .data(let data): [.data(data)]
        case .file(let url): [.file(url)]
        case .multipart(let multipart): multipart.segments
        case .stream: throw RequestError("the body is a stream, whose bytes are made while it is sent")
        case .invalid(let reason): throw RequestError(reason)
        }
    }
}
