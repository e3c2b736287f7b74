#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A file that has come whole.
public struct DownloadedFile: Hashable, Sendable {
    /// Where it is.
    public let url: URL
    /// How many bytes it has.
    public let size: Int
    /// How many of them were there before, from a download that had been interrupted.
    public let resumedFrom: Int
    /// The last response, without its body. When the download was resumed, its status is 206 (or 416, when nothing was
    /// missing), and it may leave out fields that the first one had (RFC 9110, section 15.3.7).
    public let response: Response

    /// A file that has come whole.
    public init(url: URL, size: Int, resumedFrom: Int = 0, response: Response) {
        self.url = url
        self.size = size
        self.resumedFrom = resumedFrom
        self.response = response
    }
}
