// Streams, and what feeds them.
open class Stream: NSObject {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let openCompleted = Event(rawValue: 1)
        public static let hasBytesAvailable = Event(rawValue: 2)
        public static let hasSpaceAvailable = Event(rawValue: 4)
        public static let errorOccurred = Event(rawValue: 8)
        public static let endEncountered = Event(rawValue: 16)
    }
    unowned(unsafe) open var delegate: (any StreamDelegate)?
    public enum Status: UInt, Sendable { case notOpen, opening, open, reading, writing, atEnd, closed, error }
    open func open() {}
    open func close() {}
    open var streamStatus: Status { .notOpen }
    open var streamError: (any Error)? { nil }
    // AutoreleasingUnsafeMutablePointer there.
    @available(macOS 10.10, *)
    open class func getBoundStreams(
        withBufferSize bufferSize: Int, inputStream: UnsafeMutablePointer<InputStream?>?,
        outputStream: UnsafeMutablePointer<OutputStream?>?
    ) {}
}
open class InputStream: Stream {
    public init(data: Data) {}
    open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int { 0 }
    open var hasBytesAvailable: Bool { false }
}
open class OutputStream: Stream {
    open func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int { 0 }
    open var hasSpaceAvailable: Bool { false }
}

// Its method is optional there: required here, for the same reason as those of URLSessionDelegate.
public protocol StreamDelegate: NSObjectProtocol {
    func stream(_ aStream: Stream, handle eventCode: Stream.Event)
}
// Bridged there.
public typealias CFWriteStream = OutputStream
@available(macOS 10.9, iOS 7.0, *)
public func CFWriteStreamSetDispatchQueue(_ stream: CFWriteStream!, _ q: DispatchQueue!) {}
