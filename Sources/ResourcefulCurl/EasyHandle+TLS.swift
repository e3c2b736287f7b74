import CResourcefulCurl

extension EasyHandle {
    /// Sets what a TLS value asks for; throws when this libcurl can't do it, so that nothing less is done in silence.
    func set(_ tls: TLS, for origin: Origin) throws(TransportError) {
        let version = tls.minimumVersion == .tls13 ? RSF_TLS_1_3 : RSF_TLS_1_2
        try require(set(RSF_OPT_SSLVERSION, Int(version)), "\(tls.minimumVersion)")
        try set(tls.authorities)
        if let certificate = tls.clientCertificate(for: origin.serverName) {
            try set(RSF_OPT_SSLCERT_BLOB, certificate.certificate, "client certificates from memory (7.71)")
            switch certificate.format {
            case .pem: try set(RSF_OPT_SSLKEY_BLOB, certificate.key, "client certificates from memory (7.71)")
            case .pkcs12: try require(set(RSF_OPT_SSLCERTTYPE, "P12"), "client certificates in PKCS #12")
            }
            if let password = certificate.password { set(RSF_OPT_KEYPASSWD, password) }
        }
        if let pins = tls.pins[origin.serverName] {
            let code = set(RSF_OPT_PINNEDPUBLICKEY, pins.map(\.description).sorted().joined(separator: ";"))
            try require(code, "pinned public keys")
        }
        if tls.unverifiedHosts.contains(origin.host) {
            set(RSF_OPT_SSL_VERIFYPEER, 0)
            set(RSF_OPT_SSL_VERIFYHOST, 0)
        }
    }

    private func set(_ authorities: TLS.Authorities) throws(TransportError) {
        switch authorities {
        case .system: break
        case .systemAnd(let pem):
            try set(RSF_OPT_CAINFO_BLOB, SystemAuthorities.pem + pem, "certificate authorities from memory (7.77)")
        case .only(let pem):
            try set(RSF_OPT_CAINFO_BLOB, pem, "certificate authorities from memory (7.77)")
            try require(rsf_easy_set_pointer(pointer, Int32(RSF_OPT_CAPATH), nil), "custom certificate authorities")
        }
    }

    private func set(_ option: Int, _ data: Data, _ feature: String) throws(TransportError) {
        let code = data.withUnsafeBytes { rsf_easy_set_blob(pointer, Int32(option), $0.baseAddress, $0.count) }
        try require(code, feature)
    }

    private func require(_ code: Int32, _ feature: String) throws(TransportError) {
        guard code == 0 else {
            throw TransportError(.unavailable, "the installed libcurl doesn't support \(feature)")
        }
    }
}

/// The authorities that the system trusts, as a file that the usual systems have at one of a few places.
private enum SystemAuthorities {
    static let pem: Data = {
        let places = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
            "/etc/ssl/ca-bundle.pem",
        ]
        let found = places.lazy.compactMap { try? Data(contentsOf: URL(filePath: $0)) }.first ?? Data()
        return found + Data("\n".utf8)
    }()
}
