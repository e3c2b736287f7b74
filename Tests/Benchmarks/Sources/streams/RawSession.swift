import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The least that a download over URLSession can be: a delegate that counts bytes, and keeps none.
///
/// `@unchecked Sendable`: the session calls it once at a time, and it is read when the task is over.
final class RawSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private var count = 0
    private let isOver = DispatchSemaphore(value: 0)

    /// How many bytes there are.
    static func count(_ url: URL) -> Int {
        let counter = RawSession()
        let session = URLSession(configuration: .ephemeral, delegate: counter, delegateQueue: nil)
        session.dataTask(with: url).resume()
        counter.isOver.wait()
        session.finishTasksAndInvalidate()
        return counter.count
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { count += data.count }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        isOver.signal()
    }
}
