/// Compression with gzip (RFC 1952). Transports decompress responses.
package enum Gzip {
    /// Returns the bytes compressed. Equal bytes give equal results, which contain no name and no time.
    package static func compressed(_ data: Data) -> Data {
        let encoder = Encoder()
        var output: [UInt8] = []
        data.withUnsafeBytes { encoder.append($0, to: &output) }
        encoder.finish(into: &output)
        return Data(output)
    }

    /// Compresses piece by piece, and writes output when there is enough of it. Without zlib, the
    /// output is gzip whose content isn't compressed.
    ///
    /// `@unchecked Sendable`: an encoder belongs to one body, and one thread at a time calls it.
    package final class Encoder: @unchecked Sendable {
        private let zlib: ZlibDeflater?
        private var own = GzipEncoder()

        /// Creates an encoder.
        package convenience init() { self.init(usesZlib: true) }

        /// Creates an encoder.
        ///
        /// - Parameter usesZlib: Whether to compress with zlib if it is available.
        package init(usesZlib: Bool) { zlib = usesZlib ? ZlibDeflater() : nil }

        /// Adds bytes.
        package func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
            bytes.withUnsafeBytes { append($0, to: &output) }
        }

        /// Adds bytes.
        package func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
            if zlib == nil { return own.append(bytes, to: &output) }
            if !bytes.isEmpty { zlib?.append(bytes, isLast: false, to: &output) }
        }

        /// Adds the end, with the checksum and the length. Call it once.
        package func finish(into output: inout [UInt8]) {
            if zlib == nil { return own.finish(into: &output) }
            zlib?.append(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, to: &output)
        }
    }
}
