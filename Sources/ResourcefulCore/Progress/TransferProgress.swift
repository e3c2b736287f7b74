/// How far a load has come: the bytes of the bodies that were sent and have come, and what is still expected.
///
/// Bytes are counted as they cross the network, before a coding such as gzip is undone.
///
///     let song = try await webservice.load(Song.master) { progress in
///         bar.value = progress.fraction ?? 0
///     }
public struct TransferProgress: Hashable, Sendable {
    /// How many bytes of requests' bodies were sent. A body that has to be sent anew counts from its beginning.
    public var sent: Int
    /// How many bytes of responses' bodies have come, before their codings were undone.
    public var received: Int
    /// How many bytes will be sent in all; nil while that is not known.
    public var expectedToSend: Int?
    /// How many bytes will come in all; nil while that is not known.
    public var expectedToReceive: Int?
    /// How much of it is done, from 0 to 1; nil while that is not known.
    ///
    /// Within a load it never goes back: where a body begins anew, it stays until it is overtaken. It is 1 when the
    /// load has succeeded, and not before.
    public var fraction: Double?
    /// How many bytes a second there have lately been, in both directions; nil while there is nothing to tell from.
    public var bytesPerSecond: Double?

    /// How far a load has come. Nothing has happened yet, unless it is said.
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

    /// How many bytes there will be in both directions; nil while that is not known.
    public var expected: Int? { ByteCount.sum(expectedToSend, expectedToReceive) }

    /// Whether the load has succeeded.
    public var isFinished: Bool { fraction == 1 }

    /// How long it will take from here, at the pace of lately; nil while that can't be told.
    public var timeLeft: Duration? {
        if isFinished { return .zero }
        guard let expected, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        let seconds = Double(max(0, expected - sent - received)) / bytesPerSecond
        // A year is as good as never.
        return seconds < 31_536_000 ? .seconds(seconds) : nil
    }
}

extension TransferProgress {
    /// The progress of several loads as one: the sums of their bytes.
    ///
    /// The fraction is that of all bytes, and nil while it is not known how many there will be of any one load. A load
    /// that has begun anew is as far in it as it was.
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
