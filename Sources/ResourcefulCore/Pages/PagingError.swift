/// Why the next page of a list is not asked for, though the one before names it. Nothing has left the machine.
///
/// It is the ``LoadError/underlyingError`` of a ``LoadError`` at the request stage, whose request is the one that would
/// have been sent.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PagingError: Error, Hashable, Sendable {
    /// The same request was sent before, so the list would have no end. The number is that of the page that names it.
    case cycle(page: Int)
    /// There are more pages than the list may have: see ``Paged/maximumPageCount(_:)``.
    case tooManyPages(maximum: Int)
    /// A body would be sent to another origin than that of the page, which the server has chosen.
    case bodyToOtherOrigin
}

extension PagingError: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .cycle(let page): "page \(page) names it as the next one, and it has been loaded before"
        case .tooManyPages(let maximum): "there are more than \(maximum) pages, which is the maximum for this list"
        case .bodyToOtherOrigin: "the page before names it as the next one, and a body goes to no other origin"
        }
    }
}
