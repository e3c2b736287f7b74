/// What a resource makes of a response: the result of validation, envelope and parsing.
///
/// Policies get it from ``Request/verdict(on:)``. Continue with ``response`` to read the value only once: the value
/// stays with the response until you change it.
public struct Verdict: Sendable {
    /// The response to continue with.
    public let response: Response
    /// The error that would fail the load; nil if it would succeed.
    public let error: (any Error)?
    /// What the service said in its envelope, if that is the reason.
    package let serviceError: ServiceError?

    /// Whether the load would succeed.
    public var isSuccess: Bool { error == nil }
}

extension Request {
    /// Returns what the resource of this request makes of a response. A request that belongs to no resource accepts
    /// all.
    ///
    /// The response is read only once: reading it again with ``Verdict/response`` costs nothing.
    public func verdict(on response: Response) -> Verdict {
        guard let judge else { return Verdict(response: response, error: nil, serviceError: nil) }
        if let known = response.judgement, known.judge === judge { return known.verdict(on: response) }
        let judgement = judge.judgement(on: response)
        var judged = response
        judged.judgement = judgement
        return judgement.verdict(on: judged)
    }
}

extension ReadResult {
    fileprivate func verdict(on response: Response) -> Verdict {
        Verdict(response: response, error: error, serviceError: cause as? ServiceError)
    }
}

/// A reader of responses for callers that need a verdict before the end of a load.
package protocol ResourceReader: ResponseReader {
    /// Returns a copy that reads the value inside an envelope.
    func inside(_ envelope: Envelope) -> any ResourceReader
}

/// A wrapper that keeps an error declared by a resource from becoming part of a ``LoadError``.
package struct DeclaredFailure: Error {
    package let error: any Error
    /// What the service said in its envelope, if the error was made from that.
    var serviceError: ServiceError?
}
