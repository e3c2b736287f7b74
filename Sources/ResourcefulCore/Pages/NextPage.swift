#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a page of a list names the next one: a pure function from what was asked and answered to what is asked next.
///
/// The usual ways are ready-made: ``link``, ``cursor(_:as:)``, ``number(as:from:until:)``,
/// ``offset(as:from:by:until:)``, ``url(at:)``.
public struct NextPage<Page>: Sendable {
    /// What is known when a page was read.
    struct Context {
        /// The page.
        let page: Page
        /// How many items are on it.
        let itemCount: Int
        /// What was sent for it.
        let request: Request
        /// What was answered.
        let response: Response
    }

    private let function: @Sendable (Context) throws -> Request?

    init(context function: @escaping @Sendable (Context) throws -> Request?) { self.function = function }

    /// Any function from a page, its response and its request to the next request; nil after the last page.
    ///
    /// The next request is best made from the one given, so that its fields and options stay. Where it leads to another
    /// origin, its secrets are taken out of it, as for every other way.
    public init(_ next: @escaping @Sendable (_ page: Page, Response, Request) throws -> Request?) {
        self.init { try next($0.page, $0.response, $0.request) }
    }

    /// The next request, as it may be sent.
    ///
    /// - Throws: ``LoadError`` at the parse stage for a page that can't be read as naming one, at the request stage for
    ///   a request that must not be sent.
    func callAsFunction(_ context: Context) throws -> Request? {
        do {
            return try function(context)?.continuing(context.request, answeredBy: context.response)
        } catch let error as LoadError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw LoadError(
                stage: .parse, request: context.request.answered(by: context.response), response: context.response,
                underlyingError: ParseFailure.of(
                    error, in: context.response, to: context.request, expecting: Page.self))
        }
    }
}

extension NextPage {
    /// The same way, as long as the page says that there are more: `.cursor(\.last, as: "after").while(\.hasMore)`.
    public func `while`(_ hasMore: @escaping @Sendable (Page) throws -> Bool) -> NextPage {
        NextPage { context in try hasMore(context.page) ? try function(context) : nil }
    }
}

extension NextPage where Page == JSON {
    /// The same way, as long as `true` stands at a path of the page.
    public func `while`(at path: JSONPath) -> NextPage { `while` { try $0[at: path].bool } }
}
