extension LoopbackServer {
    /// A response with the request that it answers and the state of the connection.
    struct Reply {
        /// The way the client learns where the body ends (RFC 9112, section 6.3).
        enum Framing: Equatable {
            case length(Int)
            case chunked
            case untilClose
        }

        let response: Response
        let request: RequestHead
        /// Whether both the server and the request allow the connection to stay open.
        let canPersist: Bool

        /// Whether the body is sent: not for HEAD, and not with a 1xx, 204 or 304 (RFC 9110, section 6.4.1).
        var hasBody: Bool { request.method != .head && !Self.neverHasBody(response.status) }

        /// The bytes after the head, before any transfer coding.
        var body: Data { hasBody ? response.body : Data() }

        /// Returns the status line and the header section, up to the empty line.
        func head(_ framing: Framing) -> Data {
            let status = response.status
            return Data("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8) + fields(framing).lines
                + Data("\r\n".utf8)
        }

        /// Whether the connection stays open after a response in this framing.
        func persists(_ framing: Framing) -> Bool {
            canPersist && framing != .untilClose && !response.headerFields.tokens(of: "Connection").contains("close")
        }

        /// Returns the response's own fields, with the correct fields for framing and connection.
        func fields(_ framing: Framing) -> HeaderFields {
            let isChunked = framing == .chunked && !Self.neverHasBody(response.status)
            var fields = response.headerFields
            fields["Content-Length"] = contentLength(framing)
            fields["Transfer-Encoding"] = isChunked ? "chunked" : nil
            fields["Connection"] = connection(framing)
            return fields
        }

        private func contentLength(_ framing: Framing) -> String? {
            guard case .length(let length) = framing, !response.status.isInformational, response.status != 204 else {
                return nil
            }
            // If no body follows, the response may declare what its length would be (RFC 9110, section 8.6).
            let own = response.headerFields.values(of: "Content-Length")
            if !hasBody, response.body.isEmpty, own.count == 1 { return own[0] }
            return response.status == 304 && length == 0 ? nil : "\(length)"
        }

        private func connection(_ framing: Framing) -> String? {
            let own = response.headerFields["Connection"]
            if persists(framing) { return own ?? (request.version == .http10 ? "keep-alive" : nil) }
            if response.headerFields.tokens(of: "Connection").contains("close") { return own }
            return own.map { "\($0), close" } ?? "close"
        }

        private static func neverHasBody(_ status: Response.Status) -> Bool {
            status.isInformational || status == 204 || status == 304
        }
    }
}
