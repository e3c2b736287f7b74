extension AWSSignature {
    /// Returns the text of a request to sign, and the names of the fields in it.
    func canonicalRequest(_ request: Request, digest: String) -> (text: String, signedNames: String) {
        let url = SentTarget(request.url)
        let fields = canonicalFields(of: request)
        let names = fields.map(\.name).joined(separator: ";")
        let lines = fields.map { "\($0.name):\($0.value)\n" }.joined()
        let (path, query) = (canonicalPath(url.path), Self.canonicalQuery(url.query ?? ""))
        return ("\(request.method)\n\(path)\n\(query)\n\(lines)\n\(names)\n\(digest)", names)
    }

    /// Returns the fields to sign, including the host, in the order of their names.
    private func canonicalFields(of request: Request) -> [(name: String, value: String)] {
        var values = ["host": [Origin(request.url)?.hostAndPort ?? ""]]
        for name in Set(request.headerFields.map { $0.name.rawName.lowercased() }).subtracting(Self.unsignedNames) {
            values[name] = HeaderFields.Name(name).map { request.headerFields.values(of: $0) }
        }
        return values.sorted { $0.key < $1.key }.map { name, values in
            (name, values.map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }.joined(separator: ","))
        }
    }

    /// The fields that proxies change, that belong to a single connection, and the signature itself.
    private static let unsignedNames: Set<String> = [
        "authorization", "connection", "expect", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
    ]

    /// Returns the path: for S3, each byte encoded once; for other services, without empty and dot segments and encoded
    /// once more.
    private func canonicalPath(_ path: Substring) -> String {
        guard !isS3 else { return path.isEmpty ? "/" : Self.encodedOnce(path.utf8, keepingSlashes: true) }
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        let text = "/" + segments.joined(separator: "/") + (path.hasSuffix("/") && !segments.isEmpty ? "/" : "")
        return text.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encoded(String($0)) }
            .joined(separator: "/")
    }

    /// Returns the items, each byte encoded once, in the order of their names and then of their values.
    private static func canonicalQuery(_ query: Substring) -> String {
        query.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return (encodedOnce(name), encodedOnce(item[name.endIndex...].dropFirst()))
        }
        .sorted { $0 < $1 }
        .map { "\($0)=\($1)" }
        .joined(separator: "&")
    }

    /// Returns the text with every byte encoded except unreserved ones, whether it was encoded before or not.
    private static func encodedOnce(_ text: some Collection<UInt8>, keepingSlashes: Bool = false) -> String {
        var bytes: [UInt8] = []
        var rest = ArraySlice(text)
        while var byte = rest.popFirst() {
            let isSlash = byte == UInt8(ascii: "/")
            if byte == UInt8(ascii: "%"), let value = PercentEncoding.value(of: rest.prefix(2)) {
                byte = value
                rest = rest.dropFirst(2)
            }
            let isKept = PercentEncoding.isUnreserved(byte) || keepingSlashes && isSlash
            if isKept { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Origin {
    /// The value of the `Host` field, with the port only if it isn't the scheme's default.
    fileprivate var hostAndPort: String {
        let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
    }
}
