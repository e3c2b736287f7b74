import Foundation
import ResourcefulCore
import ResourcefulLoading

#if canImport(Darwin)
    /// Feeds URLSession what is not simply in memory or in a file: parts, compressed content, streams.
    ///
    /// `@unchecked Sendable`: after `start`, the thread alone touches the reader and the output.
    final class UploadPump: @unchecked Sendable {
        /// What URLSession reads.
        let input: InputStream
        /// How many bytes it will read; nil when that is known only at the end.
        let count: Int?

        private let output: OutputStream
        private var reader = UploadReader()
        private var stream: UploadStream?
        /// Signalled when a stream has more, or nobody wants it any more.
        private let arrival = DispatchSemaphore(value: 0)
        private let isCancelled = Locked(false)

        /// A pump for the body of a request; nil when it needs none.
        ///
        /// - Throws: `RequestError` when a file can't be read, or a stream was sent before.
        init?(_ body: Body?) throws(RequestError) {
            var ends: (InputStream?, OutputStream?) = (nil, nil)
            guard let body, body.data == nil, !body.isUploadedAsFile else { return nil }
            Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &ends.0, outputStream: &ends.1)
            guard let input = ends.0, let output = ends.1 else { throw RequestError("there is no memory for a stream") }
            (self.input, self.output) = (input, output)
            stream = try UploadStream(body) { [arrival] in _ = arrival.signal() }
            if stream == nil { reader = try UploadReader(body) }
            count = stream != nil ? stream?.count : reader.count
        }

        /// Starts the thread.
        ///
        /// - Parameter fail: Called when there won't be all of the body.
        func start(orFail fail: @escaping @Sendable (any Error) -> Void) {
            Thread.detachNewThread { [self] in
                output.open()
                if let error = pump() { return fail(error) }
                output.close()
            }
        }

        /// Ends the thread, soon.
        func cancel() {
            isCancelled.withLock { $0 = true }
            stream?.cancel()
            arrival.signal()
        }

        /// Writes all there is; returns why that is not possible.
        private func pump() -> (any Error)? {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
            defer { buffer.deallocate() }
            while !isCancelled.withLock({ $0 }) {
                switch stream?.read(into: buffer) ?? readUpload(into: buffer) {
                case .copied(0): return nil
                case .copied(let count):
                    if !write(UnsafeRawBufferPointer(rebasing: buffer.prefix(count))) { return nil }
                case .notYet: arrival.wait()
                case .failed(let error): return error
                }
            }
            return CancellationError()
        }

        private func readUpload(into buffer: UnsafeMutableRawBufferPointer) -> UploadStream.Outcome {
            do throws(RequestError) {
                return .copied(try reader.read(into: buffer))
            } catch {
                return .failed(TransportError(.other, error.message))
            }
        }

        /// Waits until URLSession has taken the bytes; false when it does not want them.
        private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest).bindMemory(to: UInt8.self)
                guard let base = piece.baseAddress else { return true }
                let count = output.write(base, maxLength: piece.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
#endif
