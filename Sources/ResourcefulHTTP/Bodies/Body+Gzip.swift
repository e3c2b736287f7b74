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
