extension NextPage {
    /// The target of the Link field with the relation `next` (RFC 8288), relative to the URL of the response.
    public static var link: NextPage { link(relation: "next") }

    /// Uses the target of the first Link field with a relation (RFC 8288), relative to the URL of the response.
    public static func link(relation: String) -> NextPage {
        NextPage { context in
            let response = context.response.located(by: context.request)
            guard let link = response.headerFields.links.first(relation: relation) else { return nil }
            guard let url = response.link(rel: relation) else { throw noURL("Link field", link.target) }
            return context.request.replacing(url)
        }
    }

    /// Uses a URL in the page, absolute or relative to the URL of the response; nil on the last page.
    public static func url(_ url: @escaping @Sendable (Page) throws -> URL?) -> NextPage {
        self.url { page in try url(page)?.absoluteString }
    }

    /// Uses the text of a URL in the page, absolute or relative to the URL of the response; nil or empty on the last
    /// page.
    @_disfavoredOverload
    public static func url(_ text: @escaping @Sendable (Page) throws -> String?) -> NextPage {
        NextPage { context in
            guard let text = try text(context.page), !text.isEmpty else { return nil }
            let base = context.response.located(by: context.request).url
            guard let url = URL(reference: text, relativeTo: base) else { throw noURL("page", text) }
            return context.request.replacing(url)
        }
    }

    private static func noURL(_ place: String, _ text: String) -> ParseFailure {
        ParseFailure(
            expected: "the URL of the next page in the \(place)", found: String(WebLink.shown(text).prefix(100)))
    }
}

extension NextPage where Page == JSON {
    /// Uses a URL at a path of the page, absolute or relative to the URL of the response; absent, null or empty on the
    /// last page.
    public static func url(at path: JSONPath) -> NextPage { url { try $0[at: path].textIfAny } }
}

extension JSON {
    /// The string or whole number at this place as text; nil if it is absent or null.
    var textIfAny: String? {
        get throws {
            guard exists, !isNull else { return nil }
            if let number = try? int64 { return "\(number)" }
            return try string
        }
    }
}
