/// The progress of a load: the bytes of the bodies that were sent and received, and the numbers expected.
///
/// Bytes are counted as they cross the network, before codings such as gzip are decoded.
///
///     let episodes = try await webservice.load(Episode.all) { progress in
///         print(progress.fraction ?? 0, progress.received)
///     }
public struct TransferProgress: Hashable, Sendable {
    /// The number of bytes of request bodies that were sent. A body that is sent again counts from its beginning.
    public var sent: Int
    /// The number of bytes of response bodies that were received, before decoding.
    public var received: Int
    /// The total number of bytes to send; nil while unknown.
    public var expectedToSend: Int?
    /// The total number of bytes to receive; nil while unknown.
    public var expectedToReceive: Int?
    /// The completed fraction, from 0 to 1; nil while unknown.
    ///
    /// It never decreases within a load: if a body starts again, the fraction stays until it is exceeded. It is 1 only
    /// after the load succeeded.
    public var fraction: Double?
    /// The recent number of bytes per second in both directions; nil while unknown, and while nothing is under way.
    public var bytesPerSecond: Double?
    /// What the description says instead of a fraction that was reached earlier.
    var remark: String?

    /// Creates a progress; by default nothing has been transferred.
    public init(
        sent: Int = 0, received: Int = 0, expectedToSend: Int? = nil, expectedToReceive: Int? = nil,
        fraction: Double? = nil, bytesPerSecond: Double? = nil
    ) {
        self.sent = sent
        self.received = received
        self.expectedToSend = expectedToSend
        self.expectedToReceive = expectedToReceive
        self.fraction = fraction
        self.bytesPerSecond = bytesPerSecond
    }

    /// The total number of bytes in both directions; nil while unknown.
    public var expected: Int? { ByteCount.sum(expectedToSend, expectedToReceive) }

    /// Whether the load succeeded.
    public var isFinished: Bool { fraction == 1 }

    /// The total number of bytes; while nothing is received, of those to send. A response is usually small.
    var shownTotal: Int? { expected ?? (received == 0 && (sent > 0 || remark != nil) ? expectedToSend : nil) }

    /// The time left at the recent rate, to send while nothing is received; nil while unknown.
    public var timeLeft: Duration? {
        if isFinished { return .zero }
        guard let expected = shownTotal, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        let seconds = Double(max(0, expected - sent - received)) / bytesPerSecond
        // More than a year means unknown.
        return seconds < 31_536_000 ? .seconds(seconds) : nil
    }
}

extension TransferProgress {
    /// Combines the progress of several loads: the sums of their bytes.
    ///
    /// The fraction is that of all bytes, and nil while the number of bytes of any load is unknown. A load that starts
    /// again keeps its fraction.
    public static func combined(_ loads: some Sequence<TransferProgress>) -> TransferProgress {
        var all = TransferProgress(expectedToSend: 0, expectedToReceive: 0)
        var (done, isKnown, isFinished, isEmpty) = (0.0, true, true, true)
        for load in loads {
            isEmpty = false
            all.sent = ByteCount.sum(all.sent, load.sent)
            all.received = ByteCount.sum(all.received, load.received)
            all.expectedToSend = ByteCount.sum(all.expectedToSend, load.expectedToSend)
            all.expectedToReceive = ByteCount.sum(all.expectedToReceive, load.expectedToReceive)
            all.bytesPerSecond = load.bytesPerSecond.map { $0 + (all.bytesPerSecond ?? 0) } ?? all.bytesPerSecond
            if let expected = load.expected, let fraction = load.fraction {
                done += fraction * Double(expected)
            } else {
                isKnown = false
            }
            isFinished = isFinished && load.isFinished
        }
        guard !isEmpty else { return TransferProgress() }
        if isFinished {
            all.fraction = 1
        } else if isKnown, let expected = all.expected, expected > 0 {
            all.fraction = min(done / Double(expected), 1.0.nextDown)
        }
        return all
    }
}
