#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The parts of a URL that decide whether and where a request may be sent.
package struct Target {
    /// Whether there is a scheme at all: without one the URL is relative.
    package let isAbsolute: Bool
    /// Whether the scheme is `http` or `https`.
    package let isHTTP: Bool
    /// Whether there is a user or a password before the host.
    package let hasUserInformation: Bool
    /// Whether there is a host that is not empty.
    package let hasHost: Bool
    /// Why the host can't be used; nil when it can.
    package let hostProblem: String?

    package init(_ url: URL) {
        var text = url.absoluteString
        self = text.withUTF8 { Target($0) }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let parts = URLParts(bytes)
        isAbsolute = parts.schemeEnd != nil
        isHTTP = parts.isSecure(bytes) != nil
        guard isAbsolute, let authority = parts.authority else {
            (hasUserInformation, hasHost, hostProblem) = (false, false, nil)
            return
        }
        let host = parts.hostStart
        hasUserInformation = host > authority.lowerBound
        hasHost = host < authority.upperBound && bytes[host] != UInt8(ascii: ":")
        hostProblem = hasHost ? HostText.problem(parts.host(bytes)) : nil
    }
}
