// Apple's Foundation: the essentials are the toolchain's own, with their availability; the rest is what this package
// uses of it, declared as Apple's documentation has it (Xcode 16.3), each name at its place there:
// developer.apple.com/documentation/foundation/urlsession/resumedata is `URLSession.resumeData`.
// What is not here is not known to be there.
@_exported import Darwin
@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import Security

public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol, Hashable {
    public init() {}
    public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) {}
    open func copy() -> Any { self }
}

extension Error { public var localizedDescription: String { "" } }

extension StringProtocol {
    public func localizedCaseInsensitiveContains<Other: StringProtocol>(_ other: Other) -> Bool { false }
}

open class FileHandle: NSObject, @unchecked Sendable {
    open class var standardError: FileHandle { fatalError() }
    public convenience init(forReadingFrom url: URL) throws { fatalError() }
    public func read(upToCount count: Int) throws -> Data? { fatalError() }
    @discardableResult public func seekToEnd() throws -> UInt64 { fatalError() }
    public func seek(toOffset offset: UInt64) throws { fatalError() }
    open func write(_ data: Data) {}
}

open class Thread: NSObject, @unchecked Sendable {
    @available(macOS 10.12, *)
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    open class func sleep(forTimeInterval seconds: TimeInterval) {}
    open class var current: Thread { fatalError() }
    @available(macOS 10.12, *)
    public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
    open var stackSize: Int {
        get { 0 }
        set {}
    }
    open func start() {}
    open var name: String? {
        get { nil }
        set {}
    }
}

open class Operation: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {
    open class var main: OperationQueue { fatalError() }
    open func addOperation(_ block: @escaping @Sendable () -> Void) {}
    open var maxConcurrentOperationCount = 0
}
