/// A file to download, as a value: the request, and the conditions for the result.
///
///     extension Episode {
///         var audio: FileDownload {
///             FileDownload("episodes/{id}.m4a", ["id": id]).header("Accept", "audio/mp4")
///         }
///     }
///
///     let file = try await webservice.download(episode.audio, to: .folder(downloads))
///
/// The download asks for ranges on its own, so its request must not. It asks for no content codings, because ranges are
/// those of the encoded bytes, unless the request names some. `RequestChanging.maximumBodySize(_:)` limits the whole
/// file, however many responses it takes.
public struct FileDownload: Sendable {
    /// The request and its validation.
    var opening: Resource<Response>
    /// The checksum that the file must have, in addition to one that the server may state; nil if unknown.
    public var digest: ContentDigest?
    /// The number of times in a row that the download resumes after a transient failure without receiving more bytes.
    /// New bytes reset the count.
    ///
    /// This applies after the first response; for a server that can't be reached at first, use `Policy.retry(_:)`.
    public var resumptions = 5
    /// The wait before the download resumes, unless the server asks for a longer one.
    public var waits = Backoff.exponential(from: .milliseconds(250))

    /// The longest wait that a server can ask for with Retry-After.
    static let longestRetryAfter = Duration.seconds(60)

    /// Creates a download from a request.
    public init(_ request: Request, digest: ContentDigest? = nil) {
        opening = Resource(request) { $0 }
        self.digest = digest
    }

    /// Creates a download of a URL, which is absolute or relative to the Webservice's.
    public init(url: URL, digest: ContentDigest? = nil) {
        self.init(Request(url: url), digest: digest)
    }

    /// Creates a download of a URL from a template (RFC 6570), which may be relative to the Webservice's base URL.
    public init(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:],
        digest: ContentDigest? = nil
    ) {
        self.init(Request(template, variables), digest: digest)
    }

    /// The request.
    public var request: Request {
        get { opening.request }
        set { opening.request = newValue }
    }
}

// The methods in common with resources.
extension FileDownload: RequestChanging {
    /// Returns a copy with its request changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> FileDownload {
        var download = self
        change(&download.request)
        return download
    }

    /// Returns a copy that accepts other responses than `Validation.standard`. The validation runs before the body is
    /// received.
    public func validating(_ validation: Validation) -> FileDownload {
        changingOpening { $0.validating(validation) }
    }

    /// Returns a copy with another way to read an error from a response; see `Resource.failing(_:)`.
    public func failing(_ read: @escaping @Sendable (Response) throws -> (any Error)?) -> FileDownload {
        changingOpening { $0.failing(read) }
    }

    /// Returns a copy that throws the server's error, decoded from JSON; see `Resource.failing(with:at:decoder:_:)`.
    public func failing<Failure: Error & Decodable & Sendable>(
        with type: Failure.Type, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(),
        _ complete: @escaping @Sendable (inout Failure, Response) -> Void = { _, _ in }
    ) -> FileDownload {
        changingOpening { $0.failing(with: type, at: path, decoder: decoder, complete) }
    }

    /// Returns a copy with another policy, outside its own policies and the Webservice's. The policy
    /// sees responses without their bodies, one each time the download resumes.
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
    /// The request on one line, without secrets, and that it becomes a file.
    public var description: String { "\(request) → file" }
}

extension FileDownload {
    /// Where to put a downloaded file.
    public enum Destination: Hashable, Sendable {
        /// A file. An existing one is replaced atomically when the download is complete.
        case file(URL)
        /// A file in a folder, with the name that the server suggests (`ContentDisposition.safeFileName`), or else
        /// the one in the URL. The name never leads out of the folder.
        case folder(URL, ifTaken: Taken = .numbered)

        /// What to do if the name of a file is taken in the folder.
        public enum Taken: Hashable, Sendable {
            /// Add a number: `name (2).ext`.
            case numbered
            /// Replace the existing file atomically.
            case replaced
        }
    }
}

/// A completely downloaded file.
///
///     let file = try await webservice.download(audio, to: .folder(folder))
///     print(file.url.lastPathComponent, file.size, file.resumedFrom)  // 7.m4a 44 0
public struct DownloadedFile: Hashable, Sendable {
    /// The location of the file.
    public let url: URL
    /// The size in bytes.
    public let size: Int
    /// The number of bytes that an earlier, interrupted download had received.
    public let resumedFrom: Int
    /// The last response, without its body. After the download resumed, its status is 206 (or 416 if nothing was
    /// missing), and it may lack fields that the first response had (RFC 9110, section 15.3.7).
    public let response: Response

    /// Creates a downloaded file.
    public init(url: URL, size: Int, resumedFrom: Int = 0, response: Response) {
        self.url = url
        self.size = size
        self.resumedFrom = resumedFrom
        self.response = response
    }
}
