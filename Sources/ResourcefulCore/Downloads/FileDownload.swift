#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A file to be fetched, as a value: what is asked for, and what has to hold of what comes.
///
///     extension Episode {
///         var audio: Download { Download(url: audioURL).header("Accept", "audio/mpeg") }
///     }
///
///     let file = try await webservice.download(episode.audio, to: .folder(downloads))
///
/// It asks for ranges by itself, so its request has none. Unless it asks for codings of the content by name, it asks
/// for none: ranges are those of coded bytes. ``RequestChanging/maximumBodySize(_:)`` holds for the whole file, in
/// however many responses it comes.
public struct FileDownload: Sendable {
    /// The request, and what counts as success.
    var opening: Resource<Response>
    /// The checksum that the file has to have, beside that which the server may state; nil when none is known.
    public var digest: ContentDigest?
    /// How many times in a row it goes on by itself where the connection was lost, as long as nothing more has come. As
    /// soon as something has, they are counted anew.
    ///
    /// That is so once the download has begun; a server that is not there at first is for ``Policy/retry(_:)``.
    public var resumptions = 5
    /// How long it waits before it goes on, unless the server asks for more.
    public var waits = Backoff.exponential(from: .milliseconds(250))

    /// The longest wait that a server can ask for with Retry-After.
    static let longestRetryAfter = Duration.seconds(60)

    /// A download by a request.
    public init(_ request: Request, digest: ContentDigest? = nil) {
        opening = Resource(request) { $0 }
        self.digest = digest
    }

    /// A download of a URL, relative to the Webservice's or absolute.
    public init(url: URL, digest: ContentDigest? = nil) {
        self.init(Request(url: url), digest: digest)
    }

    /// What is sent.
    public var request: Request {
        get { opening.request }
        set { opening.request = newValue }
    }
}

// What it has in common with a resource.
extension FileDownload: RequestChanging {
    /// The same download with its request changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> FileDownload {
        var download = self
        change(&download.request)
        return download
    }

    /// The same download with another idea of success than ``Validation/standard``. The body has not come when it is
    /// asked.
    public func validating(_ validation: Validation) -> FileDownload {
        changingOpening { $0.validating(validation) }
    }

    /// The same download with one more way to read what is no success; see ``Resource/failing(_:)``.
    public func failing(_ read: @escaping @Sendable (Response) throws -> (any Error)?) -> FileDownload {
        changingOpening { $0.failing(read) }
    }

    /// The same download with a policy of its own, outside those that it has and those of the Webservice. It sees the
    /// responses without their bodies, once for each time that the download goes on.
    public func applying(_ policy: Policy) -> FileDownload {
        changingOpening { $0.applying(policy) }
    }

    private func changingOpening(_ change: (Resource<Response>) -> Resource<Response>) -> FileDownload {
        var download = self
        download.opening = change(opening)
        return download
    }
}

extension FileDownload: CustomStringConvertible {
    /// The request on one line, secrets replaced, and that it becomes a file.
    public var description: String { "\(request) → file" }
}

/// The name of ``FileDownload`` in the version before.
@available(*, deprecated, renamed: "FileDownload")
public typealias Download = FileDownload
