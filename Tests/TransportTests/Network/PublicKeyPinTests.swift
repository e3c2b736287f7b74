import ResourcefulCurl
import Testing

/// Pins of keys as Apple's Security hands them out. The keys were made by openssl 3.0, and so were the digests:
/// `openssl pkey -pubout -outform DER | openssl dgst -sha256 -binary | openssl base64`.
struct PublicKeyPinTests {
    private static let rsaKeys: [(key: String, pin: String)] = [
        (
            """
            MIGJAoGBAMRb63PFOgN6fUwTbUEgQJNuHjutW4AduAKnGoRV6Y4HpR6p7E3ynlge7oTQmI9zeTs/67xGlzbVBLqSsPAo0hTMD2Di\
            kHH/eD7zm/wx3gDYDwMOVGh8nWN8FJFPCz4QiJXIFj+EQkWUs9aX+wNRCXc9JIHzpilrBAIoohoSUB1VAgMBAAE=
            """, "B2lwINh6X9k5LfExH7piiJvtWiaAERZiNl9vnI/ib8E="
        ),
        (
            """
            MIIBCgKCAQEA2yx2tscxrjfTlL5kW3gBLtvgtmnfIhFE31feVkhVPCmuyc6jmSox6/MCYeIGaFUmfEEigiTEYqhak6+SOoESDPmB\
            RCmsTPAl81o1pp0duSk8z5UaetTc4O87pAyV2fDSBfVW9bhZlbQ9tJpNy4GlJNfJFsOPTwuVNXRSiZrbkmDL+ESfgzhYyHDRTNXk\
            izCYWE2/cEayHnVGvap+lxu2qxjz2yfd2u/Z8cBzoh7IAXi/2VRnOkJr9QAzlqAV8DSNvJ0fKwABknG/E8JDrwNUh9lNwxRW/j5z\
            fGIevuacvrVW6MQBRL9Ov4BbWNeo1foyuiIXzNoxX2O3HWPKyDOqlwIDAQAB
            """, "n1uCwgUw6/HZG6Q0HySwgcBhaBCZxMXUFiGEg2RM8/E="
        ),
        (
            """
            MIICCgKCAgEAq2zqFTScNIUWo5vokK7ZkdSOdLS4yMRGDXWilKs0M+ljnEUGNVdGzQYiuTT1aoD2zcGR1h/rq3tjYgDpk3JbQ6Ez\
            NXCcKIMywoCV6z4KWxzdpIYtBC9Tc7bknhEL4P3OGPCLFRRPEsar0CeS1yS7BDvjfJ3OGwHb84AJOgIVu4AeWh+oLoDU1fqUIMCa\
            epAMZkg+JUUOsmv+JUpmP9seYjCaUwR7yZGzlHn30UGcgv23zrMkW6QMZamUL1nBE+vw1KCjlQNWxbGTNocaA6hMxcYUHIv/yf7J\
            XEnM4ySB9RcxmKGZj4Ai8nkg4JSwwVvplyxpBxlHcCYhDzt9zyWIlW9/3snlZwMCDVu6EhhRHIy6+Z9i6Ih44kJ6MjiQHxeia8Hj\
            5XevoyodnQWsAqz6zwwyN7KiXKnvQYlgaHKL329lkDjK5iJMHhSLkiSZ2IuvhDXfvhg/NGkF3oNdgfQlOKQdhTn664VTTIlkFe/9\
            IPZnJMZo6Qpi9th8A1Uc/fDFzLjT91d0/OOdUG21uWE7MY97Jr0DXLP2nqD2YM0AsqOg58X30VtD/IlCGWXcRsRLzK443FyNUOj5\
            /uPSVTjKfXj7zZD6lYnJRxl2CFymbka8zLn2wAs+U1dXTQsNlXiRIRxzAS9g5dnaZvrmGwrPSrEd/q+2eZOAdkoGYpYUJ88CAwEA\
            AQ==
            """, "TCyTBF5s8JLpNDRh8D4VF5rMVDRA4gs5XFCcSu7kCbU="
        ),
    ]

    private static let points: [(key: String, pin: String)] = [
        (
            """
            BIrQ00tXiz7l13mqwDrXUmsygnK1lFb8qfv2nEsxVAvaFAYCaUCmU2uXw5Q3qQp+aBrlCAgdk929TrxBdFMceUs=
            """, "37G4eanhO2Y7rwqs9boKENagGfw20qUn4kArhDMjUzo="
        ),
        (
            """
            BNRT8ZmOw3EtN8KGbrPJIiz67Z36orX5m/cuquHhq1+HAW5WosEK+Qkit9ZdwUoL14nIuIQnnbQQiSJAaBH9PhNnEEeCxTBipIB9\
            PFkoB+H/DJfAE2kqbvq218J4tnRqRg==
            """, "YxgVWl5hQzABQz1yvRFxgQ83G9n7gqZnmHGiUFGZJ2g="
        ),
        (
            """
            BAG7qQyARjjBed18xBbdP7YEdgjEryBdM7LbHlFb+2CSSMxZed/35fIB4qE1egvc9lC62TnFtJSAi2HYzDULBCnNxgGYaBoLJbrK\
            zYbc0NexrbIqTUS2L5SceJCGAjYREy0b9zfq8R6hYvy9SXWEIM8AbHEduDfdzaKj/rscsXq1x0R4dg==
            """, "mzwLy6SJLUcASbqs6UDPRo24RRz23aoIRYPJz6xusIo="
        ),
    ]

    @Test func `an RSA key of any length is pinned by the digest that openssl finds`() {
        checkEach(Self.rsaKeys) { key, pin in
            let key = try #require(Data(base64Encoded: key), "\(pin)")
            #expect(TLS.PublicKeyPin(rsaKey: key).description == "sha256//\(pin)", "\(pin)")
        }
    }

    @Test func `a point of each curve is pinned by the digest that openssl finds`() {
        checkEach(Self.points) { key, pin in
            let point = try #require(Data(base64Encoded: key), "\(pin)")
            #expect(TLS.PublicKeyPin(curvePoint: point)?.description == "sha256//\(pin)", "\(pin)")
            // A compressed point, and one of another length.
            #expect(TLS.PublicKeyPin(curvePoint: Data([2]) + point.dropFirst()) == nil, "\(pin)")
            #expect(TLS.PublicKeyPin(curvePoint: point.dropLast()) == nil, "\(pin)")
        }
    }

    @Test func `the pin of a SubjectPublicKeyInfo is its digest, and reads back`() throws {
        let pin = TLS.PublicKeyPin(subjectPublicKeyInfo: Data("abc".utf8))
        // FIPS 180-4's own example.
        #expect(pin.description == "sha256//ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        #expect(TLS.PublicKeyPin(pin.description) == pin)
    }
}
