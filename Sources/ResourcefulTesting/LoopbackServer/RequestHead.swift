extension LoopbackServer {
    /// The request line and the header section of a request (RFC 9112, sections 3 and 5).
    struct RequestHead: Equatable, Sendable {
        enum Version: Sendable { case http10, http11 }

        let method: Request.Method
        let target: String
        let version: Version
        let headerFields: HeaderFields
    }
}

// Parsing.
extension LoopbackServer.RequestHead {
    /// The greatest length of a head, in bytes.
    static let limit = 64 * 1024

    /// Returns the end of the head, which is after its first empty line; nil if it hasn't arrived yet.
    ///
    /// Lines that end with only LF also end a head, so that it can be refused immediately.
    static func end(in bytes: ArraySlice<UInt8>) -> Int? {
        var start = bytes.startIndex
        while let feed = bytes[start...].firstIndex(of: lineFeed) {
            start = feed + 1
            let next = bytes[start...].prefix(2)
            if next.first == lineFeed { return start + 1 }
            if next.elementsEqual([carriageReturn, lineFeed]) { return start + 2 }
        }
        return nil
    }

    /// Parses the head from its bytes, including the empty line.
    init(parsing bytes: ArraySlice<UInt8>) throws(LoopbackServer.MalformedRequest) {
        let lines = try Self.lines(of: bytes)
        let parts = (lines.first ?? []).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .init("The request line is not a method, a target and a version.") }
        guard let method = Request.Method(String(decoding: parts[0], as: UTF8.self)) else {
            throw .init("The method is not a token.")
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .init("The target is not visible ASCII.")
        }
        self.method = method
        target = String(decoding: parts[1], as: UTF8.self)
        version = try Self.version(parts[2])
        headerFields = try Self.fields(in: lines.dropFirst())
        try checkHost()
    }

    /// Returns the lines of a section, without their CRLF and without the empty line at the end.
    private static func lines(
        of bytes: ArraySlice<UInt8>
    ) throws(LoopbackServer.MalformedRequest) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        for line in bytes.split(separator: lineFeed, omittingEmptySubsequences: false).dropLast() {
            guard line.last == carriageReturn else { throw .init("A line of the head does not end with CRLF.") }
            if line.count > 1 { lines.append(line.dropLast()) }
        }
        return lines
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(LoopbackServer.MalformedRequest) -> Version {
        let text = String(decoding: bytes, as: UTF8.self)
        let digits = text.utf8.dropFirst(5)
        guard text.hasPrefix("HTTP/"), digits.count == 3, digits.dropFirst().first == UInt8(ascii: "."),
            let major = digits.first, let minor = digits.last, isDigit(major), isDigit(minor)
        else { throw .init("The version is not HTTP/ and two digits.") }
        guard major == UInt8(ascii: "1") else { throw .init("\(text) is not supported.", status: 505) }
        return minor == UInt8(ascii: "0") ? .http10 : .http11
    }

    /// Returns the fields in lines, each a name, a colon and a value (RFC 9112, section 5).
    static func fields(
        in lines: ArraySlice<ArraySlice<UInt8>>
    ) throws(LoopbackServer.MalformedRequest) -> HeaderFields {
        var fields = HeaderFields()
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .init("A field has no colon.") }
            guard let name = HeaderFields.Name(String(decoding: line[..<colon], as: UTF8.self)) else {
                throw .init("The name of a field is not a token.")
            }
            do throws(InvalidFieldValue) {
                fields.append(try HeaderFields.Field(name, text(line[(colon + 1)...])))
            } catch {
                throw .init(error.description)
            }
        }
        return fields
    }

    /// Decodes UTF-8; if the bytes aren't valid UTF-8, Latin-1, which accepts all bytes.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(wellFormed: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private func checkHost() throws(LoopbackServer.MalformedRequest) {
        let hosts = headerFields.values(of: "Host").count
        guard hosts == 1 || (hosts == 0 && version == .http10) else {
            throw .init("There must be one Host field (RFC 9112, section 3.2), not \(hosts).")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")

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
        guard let url = URL(text: text), url.host != nil else {
            throw .init("The target is neither a path nor an absolute URL.")
        }
        return url
    }
}
