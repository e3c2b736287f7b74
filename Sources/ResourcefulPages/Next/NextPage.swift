/// The way to find the next page of a list: a pure function from the request and the response of one page to the
/// request for the next.
///
/// Common ways are built in: ``link``, ``cursor(_:as:)``, ``number(as:from:until:)``, ``offset(as:from:by:until:)``,
/// ``url(at:)``.
///
///     let next = NextPage<[Episode]> { page, response, request in
///         response.headerFields["X-Next"].map { request.query(["after": $0]) }
///     }
///     let episodes = Paged(Episode.all, next: next)
public struct NextPage<Page>: Sendable {
    /// A page that was read, and its exchange.
    struct Context {
        /// The page.
        let page: Page
        /// The number of items on the page.
        let itemCount: Int
        /// The request for the page.
        let request: Request
        /// The response.
        let response: Response
    }

    private let function: @Sendable (Context) throws -> Request?

    init(context function: @escaping @Sendable (Context) throws -> Request?) { self.function = function }

    /// Creates a way from a function that returns the next request; nil after the last page.
    ///
    /// Make the next request from the given one to keep its fields and options. If it leads to another origin, its
    /// secrets are removed, as for every other way.
    public init(_ next: @escaping @Sendable (_ page: Page, Response, Request) throws -> Request?) {
        self.init { try next($0.page, $0.response, $0.request) }
    }

    /// Returns the next request in the form in which it may be sent.
    ///
    /// - Throws: `LoadError` at the parse stage if the next page can't be read from this one, or at the request stage
    ///   if the request must not be sent.
    func callAsFunction(_ context: Context) throws -> Request? {
        do {
            return try function(context)?.continuing(context.request, answeredBy: context.response)
        } catch {
            // A resource tells the stage and the place of an error, and hides secrets.
            let failing = Resource<Page>(context.request.answered(by: context.response)) { _ in throw error }
            _ = try failing.validating(.any).value(from: context.response)
            return nil
        }
    }
}

extension NextPage {
    /// Returns a copy that continues only while the page says there are more: `.cursor(\.last, as:
    /// "after").while(\.hasMore)`.
    public func `while`(_ hasMore: @escaping @Sendable (Page) throws -> Bool) -> NextPage {
        NextPage { context in try hasMore(context.page) ? try function(context) : nil }
    }
}

extension NextPage where Page == JSON {
    /// Returns a copy that continues only while the value at a path of the page is `true`.
    public func `while`(at path: JSONPath) -> NextPage { `while` { try $0[at: path].bool } }
}
