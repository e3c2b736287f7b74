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

/// Who says what a response is worth, for one load: what is read for that one is its own.
package protocol ResponseJudge: AnyObject, Sendable {
    /// What is to be said of a response, and the value that was read for it.
    func judgement(on response: Response) -> any Judgement
}

/// What policies know of a request beside what it says: not a part of what makes requests equal.
struct KnownOfRequest: Hashable, Sendable {
    /// The resource whose request it is.
    var judge: (any ResponseJudge)?
    /// For whom it is made.
    var user: IdentifiedUser?

    static func == (left: KnownOfRequest, right: KnownOfRequest) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// What was said of a response, and by whom.
package protocol Judgement: AnyObject, Sendable {
    /// Who has said it.
    var judge: any ResponseJudge { get }
    /// What the load would fail with.
    var error: (any Error)? { get }
    /// What the service has said.
    var serviceError: ServiceError? { get }
}

extension Judgement {
    fileprivate func verdict(on response: Response) -> Verdict {
        Verdict(response: response, error: error, serviceError: serviceError)
    }
}

extension Response {
    /// The response, with what one judge has said of it, but nobody else.
    func judged(by judge: any ResponseJudge) -> Response {
        guard let judgement, judgement.judge !== judge else { return self }
        var response = self
        response.judgement = nil
        return response
    }
}
