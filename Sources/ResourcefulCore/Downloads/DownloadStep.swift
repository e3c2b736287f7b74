#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What is to be done to the file of a download, one step after the other. It is decided by ``DownloadParser``; who
/// carries it out does nothing else.
package enum DownloadStep: Sendable, Hashable {
    /// Bytes are to come, behind so many that are there; what is behind those is removed.
    case begin(Beginning)
    /// Bytes, behind those that are there.
    case bytes(Data)
    /// The file is whole.
    case whole

    /// Where the bytes of a response go.
    package struct Beginning: Sendable, Hashable {
        /// How many bytes stay.
        package let offset: Int
        /// What is to be kept beside the bytes; nil when they are of no use to anybody who comes later.
        package let record: DownloadRecord?
        /// How many bytes the whole has, when that is known.
        package let expected: Int?
        /// The checksums that the whole has to have.
        package let digests: [ContentDigest]
        /// The name that the server or the URL suggests.
        package let name: String
        /// The response, without its body.
        package let response: Response
    }
}
