import ResourcefulCore
import ResourcefulDownloads
import Testing

/// Checksums in fields: the examples of RFC 9530 and RFC 3230, and what is none.
struct DigestFieldTests {
    private let whole = #"{"hello": "world"}"# + "\n"
    // RFC 9530, appendix B.1.
    private let sha256 = "RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg="
    private let sha512 =
        "YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg=="

    @Test func `the example of RFC 9530 is what it says`() throws {
        let fields: HeaderFields = [
            "Repr-Digest": "sha-256=:\(sha256):", "Content-Digest": "sha-512=:\(sha512):",
        ]
        #expect(fields.representationDigest?.bytes == SHA256.digest(of: whole.utf8))
        #expect(fields.contentDigest?.algorithm == .sha512)
        #expect(fields.contentDigest?.bytes == SHA512.digest(of: whole.utf8))
    }

    @Test func `of several the strongest counts, in any order and on several lines`() throws {
        let both: HeaderFields = ["Repr-Digest": "sha-512=:\(sha512):;a=1, md5=:AAAA:, sha-256=:\(sha256):"]
        #expect(both.representationDigest?.algorithm == .sha512)
        var lines = HeaderFields()
        for value in ["sha-256=:\(sha256):", "unixsum=:AAAA:"] { lines.append(try .init("Repr-Digest", value)) }
        #expect(lines.representationDigest?.algorithm == .sha256)
    }

    @Test func `the older field is read where the newer one is not there`() {
        let older: HeaderFields = ["Digest": "MD5=HUXZLQLMuI/KZ5KDcJPcOA==, SHA-256=\(sha256)"]
        #expect(older.representationDigest?.bytes == SHA256.digest(of: whole.utf8))
        #expect(older.contentDigest == nil)
        var both = older
        both["Repr-Digest"] = "sha-512=:\(sha512):"
        #expect(both.representationDigest?.algorithm == .sha512)
    }

    @Test func `what is malformed or not known says nothing`() {
        let cases: [String] = [
            "", "sha-256", "sha-256=", "sha-256=::", "sha-256=:AAAA:", "sha-256=\"x\"", "SHA-256=:AAAA:",
            "sha-256=(:AAAA:)",
            "sha-256=:####:", "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg", "sha-1=:AAAA:",
        ]
        for text in cases {
            let fields: HeaderFields = ["Repr-Digest": text, "Content-Digest": text, "Digest": text]
            #expect(fields.representationDigest == nil && fields.contentDigest == nil, "\(text)")
        }
    }

    @Test func `a dictionary of byte sequences is read as RFC 9651 says`() throws {
        let bytes = SHA256.digest(of: whole.utf8)
        let read = [
            "sha-256=:AAAA:, sha-256=:\(sha256):", "sha-256=:\(sha256):;a=\":\";b",
            "other=\"a, sha-256=:AAAA:\", sha-256=:\(sha256):",
            "  sha-256=:\(sha256.dropLast()):\t,", "md5=:####:,sha-256=:\(sha256):",
        ]
        for text in read {
            #expect((["Content-Digest": text] as HeaderFields).contentDigest?.bytes == bytes, "\(text)")
        }
        let unread = [
            "sha-256=:\(sha256):, sha-256=:AAAA:", "sha-256=:\(sha256):x", "sha-256=\(sha256)", "sha-256 =:\(sha256):",
            "sha-256=:\(sha256)=:", "sha-256=: \(sha256):", "sha-256=::\(sha256):",
        ]
        for text in unread { #expect((["Content-Digest": text] as HeaderFields).contentDigest == nil, "\(text)") }
    }

    @Test func `digits in either case are a checksum, and its description reads back`() throws {
        let digits = Hexadecimal.text(of: SHA256.digest(of: whole.utf8))
        let digest = try ContentDigest.sha256(digits)
        #expect(try ContentDigest.sha256(digits.uppercased()) == digest)
        #expect(digest.description == "sha-256:\(digits)")
        #expect(ContentDigest(.sha512, bytes: digest.bytes) == nil)
    }
}
