extension StreamResource where Element == Data {
    /// Creates a stream of the bytes of a body, in pieces as they arrive. Their size depends only on the network.
    public init(bytes request: some RequestConvertible) { self.init(request.asRequest, parser: PieceParser()) }
}

/// A parser that returns the pieces unchanged.
private struct PieceParser: StreamParser {
    mutating func take(_ bytes: Data, into elements: inout [Data]) { elements.append(bytes) }
}
