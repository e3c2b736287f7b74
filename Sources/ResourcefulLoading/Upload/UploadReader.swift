/// The bytes of a body as they are sent, for all transports.
///
/// It keeps no file in memory. It doesn't read streams, which are read from their source.
package struct UploadReader: ~Copyable {
    private var source: SegmentReader
    private var compressor: Compressor?

    /// The total number of bytes; nil if it is known only at the end.
    package let count: Int?

    /// Creates a reader without bytes.
    package init() {
        source = SegmentReader()
        count = 0
    }

    /// Creates a reader, and checks the files of a body.
    ///
    /// - Throws: ``RequestError`` if a file doesn't exist, isn't a file or can't be read, or if the body is a stream.
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

    /// Copies the next bytes, at least one if any fits; 0 at the end.
    ///
    /// - Throws: ``RequestError`` if a file can't be read or its length has changed.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestError) -> Int {
        guard compressor != nil else { return try source.read(into: buffer) }
        return try compressor?.read(from: &source, into: buffer) ?? 0
    }

    /// Moves to an offset. Returns false if that isn't possible.
    package mutating func seek(to offset: Int) -> Bool {
        guard compressor != nil else { return source.seek(to: offset) }
        guard offset == 0 else { return false }
        compressor = Compressor()
        return source.seek(to: 0)
    }
}

/// Compresses the bytes of a source, a piece at a time.
private struct Compressor {
    private let encoder = Gzip.Encoder()
    /// The compressed bytes that aren't read yet.
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

extension Body {
    /// The number of bytes to send; nil if it isn't known without reading the body.
    ///
    /// - Throws: ``RequestError`` if a file doesn't exist, isn't a file or can't be read.
    package var knownLength: Int? {
        get throws(RequestError) {
            if case .stream(let content) = content { return isGzipped ? nil : content.length }
            return isGzipped && data != nil ? nil : try UploadReader(self).count
        }
    }
}
