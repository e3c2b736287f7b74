import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Counts a body as it arrives: a delegate, since `bytes(for:)` is missing on Linux.
///
/// `@unchecked Sendable`: the session calls it on one queue, one call after the other.
final class ByteCount: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private var count = 0
    private let continuation: CheckedContinuation<Int, any Error>

    private init(_ continuation: CheckedContinuation<Int, any Error>) { self.continuation = continuation }

    static func of(_ url: URL, _ configuration: URLSessionConfiguration) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            let delegate = ByteCount(continuation)
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            session.dataTask(with: url).resume()
            session.finishTasksAndInvalidate()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { count += data.count }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: count) }
    }
}
