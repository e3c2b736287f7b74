/// A list that a server returns in pages: the first page and the way to find the next, as a pure value.
///
///     extension Episode {
///         static let pages = Paged(Episode.all, next: .link)
///     }
///
///     for try await episode in webservice.items(of: Episode.pages) { show(episode) }
///
/// Every page is sent, validated and read like the resource of the first page: with its policy, its declared failures
/// and its fields. Only the URL differs, or whatever else ``NextPage`` changes.
///
/// The server decides where the next page is. Requests to another origin carry no secrets: the fields of
/// `Redaction.standard` are removed, as after a redirect. A request with a body isn't sent to another origin at all.
/// Policies that authenticate keep to their origin anyway; `Policy.headerFields(_:)` doesn't, so don't use it for
/// secrets.
public struct Paged<Item: Sendable>: Sendable {
    /// The request for the first page, from which those for the others are made.
    public var request: Request
    /// The maximum number of pages, by default 10,000. A list with more pages ends with an error.
    public private(set) var maximumPageCount = 10_000

    private let resource: @Sendable (Request, _ number: Int) -> Resource<Page>

    private init(_ request: Request, _ resource: @escaping @Sendable (Request, Int) -> Resource<Page>) {
        self.request = request
        self.resource = resource
    }

    /// Creates a list from a resource that reads its pages.
    ///
    /// - Parameters:
    ///   - resource: The first page.
    ///   - items: A function that returns the items of a page, such as a key path.
    ///   - next: The way to find the next page.
    public init<Content>(
        _ resource: Resource<Content>, items: @escaping @Sendable (Content) throws -> [Item], next: NextPage<Content>
    ) {
        self.init(resource.request) { request, number in
            var resource = resource
            resource.request = request
            return resource.page(number, items: items, next: next)
        }
    }

    /// Creates a list whose pages are arrays of its items.
    ///
    /// - Parameters:
    ///   - resource: The first page.
    ///   - next: The way to find the next page.
    public init(_ resource: Resource<[Item]>, next: NextPage<[Item]>) {
        self.init(resource, items: { $0 }, next: next)
    }

    /// The resource of the first page alone, for a test, or for a screen that shows no more.
    public var firstPage: Resource<Page> { page(1, of: request) }

    /// Returns the page with a number, starting at 1, for a request.
    func page(_ number: Int, of request: Request) -> Resource<Page> { resource(request, number) }
}

// Modifiers.
extension Paged {
    /// Returns a copy with transformed items. An error of the transform fails the page at the parse stage.
    public func map<New>(_ transform: @escaping @Sendable (Item) throws -> New) -> Paged<New> {
        changingItems { try $0.map(transform) }
    }

    /// Returns a copy with only the items for which the predicate returns true. It requests the same pages.
    public func filter(_ isIncluded: @escaping @Sendable (Item) throws -> Bool) -> Paged {
        changingItems { try $0.filter(isIncluded) }
    }

    private func changingItems<New>(_ change: @escaping @Sendable ([Item]) throws -> [New]) -> Paged<New> {
        let resource = resource
        var paged = Paged<New>(request) { request, number in
            resource(request, number).map { $0.replacing(try change($0.items)) }
        }
        paged.maximumPageCount = maximumPageCount
        return paged
    }

    /// Returns a copy with another maximum number of pages.
    public func maximumPageCount(_ count: Int) -> Paged {
        var paged = self
        paged.maximumPageCount = count
        return paged
    }
}

extension Paged: RequestChanging {
    /// Returns a copy with a changed request for the first page, from which those for the others are made.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Paged {
        var paged = self
        change(&paged.request)
        return paged
    }
}

extension Paged: CustomStringConvertible {
    /// The first request on one line, without secrets, and the type of the items.
    public var description: String { "\(request) → pages of \(Item.self)" }
}

// What people write first. You can't use it: the compiler suggests what to write instead.
extension Paged where Item == JSON {
    /// Unavailable: a page that isn't an array of items needs a path to them.
    @available(*, unavailable, message: "say where the items of a page are, such as items: \\.results")
    @_disfavoredOverload
    public init<Content>(_ resource: Resource<Content>, next: NextPage<Content>) {
        self.init(resource, items: { _ in [JSON]() }, next: next)
    }
}
