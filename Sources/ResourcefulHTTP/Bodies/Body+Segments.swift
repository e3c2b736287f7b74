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
