#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A type that converts to a request: a ``Request``, a URL (as a GET request), or an enumeration of your endpoints.
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
