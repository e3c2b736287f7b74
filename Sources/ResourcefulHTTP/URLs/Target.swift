#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The parts of a URL that decide whether and where a request may be sent, read from its text in one pass.
///
/// `URL` parses itself anew, behind a lock, for each of its parts that is asked for; in every load that
/// would be the dearest thing that happens.
package struct Target {
    /// Whether there is a scheme at all: without one the URL is relative.
    package private(set) var isAbsolute = false
    /// Whether the scheme is `http` or `https`.
    package private(set) var isHTTP = false
    /// Whether there is a user or a password before the host.
    package private(set) var hasUserInformation = false
    /// Whether there is a host that is not empty.
    package private(set) var hasHost = false

    package init(_ url: URL) {
        var text = url.absoluteString
        text.withUTF8 { read($0) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count, Self.isSchemeByte(bytes[index]) { index += 1 }
        guard index > 0, index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return }
        isAbsolute = true
        isHTTP = Self.isHTTP(bytes, length: index)
        guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "/"), bytes[index + 2] == UInt8(ascii: "/")
        else { return }
        index += 3
        var host = index
        while index < bytes.count, !Self.endsAuthority(bytes[index]) {
            if bytes[index] == UInt8(ascii: "@") {
                hasUserInformation = true
                host = index + 1
            }
            index += 1
        }
        hasHost = host < index && bytes[host] != UInt8(ascii: ":")
    }

    /// Whether so many bytes are `http` or `https`, in any case.
    private static func isHTTP(_ bytes: UnsafeBufferPointer<UInt8>, length: Int) -> Bool {
        guard length == 4 || length == 5 else { return false }
        return bytes[0] | 0x20 == UInt8(ascii: "h") && bytes[1] | 0x20 == UInt8(ascii: "t")
            && bytes[2] | 0x20 == UInt8(ascii: "t") && bytes[3] | 0x20 == UInt8(ascii: "p")
            && (length == 4 || bytes[4] | 0x20 == UInt8(ascii: "s"))
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// A byte of a scheme (RFC 3986, section 3.1).
    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
