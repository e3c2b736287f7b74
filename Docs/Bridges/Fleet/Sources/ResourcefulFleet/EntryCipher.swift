#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a store encrypts what it keeps on a server. With swift-crypto:
///
///     let cipher = EntryCipher(
///         seal: { try AES.GCM.seal($0, using: key).combined ?? Data() },
///         open: { try AES.GCM.open(AES.GCM.SealedBox(combined: $0), using: key) })
///
/// An entry that can't be opened counts as missing, and is replaced by the next change.
public struct EntryCipher: Sendable {
    let seal: @Sendable (Data) throws -> Data
    let open: @Sendable (Data) throws -> Data

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - seal: Encrypts, with a key that all processes have. It may return other bytes each time.
    ///   - open: Decrypts, and throws if the bytes weren't made with the key.
    public init(
        seal: @escaping @Sendable (Data) throws -> Data, open: @escaping @Sendable (Data) throws -> Data
    ) {
        (self.seal, self.open) = (seal, open)
    }
}
