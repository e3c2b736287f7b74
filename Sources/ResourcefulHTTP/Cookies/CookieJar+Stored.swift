#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// The form of a jar in a store: a line for each cookie. What isn't allowed in a URL is encoded.
extension CookieJar {
    /// The bytes that a store keeps.
    package var storedBytes: Data { Data(cookies.map(\.storedLine).joined(separator: "\n").utf8) }

    /// Reads a jar from a store. It skips damaged lines.
    package init(storedBytes: Data) {
        let text = String(decoding: storedBytes, as: UTF8.self)
        self.init(stored: text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { Cookie(storedLine: $0) })
    }
}

extension Cookie {
    /// The flags of a line.
    private enum Flag: Character {
        case hostOnly = "h"
        case secure = "s"
        case httpOnly = "o"
        case strict = "S"
        case lax = "L"
        case none = "N"
    }

    /// The line that a store keeps, without its end.
    var storedLine: String {
        var flags = ""
        let add = { (flag: Flag, isThere: Bool) in if isThere { flags.append(flag.rawValue) } }
        add(.hostOnly, isHostOnly)
        add(.secure, isSecure)
        add(.httpOnly, isHTTPOnly)
        add(.strict, sameSite == .strict)
        add(.lax, sameSite == .lax)
        add(.none, sameSite == Cookie.SameSite.none)
        let parts = [
            domain, flags, expiry.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "",
            "\(created.timeIntervalSinceReferenceDate)", partition ?? "", path, name, value,
        ]
        return parts.map(Self.kept).joined(separator: "\t")
    }

    fileprivate init?(storedLine: Substring.UTF8View) {
        let parts = storedLine.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(Self.unkept)
        guard parts.count == 8, let created = Double(parts[3]), !parts[0].isEmpty else { return nil }
        let flags = parts[1].compactMap(Flag.init)
        let expiry = parts[2].isEmpty ? nil : Double(parts[2])
        guard parts[2].isEmpty || expiry != nil else { return nil }
        let sameSite: SameSite? =
            flags.contains(.strict)
            ? .strict : flags.contains(.lax) ? .lax : flags.contains(.none) ? SameSite.none : nil
        self.init(
            parts[6], parts[7], domain: parts[0], isHostOnly: flags.contains(.hostOnly), path: parts[5],
            expiry: expiry.map { Date(timeIntervalSinceReferenceDate: $0) }, isSecure: flags.contains(.secure),
            isHTTPOnly: flags.contains(.httpOnly), sameSite: sameSite, partition: parts[4].isEmpty ? nil : parts[4],
            created: Date(timeIntervalSinceReferenceDate: created))
    }

    private static func kept(_ text: String) -> String {
        text.utf8.allSatisfy(ByteSet.uri.contains) ? text : PercentEncoding.encoded(text, keeping: .uri)
    }

    private static func unkept(_ text: Substring.UTF8View) -> String {
        text.contains(UInt8(ascii: "%")) ? PercentEncoding.decoded(text) : String(Substring(text))
    }
}
