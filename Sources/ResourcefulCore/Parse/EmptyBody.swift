extension ParseFailure {
    /// The same, saying why there is no body when there could be none (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6).
    func explainingEmptyBody(of response: Response, to request: Request) -> ParseFailure {
        guard response.body.isEmpty, kind == .empty else { return self }
        var failure = self
        if request.method == .head {
            failure.found += " (a response to HEAD has none)"
        } else if [204, 205, 304].contains(response.status.code) {
            failure.found += " (a response with the status \(response.status.code) has none)"
        }
        return failure
    }
}
