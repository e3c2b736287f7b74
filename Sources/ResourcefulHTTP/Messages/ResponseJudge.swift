#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Who says what a response is worth, for one load: what is read for that one is its own.
@usableFromInline package protocol ResponseJudge: AnyObject, Sendable {
    /// What is to be said of a response, and the value that was read for it.
    func judgement(on response: Response) -> any Judgement
}

/// What was said of a response, and by whom.
@usableFromInline package protocol Judgement: AnyObject, Sendable {
    /// Who has said it.
    var judge: any ResponseJudge { get }
    /// What the load would fail with.
    var error: (any Error)? { get }
    /// What the service has said that the error was made of.
    var cause: (any Error)? { get }
}

/// What somebody who carries out a load notes on its request.
@usableFromInline package protocol RequestNote: AnyObject, Sendable {}

/// What is known of a request beside what it says: it is never sent, and not a part of what makes requests equal.
@usableFromInline struct KnownOfRequest: Hashable, Sendable {
    /// Who judges its response.
    @usableFromInline var judge: (any ResponseJudge)?
    /// For whom it is made.
    @usableFromInline var user: (any RequestNote)?
    /// Whether Accept is what the resource asks for where nobody says otherwise.
    @usableFromInline var acceptIsDefault = false
    /// Where the load has begun, when redirections have led it to other origins.
    @usableFromInline var firstURL: URL?

    @usableFromInline static func == (left: KnownOfRequest, right: KnownOfRequest) -> Bool { true }

    @usableFromInline func hash(into hasher: inout Hasher) {}
}

extension Response {
    /// The response, with what one judge has said of it, but nobody else.
    package func judged(by judge: any ResponseJudge) -> Response {
        guard let judgement, judgement.judge !== judge else { return self }
        var response = self
        response.judgement = nil
        return response
    }
}
