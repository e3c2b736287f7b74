#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Paged where Item: Decodable {
    /// A list whose pages are JSON, the items an array at a path of each page.
    ///
    ///     Paged(json: url, items: "data.posts", next: .cursor(at: "data.after", as: "after"))
    ///
    /// - Parameters:
    ///   - url: The target of the first request.
    ///   - path: Where the array of the items stands; the page itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    ///   - next: How a page names the next.
    public init(
        json url: URL, items path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), next: NextPage<JSON>
    ) {
        self.init(json: Request(url: url), items: path, decoder: decoder, next: next)
    }

    /// A list whose pages are JSON, the items an array at a path of each page, for a request made elsewhere.
    ///
    /// - Parameters:
    ///   - request: What is sent first.
    ///   - path: Where the array of the items stands; the page itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    ///   - next: How a page names the next.
    public init(
        json request: Request, items path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), next: NextPage<JSON>
    ) {
        var resource = Resource<JSON>(url: request.url, parseJSON: { $0 })
        resource.request = request
        self.init(resource, items: { try $0[at: path].decode([Item].self, decoder: decoder) }, next: next)
    }
}
