#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A link of a Link field: where it leads and what that is to the response (RFC 8288).
///
///     let next = response.headerFields.links.first(relation: "next")?.url(relativeTo: response.url)
public struct WebLink: Hashable, Sendable {
    /// One thing that is said about the link.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, decoded.
        public let value: String
        /// The language of the value, for a name that ends with `*` (RFC 8187); empty when none is said.
        public let language: String

        /// Something said about the link. A name is compared in lower case.
        public init(_ name: HeaderFields.Name, _ value: String, language: String = "") {
            self.init(name: FieldParameters.lowercased(name.rawName.utf8), value: value, language: language)
        }

        init(name: String, value: String, language: String = "") {
            self.name = name
            self.value = value
            self.language = language
        }
    }

    /// Where it leads, as it stands in the field: a URL, or one relative to that of the response.
    public var target: String
    /// What is said about it, relations included, in order; a name may occur more than once.
    public var parameters: [Parameter]

    /// A link to a target.
    public init(_ target: String, relation: String, parameters: [Parameter] = []) {
        self.target = target
        self.parameters = [Parameter("rel", relation)] + parameters
    }

    init(target: String, parameters: [Parameter]) {
        self.target = target
        self.parameters = parameters
    }

    /// The first value of a parameter, its name in any case.
    public subscript(name: String) -> String? {
        let name = FieldParameters.lowercased(name.utf8)
        return parameters.first { $0.name == name }?.value
    }

    /// What the target is to the context, in lower case: `next`, or a URL for a relation of one's own (section 3.3).
    public var relations: [String] {
        (self["rel"] ?? "").utf8.split(whereSeparator: FieldParameters.isSpace).map(FieldParameters.lowercased)
    }

    /// Whether the target is that to the context, whatever the case.
    public func has(relation: String) -> Bool { relations.contains(FieldParameters.lowercased(relation.utf8)) }

    /// What the link is about, when that is not the response's own URL (section 3.2).
    public var anchor: String? { self["anchor"] }

    /// The languages of the target (section 3.4.1).
    public var languages: [String] { parameters.filter { $0.name == "hreflang" }.map(\.value) }

    /// The media that the target is for, as a media query (section 3.4.1).
    public var media: String? { self["media"] }

    /// The title, for people: the one in any script where there are two (section 3.4.1).
    public var title: String? { self["title*"] ?? self["title"] }

    /// What the target's content is said to be (section 3.4.1).
    public var mediaType: MediaType? { self["type"].flatMap { MediaType($0) } }

    /// The target as a URL, a relative one resolved (RFC 3986, section 5); nil when it is no URL.
    public func url(relativeTo base: URL? = nil) -> URL? {
        base?.resolving(target) ?? URLText(target).urlEncodedIfNeeded
    }

    /// The URL of what the link is about: the anchor, resolved, or the base itself.
    public func context(relativeTo base: URL? = nil) -> URL? {
        guard let anchor, !anchor.isEmpty else { return base }
        return base?.resolving(anchor) ?? URLText(anchor).urlEncodedIfNeeded
    }
}

extension Sequence<WebLink> {
    /// The first link of a relation, whatever the case; links about something else than the response are passed over.
    public func first(relation: String) -> WebLink? {
        first { $0.has(relation: relation) && ($0.anchor ?? "").isEmpty }
    }

    /// All links of a relation, whatever the case and whatever they are about.
    public func all(relation: String) -> [WebLink] { filter { $0.has(relation: relation) } }
}
