#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What can be asked for: a ``Request``, or a URL, which is a GET request for it, or an enumeration of your endpoints.
///
///     enum DailyAPI: RequestConvertible {
///         case latest, story(Int)
///
///         var asRequest: Request {
///             switch self {
///             case .latest: Request("news/latest")
///             case .story(let id): Request("news/{id}", ["id": id])
///             }
///         }
///     }
///
///     Resource<LatestStories>(json: DailyAPI.latest)
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
