extension TLS.PublicKeyPin {
    /// Creates the pin of a key from its SubjectPublicKeyInfo in DER (RFC 5280, section 4.1.2.7), which `openssl pkey
    /// -pubout -outform DER` writes.
    public init(subjectPublicKeyInfo: Data) {
        let digest = Data(SHA256.digest(of: subjectPublicKeyInfo)).base64EncodedString()
        self.init(digest: digest)
    }

    /// Creates the pin of an RSA key from its RSAPublicKey in DER (RFC 8017, appendix A.1.1).
    package init(rsaKey key: Data) {
        self.init(subjectPublicKeyInfo: DER.subjectPublicKeyInfo(of: key, DER.rsaEncryption + [0x05, 0x00]))
    }

    /// Creates the pin of a key on P-256, P-384 or P-521 from its uncompressed point (RFC 5480, section 2.2), whose
    /// length determines the curve; nil for any other.
    package init?(curvePoint point: Data) {
        guard point.first == 0x04, let curve = DER.curves[point.count] else { return nil }
        self.init(subjectPublicKeyInfo: DER.subjectPublicKeyInfo(of: point, DER.ecPublicKey + curve))
    }
}

/// The part of DER (X.690) that a SubjectPublicKeyInfo needs.
private enum DER {
    /// 1.2.840.113549.1.1.1 (RFC 3279, section 2.3.1).
    static let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    /// 1.2.840.10045.2.1 (RFC 5480, section 2.1.1).
    static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    /// P-256, P-384 and P-521 by the lengths of their points (RFC 5480, section 2.1.1.1).
    static let curves: [Int: [UInt8]] = [
        65: [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07],
        97: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22],
        133: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23],
    ]

    static func subjectPublicKeyInfo(of key: Data, _ algorithm: [UInt8]) -> Data {
        // A BIT STRING begins with the number of unused bits in its last byte.
        sequence(sequence(Data(algorithm)) + value(0x03, Data([0]) + key))
    }

    private static func sequence(_ content: Data) -> Data { value(0x30, content) }

    private static func value(_ tag: UInt8, _ content: Data) -> Data {
        var length = [UInt8(truncatingIfNeeded: content.count)]
        if content.count > 0x7F {
            var (bytes, rest) = ([UInt8](), content.count)
            while rest > 0 {
                bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            length = [0x80 | UInt8(bytes.count)] + bytes
        }
        return Data([tag] + length) + content
    }
}
