/// HMAC (RFC 2104), a code that only holders of the key can compute.
package enum HMAC {
    /// Returns the code of bytes with SHA-1: 20 bytes.
    package static func sha1(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        var key = key.count > 64 ? SHA1.digest(of: key) : Array(key)
        key += repeatElement(0, count: 64 - key.count)
        return SHA1.digest(of: key.map { $0 ^ 0x5C } + SHA1.digest(of: key.map { $0 ^ 0x36 } + bytes))
    }

    /// Returns the code of bytes with SHA-256: 32 bytes.
    package static func sha256(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        var key = key.count > 64 ? SHA256.digest(of: key) : Array(key)
        key += repeatElement(0, count: 64 - key.count)
        var inner = SHA256()
        inner.update(key.map { $0 ^ 0x36 })
        inner.update(bytes)
        return SHA256.digest(of: key.map { $0 ^ 0x5C } + inner.digest())
    }
}
