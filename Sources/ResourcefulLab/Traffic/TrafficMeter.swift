/// Measures the exchanges of a run over a modeled network.
final class TrafficMeter: RunMeter {
    /// An exchange, with what it takes of the link.
    private struct Measured {
        let request: Request
        let start: Duration
        let cause: Int?
        var status: Response.Status?
        var failure: String?
        var toSend = 0
        var toReceive = 0
        var upload: [Range<Duration>] = []
        var download: [Range<Duration>] = []
        /// When the request is sent completely, when the response could begin to arrive, and when it has arrived.
        var uploaded = Duration.zero
        var answered = Duration.zero
        var end = Duration.zero
        /// When the exchange was cut off.
        var cut: Duration?
    }

    private let start: Duration
    private let roundTrip: Duration
    private let connecting: Duration
    private var link: SharedLink?
    /// When the connection to an origin is ready.
    private var connected: [String?: Duration] = [:]
    private var measured: [Measured] = []
    private(set) var elapsed = Duration.zero
    private(set) var lastCause: Int?

    /// - Parameters:
    ///   - start: The time of the run at which the load begins.
    ///   - roundTrip: The time of a round trip.
    ///   - connecting: The time of connecting to an origin.
    ///   - link: The link that all exchanges share; nil for an unlimited one.
    init(start: Duration, roundTrip: Duration, connecting: Duration, link: SharedLink?) {
        (self.start, self.roundTrip, self.connecting, self.link) = (start, roundTrip, connecting, link)
    }

    func begin(_ request: Request, at time: Duration, after cause: Int?) -> Int {
        measured.append(Measured(request: request, start: time, cause: cause))
        return measured.count - 1
    }

    func duration(of number: Int, _ response: Response?, _ failure: (any Error)?, delay: Duration) -> Duration {
        var exchange = measured[number]
        exchange.status = response?.status
        exchange.failure = failure.map { Self.text(of: $0, for: exchange.request) }
        exchange.toSend = Self.isConnected(failure) ? exchange.request.wireSize : 0
        exchange.toReceive = response?.wireSize(answering: exchange.request) ?? 0
        link?.forget(before: exchange.start)
        let ready = connection(to: EventLog.origin(of: exchange.request), at: exchange.start)
        exchange.upload = link?.carry(exchange.toSend, from: ready) ?? []
        exchange.uploaded = exchange.upload.last?.upperBound ?? ready
        exchange.answered = exchange.uploaded + roundTrip + max(.zero, delay)
        exchange.download = link?.carry(exchange.toReceive, from: exchange.answered) ?? []
        exchange.end = exchange.download.last?.upperBound ?? exchange.answered
        measured[number] = exchange
        return exchange.end - exchange.start
    }

    func cutOff(_ number: Int, at time: Duration) {
        let exchange = measured[number]
        measured[number].cut = time
        link?.free(exchange.upload + exchange.download, from: time)
    }

    func finish(at time: Duration, after cause: Int?) { (elapsed, lastCause) = (time - start, cause) }

    /// Returns when the connection to an origin is ready, and makes it if there is none.
    private func connection(to origin: String?, at time: Duration) -> Duration {
        let ready = connected[origin] ?? time + connecting
        connected[origin] = ready
        return max(ready, time)
    }

    /// Returns whether a connection was made before the failure.
    private static func isConnected(_ failure: (any Error)?) -> Bool {
        guard let error = (failure as? LoadError)?.underlyingError as? TransportError else { return true }
        return ![.cannotResolveHost, .cannotConnect, .proxyRefused, .insecure, .addressRefused].contains(error.kind)
    }

    /// Returns the error without the description of the request.
    private static func text(of error: any Error, for request: Request) -> String {
        let (text, prefix) = (Redaction.standard.text(of: error), "\(request) failed: ")
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
}

extension TrafficMeter {
    /// The exchanges, with times since the start of the load.
    var exchanges: [Traffic.Exchange] { measured.map(exchange) }

    private func exchange(_ measured: Measured) -> Traffic.Exchange {
        let end = measured.cut ?? measured.end
        let hasArrived = measured.toReceive > 0 && (measured.cut == nil || measured.download.starts(before: end))
        let firstByte = measured.download.first?.lowerBound ?? measured.answered
        return Traffic.Exchange(
            request: measured.request, status: hasArrived ? measured.status : nil,
            failure: measured.cut == nil ? measured.failure : nil, start: measured.start - start,
            firstByte: hasArrived ? firstByte - start : nil, end: end - start, isCutOff: measured.cut != nil,
            bytesSent: carried(measured.toSend, in: measured.upload, done: measured.uploaded, by: end),
            bytesReceived: carried(measured.toReceive, in: measured.download, done: measured.end, by: end),
            cause: measured.cause)
    }

    /// Returns how many bytes of a message are carried until a moment.
    private func carried(_ bytes: Int, in pieces: [Range<Duration>], done: Duration, by moment: Duration) -> Int {
        guard moment < done else { return bytes }
        let time = pieces.reduce(Duration.zero) { $0 + max(.zero, min($1.upperBound, moment) - $1.lowerBound) }
        return link?.bytes(in: time, of: bytes) ?? 0
    }
}

extension [Range<Duration>] {
    fileprivate func starts(before moment: Duration) -> Bool { first.map { $0.lowerBound < moment } ?? false }
}
