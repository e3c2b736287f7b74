extension Data {
    /// Whether there is nothing in the data but JSON whitespace. The first byte nearly always tells that there is.
    var hasNoJSON: Bool { withUnsafeBytes { ($0.first ?? 0x20) <= 0x20 } && isBlank }
}
