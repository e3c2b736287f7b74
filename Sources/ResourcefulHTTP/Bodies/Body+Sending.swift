extension Body {
    /// Returns a copy that can be sent with GET.
    ///
    /// Content in a GET request has no defined meaning, and servers and intermediaries may ignore or reject it (RFC
    /// 9110, section 9.3.1). A GET request with a body therefore fails at the request stage unless its body allows it,
    /// for APIs such as some search interfaces. To send a query as content, use QUERY or POST.
    public func allowedWithGet() -> Body {
        var body = self
        body.isAllowedWithGet = true
        return body
    }

    /// Returns a copy that is compressed while it is sent, with `Content-Encoding: gzip` (RFC 9110, section 8.4.1.3).
    ///
    /// Content in memory is compressed as a whole, so its length is known. Files, parts, and streams are compressed
    /// piece by piece and sent without a length. Where zlib isn't installed, the format is gzip, but the bytes in it
    /// aren't compressed. Few servers decode compressed requests: check that yours does.
    public func gzipped() -> Body {
        var body = self
        body.isGzipped = true
        return body
    }

    /// Returns the segments of the content, in order and before compression.
    ///
    /// - Throws: ``RequestError`` if the body is invalid, or if it is a stream, which is read from its source.
    package func segments() throws(RequestError) -> [Segment] {
        switch content {
        case .data(let data): [.data(data)]
        case .file(let url): [.file(url)]
        case .multipart(let multipart): multipart.segments
        case .stream: throw RequestError("the body is a stream, whose bytes aren't known before it is sent")
        case .invalid(let reason): throw RequestError(reason)
        }
    }
}
