#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StreamResource where Element == Data {
    /// A stream of the bytes of a body, in pieces as they come: how large they are depends on the network alone.
    public init(bytes request: some RequestConvertible) { self.init(request.asRequest, parser: PieceParser()) }
}

/// Hands out the pieces as they are.
private struct PieceParser: StreamParser {
    mutating func take(_ bytes: Data, into elements: inout [Data]) { elements.append(bytes) }
}
