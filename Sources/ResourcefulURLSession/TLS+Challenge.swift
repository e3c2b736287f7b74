import Foundation

#if canImport(Darwin)
    import Security

    extension TLS {
        /// What becomes of a challenge.
        enum Answer {
            /// The system decides.
            case standard
            /// A server is trusted, or shown who we are.
            case use(URLCredential)
            /// Nothing is sent to the server, for that reason.
            case refuse(String)
        }

        /// The answer to a server that asks for trust, or for a client certificate.
        func answer(to space: URLProtectionSpace) -> Answer {
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                guard let trust = space.serverTrust else { return .refuse("the server shows no certificate") }
                return answer(to: trust, of: Self.name(space.host))
            case NSURLAuthenticationMethodClientCertificate:
                guard let certificate = clientCertificate(for: Self.name(space.host)) else { return .standard }
                return certificate.credential.map { .use($0) }
                    ?? .refuse("the client certificate can't be read, or its password is wrong")
            default: return .standard
            }
        }

        private func answer(to trust: SecTrust, of host: String) -> Answer {
            if unverifiedHosts.contains(host) { return .use(URLCredential(trust: trust)) }
            guard authorities != .system || pins[host] != nil else { return .standard }
            switch authorities {
            case .system: break
            case .systemAnd(let pem), .only(let pem):
                let anchors = PEM.certificates(in: pem).compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
                guard !anchors.isEmpty else { return .refuse("the authorities contain no certificate") }
                SecTrustSetAnchorCertificates(trust, anchors as CFArray)
                SecTrustSetAnchorCertificatesOnly(trust, !authorities.includeSystem)
            }
            guard SecTrustEvaluateWithError(trust, nil) else {
                return .refuse("the certificate of \(host) isn't trusted by any authority")
            }
            guard let pins = pins[host] else { return .use(URLCredential(trust: trust)) }
            guard let pin = Self.pin(of: trust), pins.contains(pin) else {
                return .refuse("the certificate of \(host) doesn't have a pinned key")
            }
            return .use(URLCredential(trust: trust))
        }

        /// The pin of the server's own certificate.
        private static func pin(of trust: SecTrust) -> PublicKeyPin? {
            guard let key = SecTrustCopyKey(trust), let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
            else { return nil }
            return PublicKeyPin(curvePoint: bytes) ?? (bytes.first == 0x30 ? PublicKeyPin(rsaKey: bytes) : nil)
        }

        /// A host as pins name it: in lower case, and without the dot that may stand at its end.
        private static func name(_ host: String) -> String {
            let host = host.lowercased()
            return host.hasSuffix(".") ? String(host.dropLast()) : host
        }
    }

    extension TLS.Authorities {
        fileprivate var includeSystem: Bool { if case .systemAnd = self { true } else { false } }
    }

    extension TLS.ClientCertificate {
        /// What is shown to a server; nil when the archive can't be read.
        fileprivate var credential: URLCredential? {
            var options: [String: Any] = [kSecImportExportPassphrase as String: password ?? ""]
            #if os(macOS)
                // Else the key goes to the user's keychain.
                if #available(macOS 15, *) { options[kSecImportToMemoryOnly as String] = true }
            #endif
            var items: CFArray?
            guard SecPKCS12Import(certificate as CFData, options as CFDictionary, &items) == errSecSuccess,
                let item = (items as? [[String: Any]])?.first, let found = item[kSecImportItemIdentity as String]
            else { return nil }
            let identity = found as AnyObject
            guard CFGetTypeID(identity) == SecIdentityGetTypeID() else { return nil }
            // The first certificate belongs to the identity.
            let chain = (item[kSecImportItemCertChain as String] as? [Any])?.dropFirst()
            return URLCredential(
                identity: unsafeDowncast(identity, to: SecIdentity.self), certificates: chain.map { Array($0) },
                persistence: .none)
        }
    }
#endif
