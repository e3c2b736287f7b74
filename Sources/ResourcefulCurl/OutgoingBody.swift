/// The body that a transfer sends: read, or produced while it is sent.
struct OutgoingBody: ~Copyable {
    private var reader = UploadReader()
    private var stream: UploadStream?

    /// No body.
    init() {}

    /// Opens a body.
    ///
    /// - Parameter resume: Called when more of it has been produced.
    /// - Throws: `RequestError` if it can't be read.
    init(_ body: Body, resumingBy resume: @escaping @Sendable () -> Void) throws(RequestError) {
        stream = try UploadStream(body, tell: resume)
        if stream == nil { reader = try UploadReader(body) }
    }

    /// The number of its bytes; nil if it isn't known.
    var count: Int? { stream != nil ? stream?.count : reader.count }

    /// Whether it can't be sent again, because it is produced only once and has begun.
    var isSpent: Bool { stream?.isUntouched == false }

    /// Moves to an offset. Returns false if that isn't possible.
    mutating func seek(to offset: Int) -> Bool {
        if let stream { return offset == 0 && stream.isUntouched }
        return reader.seek(to: offset)
    }

    /// Fills the buffer with the next bytes, as far as they are available.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStream.Outcome {
        if let stream { return stream.read(into: buffer) }
        do throws(RequestError) {
            return .copied(try reader.read(into: buffer))
        } catch {
            return .failed(TransportError(.other, error.message))
        }
    }

    /// Signals that it can be read again, whether or not there is more.
    func tellNow() { stream?.tellNow() }

    /// Ends the production of the body.
    func cancel() { stream?.cancel() }

    /// Closes a file.
    mutating func close() { reader = UploadReader() }
}
