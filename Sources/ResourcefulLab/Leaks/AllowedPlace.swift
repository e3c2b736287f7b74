/// A place where a secret may be.
///
///     let allowed: [AllowedPlace] = [
///         .field("Authorization", at: api),
///         .body(at: api.appending(path: "token")).only("password", "refresh token"),
///         .entry("session"),
///     ]
///
/// A URL allows itself and everything below its path at the same origin. A redirect to another origin isn't
/// allowed by it, and neither is plain HTTP by HTTPS. There's no place for errors, events, logs and archives: nothing
/// that is printed may have a secret.
public struct AllowedPlace: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of places.
    enum Kind: Hashable {
        case field(HeaderFields.Name, at: URL)
        case query(String, at: URL)
        case body(at: URL)
        case entry(String)
        case cache
    }

    let kind: Kind
    /// The names of the secrets that may be there; empty if all may.
    private var names: Set<String> = []

    private init(_ kind: Kind) { self.kind = kind }

    /// A field of requests to a URL or below it.
    public static func field(_ name: HeaderFields.Name, at url: URL) -> AllowedPlace {
        AllowedPlace(.field(name, at: url))
    }

    /// A query item of requests to a URL or below it.
    public static func query(_ name: String, at url: URL) -> AllowedPlace { AllowedPlace(.query(name, at: url)) }

    /// The body of requests to a URL or below it.
    public static func body(at url: URL) -> AllowedPlace { AllowedPlace(.body(at: url)) }

    /// The data of the store's entry with a name, such as `Token.entryName(for:)`.
    public static func entry(_ name: String) -> AllowedPlace { AllowedPlace(.entry(name)) }

    /// The responses in the cache. Their keys are never allowed.
    public static var cache: AllowedPlace { AllowedPlace(.cache) }

    /// Returns the place for the secrets with these names only.
    public func only(_ names: String...) -> AllowedPlace {
        var place = self
        place.names = Set(names)
        return place
    }

    /// Returns whether a secret may be in a place.
    func covers(_ place: SearchedText.Place, of canary: String) -> Bool {
        guard names.isEmpty || names.contains(canary) else { return false }
        switch (kind, place) {
        case (.field(let name, let url), .field(let other, let sent)): return name == other && url.contains(sent)
        case (.query(let name, let url), .query(let other, let sent)): return name == other && url.contains(sent)
        case (.body(let url), .body(let sent)): return url.contains(sent)
        case (.entry(let name), .entry(let other)): return name == other
        case (.cache, .cache): return true
        default: return false
        }
    }

    /// The place in a few words.
    public var description: String {
        let only = names.isEmpty ? "" : " (only \(names.sorted().joined(separator: ", ")))"
        let text =
            switch kind {
            case .field(let name, let url): "the field \(name) at \(url.shown)"
            case .query(let name, let url): "the query item \(name) at \(url.shown)"
            case .body(let url): "the body at \(url.shown)"
            case .entry(let name): "the entry \(name)"
            case .cache: "the cache"
            }
        return text + only
    }
}

extension URL {
    /// Whether another URL is this one or below it, at the same origin.
    fileprivate func contains(_ url: URL) -> Bool {
        guard let origin = Origin(self), Origin(url) == origin else { return false }
        let (folder, path) = (path(percentEncoded: true), url.path(percentEncoded: true))
        let stem = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        return path == folder || path == stem || path.hasPrefix("\(stem)/")
    }

    fileprivate var shown: String { Redaction.standard.redacted(self) }
}
