#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Request {
    /// The same request for another URL.
    func replacing(_ url: URL) -> Request {
        var request = self
        request.url = url
        return request
    }

    /// The same request, one item of the query having this value, at the end; all else stays byte for byte.
    func replacing(item name: String, by value: String) -> Request {
        var text = URLText(url)
        let kept = (text.query ?? "").split(separator: "&", omittingEmptySubsequences: false)
            .filter { Query(parsing: $0).items.first?.name != name }
        text.query = kept.isEmpty ? nil : kept.joined(separator: "&")
        text.append(query: Query([(name, value)]).encoded)
        return text.url.map(replacing) ?? self
    }

    /// The request, its URL as it was resolved where that is known.
    func answered(by response: Response) -> Request {
        guard !Target(url).isAbsolute else { return replacing(url.absoluteURL) }
        // The first of all redirections was the answer to what was asked.
        return (response.history.first?.url ?? response.url).map(replacing) ?? self
    }

    /// This request, as it may be sent because a response to another one named it.
    ///
    /// To another origin go no secrets, as after a redirect, and no body: nobody but the server has chosen it.
    ///
    /// - Throws: ``LoadError`` at the request stage for a body that would go to another origin.
    func continuing(_ request: Request, answeredBy response: Response) throws(LoadError) -> Request {
        var next = located(behind: request, answeredBy: response)
        guard Target(next.url).isAbsolute else { return self }
        guard Origin(next.url) != Origin(request.answered(by: response).url) else { return next }
        guard body == nil else {
            throw LoadError(stage: .request, request: next, underlyingError: PagingError.bodyToOtherOrigin)
        }
        let secrets = Redaction.standard.including(secretsOf: request)
        next.headerFields.fields.removeAll { secrets.hides($0.name) || $0.name == "Host" }
        return next
    }

    /// This request, its URL resolved against that of the response (RFC 3986, section 5.1.3). What is relative like the
    /// URL of the request before, and leads to no host by itself, is left to the same base as that one.
    private func located(behind request: Request, answeredBy response: Response) -> Request {
        guard !Target(url).isAbsolute, Target(request.url).isAbsolute || url.absoluteString.hasPrefix("//") else {
            return self
        }
        let base = response.url ?? request.url
        return base.resolving(url.absoluteString).map(replacing) ?? self
    }
}

extension Response {
    /// The response, its URL that of the request when it has none.
    func located(by request: Request) -> Response {
        guard url == nil else { return self }
        var response = self
        response.url = request.url
        return response
    }
}
