// What Swift's overlay of bionic adds to the C library.
@_exported import CAndroid

public var errno: Int32 {
    get { __errno().pointee }
    set { __errno().pointee = newValue }
}
