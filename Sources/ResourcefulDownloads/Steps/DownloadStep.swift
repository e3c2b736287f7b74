/// One step in writing the file of a download. ``DownloadParser`` decides about the steps; the code that performs them
/// makes no decisions.
package enum DownloadStep: Sendable, Hashable {
    /// Keep a number of existing bytes and remove those after them. The following bytes are appended.
    case begin(Beginning)
    /// Append bytes.
    case bytes(Data)
    /// The file is complete.
    case whole

    /// Where the bytes of a response belong.
    package struct Beginning: Sendable, Hashable {
        /// The number of existing bytes to keep.
        package let offset: Int
        /// The record to store with the bytes; nil if later downloads can't use them.
        package let record: DownloadRecord?
        /// The number of bytes of the whole, if known.
        package let expected: Int?
        /// The checksums that the whole must have.
        package let digests: [ContentDigest]
        /// The name that the server or the URL suggests.
        package let name: String
        /// The response, without its body.
        package let response: Response
    }
}
