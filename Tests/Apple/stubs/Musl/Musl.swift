// What Swift's overlay of musl adds to the C library.
@_exported import CMusl

public var errno: Int32 {
    get { __errno_location().pointee }
    set { __errno_location().pointee = newValue }
}

public typealias sighandler_t = @convention(c) (Int32) -> Void
