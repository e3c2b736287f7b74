extension Redaction {
    /// Returns a copy of the request that an error can carry: secret fields, secret query values and user information
    /// are replaced.
    public func redacted(_ request: Request) -> Request {
        let redaction = including(secretsOf: request)
        var redacted = request
        redacted.headerFields = redaction.redacted(request.headerFields)
        redacted.url = URL(string: redaction.redacted(request.url)) ?? URL(filePath: Self.mark)
        return redacted
    }
}

extension Redaction {
    /// Returns the text of an error. The library's own errors know their secrets; in others, everything that looks like
    /// a secret is replaced.
    package func text(of error: any Error) -> String {
        switch error {
        case is LoadError, is ParseFailure: "\(error)"
        // These have no secrets of their own, but may quote text from a server or a proxy.
        case is TransportError, is RequestError:
            String(decoding: masked(echoesIn: Array("\(error)".utf8)), as: UTF8.self)
        default: String(decoding: masked(Array("\(error)".utf8)), as: UTF8.self)
        }
    }
}
