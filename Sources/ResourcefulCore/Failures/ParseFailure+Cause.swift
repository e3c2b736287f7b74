#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ParseFailure {
    /// The cause of a failed parse: a decoding error becomes a parse failure with its place in the body, anything else
    /// stays what it is.
    static func of(
        _ error: any Error, in response: Response, to request: Request, expecting type: Any.Type
    ) -> any Error {
        if let failure = error as? ParseFailure { return failure.explainingEmptyBody(of: response, to: request) }
        guard let error = error as? DecodingError else { return error }
        do throws(ParseFailure) {
            return try JSONDocument(response.body).failure(of: error, below: [], expecting: type)
        } catch let malformed {
            // The decoder's own word for malformed JSON has no place in it; the scanner's has. But a body that was read
            // as something else, a property list say, is not to be blamed for being no JSON.
            return error.isAboutMalformedJSON
                ? malformed.explainingEmptyBody(of: response, to: request) : ParseFailure(error, expecting: type)
        }
    }
}
