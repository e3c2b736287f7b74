// The names of other libraries. None of them can be used: the compiler suggests the right one.
extension TransferProgress {
    /// Renamed to ``fraction``.
    @available(*, unavailable, renamed: "fraction")
    public var fractionCompleted: Double? { fraction }

    /// Unavailable: there are bytes in both directions.
    @available(*, unavailable, message: "write sent, or received")
    public var completedUnitCount: Int { sent }

    /// Renamed to ``expected``.
    @available(*, unavailable, renamed: "expected")
    public var totalUnitCount: Int? { expected }

    /// Renamed to ``sent``.
    @available(*, unavailable, renamed: "sent")
    public var bytesSent: Int { sent }

    /// Renamed to ``received``.
    @available(*, unavailable, renamed: "received")
    public var bytesReceived: Int { received }

    /// Renamed to ``expected``.
    @available(*, unavailable, renamed: "expected")
    public var totalBytes: Int? { expected }
}
