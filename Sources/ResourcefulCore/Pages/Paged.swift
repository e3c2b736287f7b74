/// A list that a server gives out in pages: the first page, and how a page names the next, as one pure value.
///
///     extension Repository {
///         static func all(of owner: String) -> Paged<Repository> {
///             Paged(Resource(json: url.appending(query: ["owner": owner])), next: .link)
///         }
///     }
///
///     for try await repository in webservice.items(of: Repository.all(of: "apple")) { … }
///
/// Every page is validated, read and sent as the resource of the first one is: with its policy, its declared failures,
/// its fields. Only the URL, or whatever ``NextPage`` changes, is another.
///
/// A server decides where the next page is, so it decides where the request goes. To another origin go no secrets: none
/// of the fields of ``Redaction/standard``, as after a redirect, and no body at all. The policies that authenticate
/// keep to their origin anyway; ``Policy/headerFields(_:)`` does not, and is no place for secrets.
public struct Paged<Item: Sendable>: Sendable {
    /// What is sent for the first page; the requests of the others are made from it.
    public var request: Request
    /// How many pages there may be, 10,000 unless told otherwise: a list with more of them ends in an error.
    public private(set) var maximumPageCount = 10_000

    private let resource: @Sendable (Request, _ number: Int) -> Resource<Page>

    private init(_ request: Request, _ resource: @escaping @Sendable (Request, Int) -> Resource<Page>) {
        self.request = request
        self.resource = resource
    }

    /// A list whose pages are read by a resource, and say what their items are.
    ///
    /// - Parameters:
    ///   - resource: The first page.
    ///   - items: The items of a page: a key path, or any function.
    ///   - next: How a page names the next.
    public init<Content>(
        _ resource: Resource<Content>, items: @escaping @Sendable (Content) throws -> [Item], next: NextPage<Content>
    ) {
        self.init(resource.request) { request, number in
            var resource = resource
            resource.request = request
            return resource.page(number, items: items, next: next)
        }
    }

    /// A list whose pages are arrays of its items.
    ///
    /// - Parameters:
    ///   - resource: The first page.
    ///   - next: How a page names the next.
    public init(_ resource: Resource<[Item]>, next: NextPage<[Item]>) {
        self.init(resource, items: { $0 }, next: next)
    }

    /// The page of a number, from 1 on, that comes of a request.
    func page(_ number: Int, of request: Request) -> Resource<Page> { resource(request, number) }
}

// Changing.
extension Paged {
    /// The same list, its items transformed. What the transform throws is a failure of the page at the parse stage.
    public func map<New>(_ transform: @escaping @Sendable (Item) throws -> New) -> Paged<New> {
        changingItems { try $0.map(transform) }
    }

    /// The same list without the items for which the predicate does not hold. It asks for the same pages.
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

    /// The same list, with another bound on the number of its pages.
    public func maximumPageCount(_ count: Int) -> Paged {
        var paged = self
        paged.maximumPageCount = count
        return paged
    }
}

extension Paged: RequestChanging {
    /// The same list with the request of its first page changed; those of the others are made from it.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Paged {
        var paged = self
        change(&paged.request)
        return paged
    }
}

extension Paged: CustomStringConvertible {
    /// The first request on one line, secrets replaced, and the type of the items.
    public var description: String { "\(request) → pages of \(Item.self)" }
}
