extension Paged where Item: Decodable {
    /// Creates a list whose pages are JSON, with the items in an array at a path of each page.
    ///
    ///     Paged(json: url, items: "data.posts", next: .cursor(at: "data.after", as: "after"))
    ///
    /// - Parameters:
    ///   - url: The target of the first request.
    ///   - path: The path of the array; by default the page itself is the array.
    ///   - decoder: The decoder, which defines the format of dates, data and keys.
    ///   - next: The way to find the next page.
    public init(
        json url: URL, items path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), next: NextPage<JSON>
    ) {
        self.init(json: Request(url: url), items: path, decoder: decoder, next: next)
    }

    /// Creates a list whose pages are JSON, with the items in an array at a path of each page, from a template.
    ///
    ///     Paged(json: "orgs/{owner}/repos", ["owner": owner], next: .link)
    ///
    /// - Parameters:
    ///   - template: The template of the first URL (RFC 6570), which may be relative to the Webservice's base URL.
    ///   - variables: The values of the template's variables.
    ///   - path: The path of the array; by default the page itself is the array.
    ///   - decoder: The decoder, which defines the format of dates, data and keys.
    ///   - next: The way to find the next page.
    public init(
        json template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        items path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), next: NextPage<JSON>
    ) {
        self.init(json: Request(template, variables), items: path, decoder: decoder, next: next)
    }

    /// Creates a list whose pages are JSON, with the items in an array at a path of each page, from a custom request.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - path: The path of the array; by default the page itself is the array.
    ///   - decoder: The decoder, which defines the format of dates, data and keys.
    ///   - next: The way to find the next page.
    public init(
        json request: Request, items path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), next: NextPage<JSON>
    ) {
        var resource = Resource<JSON>(url: request.url, parseJSON: { $0 })
        resource.request = request
        self.init(resource, items: { try $0[at: path].decode([Item].self, decoder: decoder) }, next: next)
    }
}
