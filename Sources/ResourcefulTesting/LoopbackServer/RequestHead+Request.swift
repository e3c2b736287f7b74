extension LoopbackServer.RequestHead {
    /// Returns the request with an absolute URL and the bytes of its body, nil if there are none.
    func request(under baseURL: URL, body: Data) throws(LoopbackServer.MalformedRequest) -> Request {
        let mediaType = headerFields["Content-Type"].flatMap { MediaType($0) }
        return Request(
            url: try url(under: baseURL), method: method, headerFields: headerFields,
            body: body.isEmpty ? nil : .data(body, mediaType: mediaType))
    }

    /// Returns the target as an absolute URL (RFC 9112, section 3.2).
    private func url(under baseURL: URL) throws(LoopbackServer.MalformedRequest) -> URL {
        let root = baseURL.absoluteString
        let text = target.hasPrefix("/") ? root + target.dropFirst() : target == "*" ? root + "*" : target
        guard let url = URL(string: text), url.host != nil else {
            throw .init("The target is neither a path nor an absolute URL.")
        }
        return url
    }
}
