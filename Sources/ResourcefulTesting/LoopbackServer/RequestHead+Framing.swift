extension LoopbackServer.RequestHead {
    /// The way the length of the body is given (RFC 9112, section 6.3).
    enum Framing: Equatable, Sendable {
        case length(Int)
        case chunked
    }

    /// Returns the length of the body. A request that doesn't declare one has no body.
    ///
    /// Requests that declare it in two ways are refused: client and server must never disagree about it.
    func framing() throws(LoopbackServer.MalformedRequest) -> Framing {
        let codings = tokens(of: "Transfer-Encoding")
        let lengths = tokens(of: "Content-Length")
        guard headerFields.contains("Transfer-Encoding") else { return .length(try Self.length(lengths)) }
        guard lengths.isEmpty else { throw .init("There are both Content-Length and Transfer-Encoding.") }
        guard version == .http11 else { throw .init("Transfer-Encoding needs HTTP/1.1.") }
        guard codings.last == "chunked" else { throw .init("The last transfer coding is not chunked.") }
        guard codings.count == 1 else { throw .init("The only supported transfer coding is chunked.", status: 501) }
        return .chunked
    }

    private static func length(_ values: [String]) throws(LoopbackServer.MalformedRequest) -> Int {
        guard let value = values.first else { return 0 }
        guard values.allSatisfy({ $0 == value }) else { throw .init("There are conflicting Content-Lengths.") }
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(value) else {
            throw .init("Content-Length is not a number.")
        }
        return length
    }

    /// Whether the client waits for a 100 (Continue) before it sends the body (RFC 9110, section 10.1.1).
    var expectsContinue: Bool { version == .http11 && tokens(of: "Expect").contains("100-continue") }

    /// Whether the client may send another request on the connection (RFC 9112, section 9.3).
    var isPersistent: Bool {
        let options = tokens(of: "Connection")
        return !options.contains("close") && (version == .http11 || options.contains("keep-alive"))
    }

    /// Returns the elements of a list field, in lower case (RFC 9110, section 5.6.1).
    func tokens(of name: HeaderFields.Name) -> [String] { headerFields.tokens(of: name) }
}

extension HeaderFields {
    /// Returns the elements of a list field, in lower case (RFC 9110, section 5.6.1).
    func tokens(of name: Name) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { element in
            let start = element.drop { $0 == " " || $0 == "\t" }
            return (start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? "").lowercased()
        }
    }
}
