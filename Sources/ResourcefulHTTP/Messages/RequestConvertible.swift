/// A type that converts to a request: a ``Request``, a URL (as a GET request), or an enumeration of your endpoints.
///
///     enum PodcastAPI: RequestConvertible {
///         case newest, episode(Int)
///
///         var asRequest: Request {
///             switch self {
///             case .newest: Request("episodes/newest.json")
///             case .episode(let id): Request("episodes/{id}.json", ["id": id])
///             }
///         }
///     }
///
///     let newest = Resource<Episode>(json: PodcastAPI.newest)
public protocol RequestConvertible: Sendable {
    /// The request.
    var asRequest: Request { get }
}

extension Request: RequestConvertible {
    /// The request itself.
    public var asRequest: Request { self }
}

extension URL: RequestConvertible {
    /// A GET request for the URL.
    public var asRequest: Request { Request(url: self) }
}
