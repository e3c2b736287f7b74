import ResourcefulCore
import Testing

@testable import ResourcefulIdentity

struct HMACTests {
    private func code(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> String {
        Signing.hexadecimal(HMAC.sha256(bytes, key: key))
    }

    @Test func `the test cases of RFC 4231`() {
        #expect(
            code("Hi There".utf8, key: repeatElement(0x0B, count: 20))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            code("what do ya want for nothing?".utf8, key: "Jefe".utf8)
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            code(repeatElement(0xDD, count: 50), key: repeatElement(0xAA, count: 20))
                == "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")
        #expect(
            code(repeatElement(0xCD, count: 50), key: 1...25)
                == "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b")
    }

    @Test func `the test cases of RFC 4231 with a key longer than a block`() {
        let key = repeatElement(UInt8(0xAA), count: 131)
        #expect(
            code("Test Using Larger Than Block-Size Key - Hash Key First".utf8, key: key)
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        let text =
            "This is a test using a larger than block-size key and a larger than block-size data. "
            + "The key needs to be hashed before being used by the HMAC algorithm."
        #expect(code(text.utf8, key: key) == "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2")
    }

    @Test func `a key of a whole block is used as it is, and one byte more makes a digest of it`() {
        let block = [UInt8](repeating: 1, count: 64)
        #expect(code("a".utf8, key: block) != code("a".utf8, key: SHA256.digest(of: block)))
        #expect(code("a".utf8, key: block + [1]) == code("a".utf8, key: SHA256.digest(of: block + [1])))
    }
}
