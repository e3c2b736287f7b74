/// How much of a file a server has.
public struct UploadProgress: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes that the server has confirmed.
    public let received: Int
    /// The size of the file in bytes.
    public let total: Int

    /// Creates the progress of an upload.
    public init(received: Int, total: Int) { (self.received, self.total) = (received, total) }

    /// The part that the server has, from 0 to 1. An empty file is complete.
    public var fraction: Double { total > 0 ? min(1, Double(received) / Double(total)) : 1 }

    /// Both numbers and the percentage, rounded down: 100 % means that the server has all of it.
    public var description: String { "\(received) of \(total) bytes, \(Int(fraction * 100)) %" }
}
