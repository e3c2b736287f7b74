import ResourcefulDownloads
import Testing

/// SHA-512, against the examples of NIST and against itself.
struct SHA512Tests {
    @Test func `the examples of FIPS 180`() {
        let cases = [
            (
                "",
                "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                    + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
            ),
            (
                "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                    + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
            ),
        ]
        for (text, digits) in cases {
            #expect(Hexadecimal.text(of: SHA512.digest(of: text.utf8)) == digits)
        }
    }

    @Test func `a million letters, in pieces of any size`() {
        let expected =
            "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
            + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
        var hash = SHA512()
        var (left, size) = (1_000_000, 1)
        while left > 0 {
            hash.update(repeatElement(UInt8(ascii: "a"), count: min(size, left)))
            left -= min(size, left)
            size = size * 3 % 40_009
        }
        #expect(Hexadecimal.text(of: hash.digest()) == expected)
    }

    @Test func `the digest does not depend on how the bytes are split, around every border of a block`() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var all = SHA512()
        for count in 0...300 {
            let whole = SHA512.digest(of: bytes[..<count])
            all.update(whole)
            for cut in [0, 1, 111, 119, 127, 128, 129, 255, 256] where cut <= count {
                var hash = SHA512()
                hash.update(bytes[..<cut])
                hash.update(bytes[cut..<count])
                #expect(hash.digest() == whole)
            }
        }
        // The same by another implementation.
        let expected =
            "8a732a2ef96b72c61264041d982c51f52f584ba520746f8dfcbe356c60311e9d"
            + "68a05c40ac64998fb6bfca078a50d008373e7d30159f0e4626b1102c1cf370b3"
        #expect(Hexadecimal.text(of: all.digest()) == expected)
    }
}
