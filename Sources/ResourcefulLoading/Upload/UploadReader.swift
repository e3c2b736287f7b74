import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a body as they are sent: what every transport reads.
///
/// Nothing of a file is kept. A stream is not read so, but by its source.
package struct UploadReader: ~Copyable {
    private var source: SegmentReader
    private var compressor: Compressor?

    /// How many bytes there are in all; nil when that is known only at the end.
    package let count: Int?

    /// No bytes.
    package init() {
        source = SegmentReader()
        count = 0
    }

    /// Looks at the files of a body, if it has some.
    ///
    /// - Throws: ``RequestError`` when one is not there, is no file or can't be read, or when the body is a stream.
    package init(_ body: Body?) throws(RequestError) {
        let isGzipped = body?.isGzipped == true
        if isGzipped, let data = body?.data {
            source = try SegmentReader([.data(Gzip.compressed(data))])
            count = source.count
        } else {
            source = try SegmentReader(body?.segments() ?? [])
            count = isGzipped ? nil : source.count
            if isGzipped { compressor = Compressor() }
        }
    }

    /// Copies the next bytes, at least one if there is room for any; 0 at the end.
    ///
    /// - Throws: ``RequestError`` when a file can't be read or is not as long any more as it was.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestError) -> Int {
        guard compressor != nil else { return try source.read(into: buffer) }
        return try compressor?.read(from: &source, into: buffer) ?? 0
    }

    /// Goes back or forth to a byte; false when that can't be done.
    package mutating func seek(to offset: Int) -> Bool {
        guard compressor != nil else { return source.seek(to: offset) }
        guard offset == 0 else { return false }
        compressor = Compressor()
        return source.seek(to: 0)
    }
}

/// Compresses what is read, a piece at a time.
private struct Compressor {
    private let encoder = Gzip.Encoder()
    /// What is compressed and not yet asked for.
    private var output: [UInt8] = []
    private var taken = 0
    private var isAtEnd = false
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    mutating func read(
        from source: inout SegmentReader, into buffer: UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> Int {
        while taken == output.count, !isAtEnd {
            (output, taken) = ([], 0)
            let count = try fill(from: &source)
            isAtEnd = count == 0
            if isAtEnd { encoder.finish(into: &output) } else { encoder.append(piece[..<count], to: &output) }
        }
        let copied = min(buffer.count, output.count - taken)
        buffer.copyBytes(from: output[taken..<(taken + copied)])
        taken += copied
        return copied
    }

    private mutating func fill(from source: inout SegmentReader) throws(RequestError) -> Int {
        let outcome = piece.withUnsafeMutableBytes { bytes in
            Result { () throws(RequestError) in try source.read(into: bytes) }
        }
        return try outcome.get()
    }
}
