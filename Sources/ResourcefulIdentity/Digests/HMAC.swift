/// HMAC (RFC 2104), a code that only holders of the key can compute.
enum HMAC {
    /// Returns the code of bytes with SHA-1: 20 bytes.
    static func sha1(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        var key = key.count > 64 ? SHA1.digest(of: key) : Array(key)
        key += repeatElement(0, count: 64 - key.count)
        return SHA1.digest(of: key.map { $0 ^ 0x5C } + SHA1.digest(of: key.map { $0 ^ 0x36 } + bytes))
    }

    /// Returns the code of bytes with SHA-256: 32 bytes.
    static func sha256(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        let digest = { (bytes: [UInt8]) in MessageDigest.sha256(bytes) }
        var key = key.count > 64 ? digest(Array(key)) : Array(key)
        key += repeatElement(0, count: 64 - key.count)
        return digest(key.map { $0 ^ 0x5C } + digest(key.map { $0 ^ 0x36 } + bytes))
    }
}
