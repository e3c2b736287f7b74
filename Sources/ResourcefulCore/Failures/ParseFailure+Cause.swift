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
