extension Request {
    /// The size as an HTTP/1.1 message in bytes. A body that is a stream counts with its length if it's known.
    var wireSize: Int {
        let origin = EventLog.origin(of: self) ?? ""
        let target = url.absoluteString.dropFirst(origin.count).prefix { $0 != "#" }
        var lines = ["\(method) \(target.hasPrefix("/") ? "" : "/")\(target) HTTP/1.1"]
        if !headerFields.contains("Host") { lines.append("Host: \(origin.dropFirst((url.scheme?.count ?? 0) + 3))") }
        lines += headerFields.map { "\($0.name): \($0.value)" }
        if body != nil || method.expectsBody { lines.append("Content-Length: \(bodySize)") }
        return WireSize.message(lines, bodySize: bodySize)
    }

    private var bodySize: Int {
        guard let body else { return 0 }
        if case .stream(let stream) = body.content { return stream.length ?? 0 }
        return (try? body.encoded().count) ?? 0
    }
}

extension Response {
    /// Returns the size as an HTTP/1.1 message in bytes. There is no body after HEAD, nor in a 1xx, 204 or 304 (RFC
    /// 9110, section 6.4.1).
    func wireSize(answering request: Request) -> Int {
        let hasBody = request.method != .head && !status.isInformational && status != 204 && status != 304
        let size = hasBody ? bodySize : 0
        var lines = ["HTTP/1.1 \(status.code) \(status.reasonPhrase)"]
        lines += headerFields.map { "\($0.name): \($0.value)" }
        if hasBody, !headerFields.contains("Content-Length"), !headerFields.contains("Transfer-Encoding") {
            lines.append("Content-Length: \(body.count)")
        }
        return WireSize.message(lines, bodySize: size)
    }

    /// The size of the body as it's sent: with its content codings, if there are any and a length tells, and up to its
    /// cut.
    private var bodySize: Int {
        let size = stubbedPieces.reduce(0) { $0 + $1.count }
        guard headerFields.contains("Content-Encoding"), stubbedFailure == nil else { return size }
        return headerFields.contentLength ?? size
    }
}

private enum WireSize {
    /// No body counts with more than a pebibyte, so that sums of sizes can't overflow.
    private static let largest = Int(clamping: Int64(1) << 50)

    /// Returns the size of a message (RFC 9112, section 2.1): its lines, an empty line, and the body.
    static func message(_ lines: [String], bodySize: Int) -> Int {
        lines.reduce(2) { $0 + $1.utf8.count + 2 } + min(max(0, bodySize), largest)
    }
}
