/// The reason why a named next page isn't requested. Nothing was sent.
///
/// It is the `LoadError.underlyingError` of a `LoadError` at the request stage, which has the request that would
/// have been sent.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PagingError: Error, Hashable, Sendable {
    /// The same request was sent before, and the list would be endless. The number says which page names it.
    case cycle(page: Int)
    /// There are more pages than the maximum; see ``Paged/maximumPageCount(_:)``.
    case tooManyPages(maximum: Int)
    /// The server names a page at another origin, and the request has a body.
    case bodyToOtherOrigin
}

extension PagingError: CustomStringConvertible {
    /// A description of one sentence.
    public var description: String {
        switch self {
        case .cycle(let page): "page \(page) links to it as the next page, but it was already loaded"
        case .tooManyPages(let maximum): "the list has more pages than its maximum of \(maximum)"
        case .bodyToOtherOrigin: "the previous page links to it, but a body is never sent to another origin"
        }
    }
}
