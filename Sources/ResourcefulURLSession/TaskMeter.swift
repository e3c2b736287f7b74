import Foundation
import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Counts the bytes of a task, when somebody watches.
///
/// On Linux the bytes that come are known only when their coding is undone: then it isn't known how many there will be.
struct TaskMeter: Sendable {
    private let meter: ExchangeMeter

    init(_ meter: ExchangeMeter) { self.meter = meter }

    /// The head of the response is there.
    func answer(_ task: URLSessionTask, _ response: HTTPURLResponse) {
        #if canImport(Darwin)
            let expected = task.countOfBytesExpectedToReceive
            meter.answer(expecting: expected >= 0 ? Int(clamping: expected) : nil)
        #else
            let isCoded = response.value(forHTTPHeaderField: "Content-Encoding").map { $0 != "identity" } ?? false
            let hasNone = task.originalRequest?.httpMethod == "HEAD" || response.statusCode == 204
            let length = response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
            meter.answer(expecting: hasNone ? 0 : isCoded ? nil : length)
        #endif
    }

    /// A piece of its body has come.
    func receive(_ task: URLSessionTask, _ piece: Data) {
        #if canImport(Darwin)
            meter.receive(inAll: Int(clamping: task.countOfBytesReceived))
        #else
            meter.receive(piece.count)
        #endif
    }

    /// So many bytes of the request's body were sent.
    func send(_ count: Int64) { meter.send(Int(clamping: count)) }
}
