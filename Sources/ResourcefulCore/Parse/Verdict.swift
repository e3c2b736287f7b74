/// What the resource of a request makes of a response: validation, envelope and parse, as one answer.
///
/// Policies ask for it with ``Request/verdict(on:)``. Who goes on with ``response`` has the value read once: it stays
/// with the response until that is changed.
public struct Verdict: Sendable {
    /// The response that was judged, to go on with.
    public let response: Response
    /// What the load would fail with; nil when it would succeed.
    public let error: (any Error)?
    /// What the service has said in its envelope, if that is why.
    public let serviceError: ServiceError?

    /// Whether the load would succeed.
    public var isSuccess: Bool { error == nil }
}

extension Request {
    /// What the resource whose request this is makes of a response. A request that no resource has made accepts all.
    ///
    /// Costs what it costs to read the response, once: reading it again with ``Verdict/response`` costs nothing.
    public func verdict(on response: Response) -> Verdict {
        guard let judge else { return Verdict(response: response, error: nil, serviceError: nil) }
        if let known = response.judgement, known.judge === judge { return known.verdict(on: response) }
        let judgement = judge.judgement(on: response)
        var judged = response
        judged.judgement = judgement
        return judgement.verdict(on: judged)
    }
}

extension Judgement {
    fileprivate func verdict(on response: Response) -> Verdict {
        Verdict(response: response, error: error, serviceError: cause as? ServiceError)
    }
}

/// Reads a response before the end of a load, for those who ask what it is worth.
package protocol ResourceReader: ResponseJudge {
    /// The same, where the service puts its values into an envelope.
    func inside(_ envelope: Envelope) -> any ResourceReader
}
