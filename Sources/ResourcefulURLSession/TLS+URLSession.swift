import Foundation
import ResourcefulCore
import ResourcefulLoading

extension TLS {
    /// Why URLSession can't do what this asks for; nil when it can.
    var refusalByURLSession: TransportError? {
        if let impossibility { return impossibility }
        let missing = asksForMoreThanURLSessionCan
        return missing.isEmpty
            ? nil
            : TransportError(
                .unavailable,
                "URLSession can't be told about \(missing.joined(separator: " and ")) here; CurlTransport can")
    }

    private var asksForMoreThanURLSessionCan: [String] {
        var missing: [String] = []
        if clientCertificate != nil { missing.append("client certificates in PEM form") }
        if !pins.isEmpty { missing.append("pinned keys") }
        if minimumVersion != .tls12 { missing.append("a minimum version") }
        #if !canImport(Darwin)
            if authorities != .system { missing.append("certificate authorities") }
            if !hostsTrustedBlindly.isEmpty { missing.append("hosts to be trusted blindly") }
        #endif
        return missing
    }
}

#if canImport(Darwin)
    import Security

    extension TLS {
        /// Says whether the server is to be trusted.
        func answer(
            _ challenge: URLAuthenticationChallenge,
            _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let trust = challenge.protectionSpace.serverTrust else {
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            if hostsTrustedBlindly.contains(challenge.protectionSpace.host.lowercased()) {
                return completionHandler(.useCredential, URLCredential(trust: trust))
            }
            switch authorities {
            case .system:
                completionHandler(.performDefaultHandling, nil)
            case .systemAnd(let pem):
                answer(trust, anchors: pem, only: false, completionHandler)
            case .only(let pem):
                answer(trust, anchors: pem, only: true, completionHandler)
            }
        }

        private func answer(
            _ trust: SecTrust, anchors pem: Data, only: Bool,
            _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let anchors = PEM.certificates(in: pem).compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, only)
            if !anchors.isEmpty, SecTrustEvaluateWithError(trust, nil) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    }
#endif

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
