#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The gzip coding (RFC 1952): compresses. What comes back is undone by the transports.
package enum Gzip {
    /// The bytes, compressed. The same bytes give the same ones: no name and no time is in them.
    package static func compressed(_ data: Data) -> Data {
        var encoder = Encoder()
        var output: [UInt8] = []
        data.withUnsafeBytes { encoder.append($0, to: &output) }
        encoder.finish(into: &output)
        return Data(output)
    }

    /// Compresses piece by piece: what is appended comes out when there is enough of it.
    package struct Encoder {
        private var deflate = Deflate()
        private var checksum = CRC32()
        private var count: UInt32 = 0
        private var hasBegun = false

        /// Nothing yet.
        package init() {}

        /// Takes bytes in.
        package mutating func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
            bytes.withUnsafeBytes { append($0, to: &output) }
        }

        /// Takes bytes in.
        package mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
            begin(&output)
            checksum.update(bytes)
            count &+= UInt32(truncatingIfNeeded: bytes.count)
            deflate.append(bytes, to: &output)
        }

        /// Adds the end, with the checksum and the length. To be called once.
        package mutating func finish(into output: inout [UInt8]) {
            begin(&output)
            deflate.finish(into: &output)
            for number in [checksum.value, count] {
                for shift in stride(from: 0, to: 32, by: 8) {
                    output.append(UInt8(truncatingIfNeeded: number >> shift))
                }
            }
        }

        /// The head, once (RFC 1952, section 2.3): deflate, no flags, no time, no system.
        private mutating func begin(_ output: inout [UInt8]) {
            if !hasBegun { output += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] }
            hasBegun = true
        }
    }
}
