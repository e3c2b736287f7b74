extension ParseFailure {
    /// Returns the cause of a failed parse: a decoding error becomes a parse failure with its place in the body, and
    /// other errors stay as they are. Secrets of the body are masked.
    static func of(
        _ error: any Error, in response: Response, to request: Request, expecting type: Any.Type
    ) -> any Error {
        let failure: ParseFailure
        switch error {
        case let known as ParseFailure: failure = known
        case let error as DecodingError:
            failure = ParseFailure(error, in: response.body, mask: Redaction.standard, expecting: type)
        default: return error
        }
        return failure.masked(by: Redaction.standard).explainingEmptyBody(of: response, to: request)
    }
}

extension ParseFailure {
    /// Returns a copy that explains an empty body if the response can't have one (RFC 9110, sections 9.3.2, 15.3.5,
    /// 15.3.6).
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
