/// A file that is uploaded in pieces, and resumes where it was interrupted, also in another process.
///
///     let upload = ResumableUpload(video, to: Request("files"), by: .tus)
///     let uploaded = try await webservice.load(upload)
///     print(uploaded.url)
///
/// It is a plan of several requests: one creates the upload, and one sends each piece. After a failure, the server is
/// asked how much it has, and the rest is sent. The store of the Webservice remembers where the upload is, so a program
/// that is killed continues in its next process if its store outlives it, such as a `FileStore`.
///
/// At most one piece is in memory. If the file changes while it is uploaded, the load fails; if it has changed since an
/// earlier process, its upload begins again.
public struct ResumableUpload: Loadable, Sendable {
    /// The file.
    public let file: URL
    /// The request that creates the upload. Its method is POST and its body is replaced. For S3, it is for the object.
    public let creation: Request
    /// How the server and the client agree on what was received.
    public let uploadProtocol: UploadProtocol
    /// The size of a piece in bytes, at least 1: at most this much is in memory, and is sent again after a failure. A
    /// server can ask for smaller ones.
    public var pieceSize: Int
    /// After which failures the upload is resumed, how many times without progress, and after which waits.
    public var rule: RetryRule
    private var report: @Sendable (UploadProgress) -> Void = { _ in }

    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - file: The file. Its name and its media type are sent, too.
    ///   - creation: The request that creates the upload, with a URL that can be relative.
    ///   - uploadProtocol: The protocol of the server.
    ///   - pieceSize: The size of a piece in bytes: four megabytes by default.
    ///   - rule: After which failures the upload is resumed. The number of attempts begins again with each progress.
    public init(
        _ file: URL, to creation: Request, by uploadProtocol: UploadProtocol, pieceSize: Int = 4 << 20,
        resuming rule: RetryRule = .uploads
    ) {
        (self.file, self.creation, self.uploadProtocol) = (file, creation, uploadProtocol)
        (self.pieceSize, self.rule) = (max(1, pieceSize), rule)
    }

    /// Returns a copy that calls a function with what the server has: when the upload begins or resumes, and after each
    /// piece.
    public func onProgress(_ report: @escaping @Sendable (UploadProgress) -> Void) -> ResumableUpload {
        var copy = self
        copy.report = { [earlier = self.report] in
            earlier($0)
            report($0)
        }
        return copy
    }

    /// The requests, from the first one that is needed to the last piece.
    ///
    /// - Throws: ``UploadError``; `LoadError` if the server refuses the upload, or if it fails more often than the rule
    ///   allows.
    public var plan: Plan<UploadedFile> { begun.flatMap { run in run.uploaded } }

    /// Ends an upload that was interrupted: asks the server to delete what it has (DELETE), and forgets it. The value
    /// is whether there was one.
    public var discarded: Plan<Bool> {
        begun.flatMap { run in
            run.known.flatMap { record -> Plan<Bool> in
                guard let record else { return .value(false) }
                let delete = run.request(.delete, to: record)
                return Plan.send(delete).flatMap { response -> Plan<Bool> in
                    guard response.status.isSuccessful || UploadRun.isGone(response) else {
                        throw LoadError(stage: .status, request: delete, response: response)
                    }
                    return run.forgotten.map { true }
                }
            }
        }
    }

    /// The absolute request that creates the upload, and the file as it is now.
    private var begun: Plan<UploadRun> {
        creation.absolute.map { creation in
            UploadRun(self, creation, try FileState(of: file), report)
        }
    }
}

extension RetryRule {
    /// Up to eight attempts without progress after failures of the network and the server, with waits that grow to half
    /// a minute.
    public static let uploads = RetryRule(
        upTo: 8, on: .transient.or(.status(in: 500..<600)).or(.status(409, 423)),
        waits: .exponential(from: .milliseconds(500)), budget: nil)
}

extension Request {
    /// The request with an absolute URL, as the Webservice would send it, but for its policies.
    fileprivate var absolute: Plan<Request> {
        let catching = Policy(named: "resumed by an upload") { request, _ in throw Caught(request: request) }
        return Resource<Void>(self).applying(catching).plan.continuing { outcome -> Plan<Request> in
            guard case .failure(let error) = outcome else { return .value(self) }
            return (error as? Caught).map { .value($0.request) } ?? .failure(error)
        }
    }

    private struct Caught: Error {
        let request: Request
    }
}

/// A file that a server has received.
public struct UploadedFile: Hashable, Sendable {
    /// The URL that the server gave to the upload; for S3, that of the object.
    public let url: URL
    /// The response that confirmed the last byte. It is the one to the last piece, or to a question about the upload if
    /// that response was lost.
    public let response: Response

    /// Creates an uploaded file.
    public init(url: URL, response: Response) { (self.url, self.response) = (url, response) }
}
