import Foundation

extension TLS {
    /// Why URLSession can't do what this asks for; nil when it can.
    var refusalByURLSession: TransportError? {
        if let impossibility { return impossibility }
        let missing = asksForMoreThanURLSessionCan
        return missing.isEmpty
            ? nil
            : TransportError(
                .unavailable,
                "URLSession doesn't support \(missing.joined(separator: " and ")) here; CurlTransport does")
    }

    private var asksForMoreThanURLSessionCan: [String] {
        var missing: [String] = []
        let formats = ([clientCertificate].compactMap(\.self) + clientCertificates.values).map(\.format)
        if formats.contains(.pem) { missing.append("client certificates in PEM form") }
        #if !canImport(Darwin)
            if formats.contains(.pkcs12) { missing.append("client certificates") }
            if !pins.isEmpty { missing.append("pinned keys") }
            if minimumVersion != .tls12 { missing.append("a minimum version") }
            if authorities != .system { missing.append("certificate authorities") }
            if !unverifiedHosts.isEmpty { missing.append("blindly trusted hosts") }
        #endif
        return missing
    }
}

/// Certificates in text form (RFC 7468).
enum PEM {
    /// The certificates of a text, in DER form.
    static func certificates(in text: Data) -> [Data] {
        String(decoding: text, as: UTF8.self)
            .components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
            .compactMap { $0.components(separatedBy: "-----END CERTIFICATE-----").first }
            .compactMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
    }
}
