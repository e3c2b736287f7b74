import CResourcefulCurl

/// A content coding that this library can decode (RFC 9110, section 8.4.1).
package enum ContentCoding: CaseIterable, Sendable {
    case gzip, deflate, br

    /// Creates the coding with a name, in any case. `x-gzip` is the old name of gzip.
    package init?(_ name: String) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .br
        default: return nil
        }
    }

    /// Whether a name means a coding that changes the bytes (IANA's registry of content codings).
    static func isRegistered(_ name: String) -> Bool { registered.contains(name.lowercased()) }

    private static let registered: Set<String> = [
        "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip", "x-compress", "x-gzip",
        "zstd",
    ]

    var number: Int32 {
        switch self {
        case .gzip: Int32(RSF_CODING_GZIP)
        case .deflate: Int32(RSF_CODING_DEFLATE)
        case .br: Int32(RSF_CODING_BR)
        }
    }

    /// The value of Accept-Encoding: the codings whose library is installed; nil if there is none.
    package static let accepted: String? = {
        let names = allCases.filter { rsf_coding_is_available($0.number) != 0 }.map { "\($0)" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }()
}
