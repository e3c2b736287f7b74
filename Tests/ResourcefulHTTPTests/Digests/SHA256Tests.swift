import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SHA256Tests {
    private func text(_ bytes: some Collection<UInt8>) -> String { Hexadecimal.text(of: SHA256.digest(of: bytes)) }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `the digests of the standard's examples`(message: String, digest: String) {
        #expect(text(message.utf8) == digest)
    }

    @Test func `the digest of a million times the same letter`() {
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        if !Effort.isReduced { #expect(text(repeatElement(UInt8(ascii: "a"), count: 1_000_000)) == digest) }
        #expect(text(Data(repeating: UInt8(ascii: "a"), count: 1_000_000)) == digest)
    }

    @Test func `however a message is cut, its digest is the same`() {
        let bytes = (0..<150).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let whole = SHA256.digest(of: bytes)
        for first in 0...bytes.count {
            for second in stride(from: first, through: bytes.count, by: 7) {
                var hash = SHA256()
                hash.update(bytes[..<first])
                #expect(hash.digest() == SHA256.digest(of: bytes[..<first]), "and asking changes nothing")
                hash.update(bytes[first..<second])
                hash.update(bytes[second...].lazy.map { $0 })
                #expect(hash.digest() == whole, "\(first) \(second)")
            }
        }
    }

    @Test func `bytes are written as two digits each`() {
        #expect(Hexadecimal.text(of: [0, 9, 10, 15, 16, 0x7F, 0xA0, 0xFF]) == "00090a0f107fa0ff")
    }
}
