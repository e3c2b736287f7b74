private import CResourcefulZlib

/// The compressor of the system's zlib.
struct ZlibDeflater: ~Copyable {
    private let deflater: OpaquePointer

    /// Creates a gzip compressor. Returns nil if the library isn't available.
    init?() {
        guard let deflater = rsz_deflater_create() else { return nil }
        self.deflater = deflater
    }

    deinit { rsz_deflater_free(deflater) }

    /// Compresses bytes. If they are the last ones, it ends the stream.
    func append(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout [UInt8]) {
        let input = bytes.bindMemory(to: UInt8.self)
        var taken = 0
        while true {
            var (inCount, outCount) = (input.count - taken, Self.pieceSize)
            var isWorking = false
            let place = output.count
            output.append(contentsOf: repeatElement(0, count: outCount))
            output.withUnsafeMutableBufferPointer { space in
                guard let base = space.baseAddress else { return }
                isWorking =
                    rsz_deflate(
                        deflater, input.baseAddress.map { $0 + taken }, &inCount, base + place, &outCount,
                        isLast ? 1 : 0)
                    != 0
            }
            output.removeLast(Self.pieceSize - outCount)
            taken += inCount
            // Unused space means that there is no more output. Once created, zlib fails only if it is misused.
            if !isWorking || taken == input.count && outCount < Self.pieceSize { return }
        }
    }

    private static let pieceSize = 16_384
}
