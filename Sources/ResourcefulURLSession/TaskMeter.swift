import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Counts the bytes of a task for observers.
///
/// On Linux, only decoded bytes can be counted, so the expected number of a coded body is unknown.
struct TaskMeter: Sendable {
    private let meter: any ExchangeMeter
    /// The number of received bytes that are counted.
    private let counted = Locked(0)

    init(_ meter: any ExchangeMeter) { self.meter = meter }

    /// Notes that the head of the response has arrived.
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

    /// Counts a piece of the response's body.
    func receive(_ task: URLSessionTask, _ piece: Data) {
        #if canImport(Darwin)
            count { _ in Int(clamping: task.countOfBytesReceived) }
        #else
            count { $0 + piece.count }
        #endif
    }

    private func count(_ total: @Sendable (Int) -> Int) {
        let count = counted.withLock { counted in
            let before = counted
            counted = total(before)
            return counted - before
        }
        meter.receive(count)
    }

    /// Counts sent bytes of the request's body.
    func send(_ count: Int64) { meter.send(Int(clamping: count)) }
}
