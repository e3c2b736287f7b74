import Foundation

#if !canImport(Darwin)
    /// A body as URLSession reads it on Linux: parts, files and compressed content, piece by piece, on one queue.
    final class UploadInputStream: InputStream {
        private var reader: UploadReader
        private var status = Status.notOpen
        private var failure: RequestError?

        /// Creates a stream of a body.
        init(_ reader: consuming UploadReader) {
            self.reader = reader
            super.init(data: Data())
        }

        override var streamStatus: Status { status }
        override var streamError: (any Error)? { failure }
        override var hasBytesAvailable: Bool { status == .open }
        override func open() { status = .open }
        override func close() { status = .closed }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            do throws(RequestError) {
                let count = try reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: maxLength))
                if count == 0 { status = .atEnd }
                return count
            } catch {
                (status, failure) = (.error, error)
                return -1
            }
        }
    }
#endif
