/// A link of a Link field: its target, and the target's relation to the response (RFC 8288).
///
///     let next = response.headerFields.links.first(relation: "next")
///     let page = next?.url(relativeTo: response.url)
public struct WebLink: Hashable, Sendable {
    /// A parameter of a link.
    ///
    ///     let next = WebLink(
    ///         "episodes.json?page=2", relation: "next",
    ///         parameters: [WebLink.Parameter("title", "Older episodes")])
    ///     print(next.title ?? "", next.fieldValue)
    ///     // Older episodes <episodes.json?page=2>; rel="next"; title="Older episodes"
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, decoded.
        public let value: String
        /// The language of the value, if the name ends with `*` (RFC 8187); empty if there is none.
        public let language: String

        /// Creates a parameter. The name is converted to lower case.
        public init(_ name: HeaderFields.Name, _ value: String, language: String = "") {
            self.init(name: LinkText.lowercased(name.rawName.utf8), value: value, language: language)
        }

        init(name: String, value: String, language: String = "") {
            self.name = name
            self.value = value
            self.language = language
        }
    }

    /// The target as it is in the field: a URL, or a reference relative to the response's URL.
    public var target: String
    /// The parameters, including relations, in order. A name may occur more than once.
    public var parameters: [Parameter]

    /// Creates a link to a target.
    public init(_ target: String, relation: String, parameters: [Parameter] = []) {
        self.target = target
        self.parameters = [Parameter("rel", relation)] + parameters
    }

    init(target: String, parameters: [Parameter]) {
        self.target = target
        self.parameters = parameters
    }

    /// The first value of a parameter. The name is case-insensitive.
    public subscript(name: String) -> String? {
        let name = LinkText.lowercased(name.utf8)
        return parameters.first { $0.name == name }?.value
    }

    /// The relations of the target to the context, in lower case: `next`, or a URL for a custom relation (section 3.3).
    public var relations: [String] {
        (self["rel"] ?? "").utf8.split(whereSeparator: LinkText.isSpace).map(LinkText.lowercased)
    }

    /// Returns whether the target has a relation to the context. The relation is case-insensitive.
    public func has(relation: String) -> Bool { relations.contains(LinkText.lowercased(relation.utf8)) }

    /// The context of the link, if it isn't the response's own URL (section 3.2).
    public var anchor: String? { self["anchor"] }

    /// The languages of the target (section 3.4.1).
    public var languages: [String] { parameters.filter { $0.name == "hreflang" }.map(\.value) }

    /// The media that the target is meant for, as a media query (section 3.4.1).
    public var media: String? { self["media"] }

    /// The title, for people. If there are two, it is the one of `title*`, which can be in any script (section 3.4.1).
    public var title: String? { self["title*"] ?? self["title"] }

    /// A hint to the media type of the target's content (section 3.4.1).
    public var mediaType: MediaType? { self["type"].flatMap { MediaType($0) } }

    /// Returns the URL of the target, resolved against a base if it is relative (RFC 3986, section 5); nil if it isn't
    /// a URL.
    public func url(relativeTo base: URL? = nil) -> URL? {
        URL(reference: target, relativeTo: base)
    }

    /// Returns the URL of the context: the resolved anchor, or the base itself if there is no anchor.
    public func context(relativeTo base: URL? = nil) -> URL? {
        guard let anchor, !anchor.isEmpty else { return base }
        return URL(reference: anchor, relativeTo: base)
    }
}

extension Sequence<WebLink> {
    /// Returns the first link with a relation, which is case-insensitive. Skips links with a context other than the
    /// response.
    public func first(relation: String) -> WebLink? {
        first { $0.has(relation: relation) && ($0.anchor ?? "").isEmpty }
    }

    /// Returns all links with a relation, which is case-insensitive, in any context.
    public func all(relation: String) -> [WebLink] { filter { $0.has(relation: relation) } }
}
