extension Request {
    /// Returns a copy with another URL.
    func replacing(_ url: URL) -> Request {
        var request = self
        request.url = url
        return request
    }

    /// Returns a copy with a query item appended in place of those with its name; everything else stays byte for byte.
    func replacing(item name: String, by value: String) -> Request {
        let text = url.absoluteString
        let fragment = text.firstIndex(of: "#") ?? text.endIndex
        let query = text[..<fragment].firstIndex(of: "?") ?? fragment
        let kept = text[query..<fragment].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
            .filter { Query(parsing: $0).items.first?.name != name }
            .joined(separator: "&")
        let separator = kept.isEmpty || kept.hasSuffix("&") ? "" : "&"
        let item = Query([(name, value)]).encoded
        return URL(string: "\(text[..<query])?\(kept)\(separator)\(item)\(text[fragment...])").map(replacing) ?? self
    }

    /// Returns a copy with the URL as it was resolved, if that is known.
    func answered(by response: Response) -> Request {
        guard !url.isAbsolute else { return replacing(url.absoluteURL) }
        // The first redirect was the response to this request.
        return (response.history.first?.url ?? response.url).map(replacing) ?? self
    }

    /// Returns this request as it may be sent after a response to another one named it.
    ///
    /// A request to another origin loses its secrets, as after a redirect, because the server chose the target.
    ///
    /// - Throws: `LoadError` at the request stage if a body would be sent to another origin.
    func continuing(_ request: Request, answeredBy response: Response) throws(LoadError) -> Request {
        var next = located(behind: request, answeredBy: response)
        guard next.url.isAbsolute else { return self }
        guard Origin(next.url) != Origin(request.answered(by: response).url) else { return next }
        guard body == nil else {
            throw LoadError(stage: .request, request: next, underlyingError: PagingError.bodyToOtherOrigin)
        }
        for name in Set(headerFields.map(\.name)) where name == "Host" || request.hides(name) {
            next.headerFields[name] = nil
        }
        return next
    }

    /// Returns whether the value of a field is a secret, by its name or because this request says so.
    private func hides(_ name: HeaderFields.Name) -> Bool {
        var probe = self
        probe.headerFields = HeaderFields()
        probe.headerFields[name] = "value"
        return Redaction.standard.redacted(probe).headerFields[name] == Redaction.mark
    }

    /// Returns a copy with the URL resolved against the response's URL (RFC 3986, section 5.1.3). The URL stays
    /// relative if the previous one is relative, too, and it names no host: then both have the same base.
    private func located(behind request: Request, answeredBy response: Response) -> Request {
        guard !url.isAbsolute, request.url.isAbsolute || url.absoluteString.hasPrefix("//") else { return self }
        let base = response.url ?? request.url
        return base.resolving(url.absoluteString).map(replacing) ?? self
    }
}

extension Response {
    /// Returns a copy that has the URL of the request if it has none.
    func located(by request: Request) -> Response {
        guard url == nil else { return self }
        var response = self
        response.url = request.url
        return response
    }
}

extension URL {
    /// Whether the URL has a scheme.
    fileprivate var isAbsolute: Bool { absoluteURL.scheme != nil }
}
