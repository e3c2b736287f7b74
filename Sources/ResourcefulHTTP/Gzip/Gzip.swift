#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The gzip coding (RFC 1952): compresses. What comes back is undone by the transports.
package enum Gzip {
    /// The bytes, compressed. The same bytes give the same ones: no name and no time is in them.
    package static func compressed(_ data: Data) -> Data {
        let encoder = Encoder()
        var output: [UInt8] = []
        data.withUnsafeBytes { encoder.append($0, to: &output) }
        encoder.finish(into: &output)
        return Data(output)
    }

    /// Compresses piece by piece: what is appended comes out when there is enough of it. By zlib, where that is there.
    ///
    /// `@unchecked Sendable`: an encoder belongs to one body, and one thread at a time calls it.
    package final class Encoder: @unchecked Sendable {
        private let zlib: ZlibDeflater?
        private var own = GzipEncoder()

        /// Nothing yet.
        package convenience init() { self.init(usesZlib: true) }

        /// - Parameter usesZlib: Whether zlib compresses, where it is there.
        package init(usesZlib: Bool) { zlib = usesZlib ? ZlibDeflater() : nil }

        /// Takes bytes in.
        package func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
            bytes.withUnsafeBytes { append($0, to: &output) }
        }

        /// Takes bytes in.
        package func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
            if zlib == nil { return own.append(bytes, to: &output) }
            if !bytes.isEmpty { zlib?.append(bytes, isLast: false, to: &output) }
        }

        /// Adds the end, with the checksum and the length. To be called once.
        package func finish(into output: inout [UInt8]) {
            if zlib == nil { return own.finish(into: &output) }
            zlib?.append(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, to: &output)
        }
    }
}
