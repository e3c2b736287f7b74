import Foundation

#if canImport(Darwin)
    /// Feeds URLSession with bodies that are neither in memory nor in a file: parts, compressed content, streams.
    ///
    /// No thread waits for URLSession to read: the pump writes when there is space, and stops when it is canceled.
    ///
    /// `@unchecked Sendable`: after `start`, only the queue uses its mutable state.
    final class UploadPump: NSObject, StreamDelegate, @unchecked Sendable {
        /// The stream that URLSession reads.
        let input: InputStream
        /// The number of bytes in the stream; nil if it is known only at the end.
        private(set) var count: Int?

        private let output: OutputStream
        private let queue = DispatchQueue(label: "Resourceful.upload")
        private var reader = UploadReader()
        private var stream: UploadStream?
        /// The bytes that were read and not written yet.
        private var rest = Data()
        private var fail: (@Sendable (any Error) -> Void)?
        private var isOver = false

        /// Creates a pump for the body of a request; nil if it needs none.
        ///
        /// - Throws: `RequestError` if a file can't be read, or if a stream was already sent.
        init?(_ body: Body?) throws(RequestError) {
            var ends: (InputStream?, OutputStream?) = (nil, nil)
            guard let body, body.data == nil, !body.isUploadedAsFile else { return nil }
            Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &ends.0, outputStream: &ends.1)
            guard let input = ends.0, let output = ends.1 else { throw RequestError("there is no memory for a stream") }
            (self.input, self.output) = (input, output)
            super.init()
            stream = try UploadStream(body) { [weak self] in self?.run { $0.pump() } }
            if stream == nil { reader = try UploadReader(body) }
            count = stream != nil ? stream?.count : reader.count
        }

        /// Begins to write.
        ///
        /// - Parameter fail: Called if the rest of the body won't arrive.
        func start(orFail fail: @escaping @Sendable (any Error) -> Void) {
            run { pump in
                pump.fail = fail
                pump.output.delegate = pump
                CFWriteStreamSetDispatchQueue(pump.output as CFWriteStream, pump.queue)
                pump.output.open()
            }
        }

        /// Stops writing.
        func cancel() {
            run { pump in
                pump.stream?.cancel()
                pump.close()
            }
        }

        /// Called on the queue when there is space for more, and when URLSession wants no more.
        func stream(_ stream: Stream, handle event: Stream.Event) {
            switch event {
            case .hasSpaceAvailable: pump()
            case .errorOccurred, .endEncountered: close()
            default: break
            }
        }

        private func run(_ action: @escaping @Sendable (UploadPump) -> Void) {
            queue.async { [self] in if !isOver { action(self) } }
        }

        /// Writes as much as fits.
        private func pump() {
            while !isOver, output.hasSpaceAvailable {
                if rest.isEmpty, !refill() { return }
                let written = rest.withUnsafeBytes { bytes in
                    bytes.bindMemory(to: UInt8.self).baseAddress.map { output.write($0, maxLength: bytes.count) } ?? 0
                }
                guard written > 0 else { return close() }
                rest = rest.dropFirst(written)
            }
        }

        /// Reads the next bytes. Returns false if there are none, or none yet.
        private func refill() -> Bool {
            var bytes = Data(count: 1 << 16)
            let outcome = bytes.withUnsafeMutableBytes { stream?.read(into: $0) ?? readUpload(into: $0) }
            switch outcome {
            case .copied(0): close()
            case .copied(let count):
                rest = bytes.prefix(count)
                return true
            case .notYet: break
            case .failed(let error): fail?(error)
            }
            return false
        }

        private func readUpload(into buffer: UnsafeMutableRawBufferPointer) -> UploadStream.Outcome {
            do throws(RequestError) {
                return .copied(try reader.read(into: buffer))
            } catch {
                return .failed(TransportError(.other, error.message))
            }
        }

        private func close() {
            isOver = true
            output.delegate = nil
            CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
            output.close()
            (rest, fail) = (Data(), nil)
        }
    }
#endif
