/// The servers that a transport trusts, and how it authenticates itself.
///
/// By default, it trusts the system's authorities. If a transport doesn't support a setting, its loads fail.
///
///     let tls = TLS(authorities: .systemAnd(pem: company), minimumVersion: .tls13)
///     let transport = CurlTransport(tls: tls)
public struct TLS: Hashable, Sendable {
    /// The certificate authorities that a transport trusts.
    public enum Authorities: Hashable, Sendable {
        /// The certificate authorities of the system.
        case system
        /// The system's, and others: concatenated certificates in PEM form (RFC 7468).
        case systemAnd(pem: Data)
        /// Only these: concatenated certificates in PEM form (RFC 7468).
        case only(pem: Data)
    }

    /// A client certificate and its private key.
    ///
    ///     let identity = TLS.ClientCertificate(certificate: certificate, key: key)
    ///     let authenticated = CurlTransport(tls: TLS(clientCertificates: ["api.example.org": identity]))
    public struct ClientCertificate: Hashable, Sendable {
        /// The format of a certificate and its key.
        public enum Format: Hashable, Sendable {
            /// Two texts in PEM form (RFC 7468), for `CurlTransport`.
            case pem
            /// A PKCS #12 archive (RFC 7292), for all transports except URLSession on Linux.
            case pkcs12
        }

        /// The format of the certificate and its key.
        public let format: Format
        /// The certificate and its chain in PEM form, or the archive.
        public var certificate: Data
        /// The private key in PEM form; empty for an archive.
        public var key: Data
        /// The password of the key or the archive; nil if it isn't encrypted.
        public var password: String?

        /// Creates a client certificate in PEM form.
        public init(certificate: Data, key: Data, password: String? = nil) {
            format = .pem
            self.certificate = certificate
            self.key = key
            self.password = password
        }

        /// Creates a client certificate from a PKCS #12 archive, as `openssl pkcs12 -export` writes it.
        public init(pkcs12 archive: Data, password: String) {
            format = .pkcs12
            (certificate, key) = (archive, Data())
            self.password = password
        }
    }

    /// The hash of a server's public key (RFC 7469, section 2.4).
    ///
    ///     if let pin = TLS.PublicKeyPin("sha256//\(hash)") {  // as `curl --pinnedpubkey` has it
    ///         pinned.pins = ["api.example.org": [pin]]
    ///     }
    public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
        /// `sha256//` and the SHA-256 of the key's SubjectPublicKeyInfo, in Base64.
        public let description: String

        init(digest: String) { description = "sha256//\(digest)" }

        /// Creates a pin from `sha256//` and 44 characters of Base64. Returns nil for any other text.
        public init?(_ text: some StringProtocol) {
            guard text.hasPrefix("sha256//"), Data(base64Encoded: String(text.dropFirst(8)))?.count == 32 else {
                return nil
            }
            description = String(text)
        }
    }

    /// A version of TLS.
    public struct Version: Hashable, Sendable, CustomStringConvertible {
        /// Its name.
        public let description: String

        /// TLS 1.2 (RFC 5246).
        public static var tls12: Version { Version(description: "TLS 1.2") }
        /// TLS 1.3 (RFC 8446).
        public static var tls13: Version { Version(description: "TLS 1.3") }
    }

    /// The certificate authorities that the transport trusts.
    public var authorities: Authorities
    /// The certificate for every server that asks for one and isn't in ``clientCertificates``.
    public var clientCertificate: ClientCertificate?
    /// The client certificates by host, in lower case. They override ``clientCertificate``.
    public var clientCertificates: [String: ClientCertificate]
    /// The public keys that are accepted, by host in lower case. Other hosts aren't pinned.
    public var pins: [String: Set<PublicKeyPin>]
    /// The oldest version of TLS that is accepted.
    public var minimumVersion: Version
    /// The hosts, in lower case, whose certificates aren't verified. See ``dangerouslyTrustingAnything(from:)``.
    public private(set) var unverifiedHosts: Set<String> = []

    /// Creates settings. By default, they trust the system's authorities.
    public init(
        authorities: Authorities = .system, clientCertificate: ClientCertificate? = nil,
        clientCertificates: [String: ClientCertificate] = [:],
        pins: [String: Set<PublicKeyPin>] = [:], minimumVersion: Version = .tls12
    ) {
        self.authorities = authorities
        (self.clientCertificate, self.clientCertificates) = (clientCertificate, clientCertificates)
        self.pins = pins
        self.minimumVersion = minimumVersion
    }

    /// The error if a host can't match, such as `*`; nil if all are valid.
    package var impossibility: TransportError? {
        let hosts = pins.keys.sorted() + clientCertificates.keys.sorted() + unverifiedHosts.sorted()
        guard let host = hosts.first(where: { !Self.isHost($0) }) else { return nil }
        return TransportError(
            .insecure,
            "\(host.debugDescription) isn't a host: name one host or address in lower case, without a port, "
                + "and an IPv6 address in its shortest form, such as ::1")
    }

    /// The certificate that a host is shown, if it asks for one.
    package func clientCertificate(for host: String) -> ClientCertificate? {
        clientCertificates[host] ?? clientCertificate
    }

    /// A digest of the client certificates and their keys; nil if there are none.
    package var clientIdentity: String? {
        let all = clientCertificates.sorted { $0.key < $1.key } + (clientCertificate.map { [("", $0)] } ?? [])
        guard !all.isEmpty else { return nil }
        var hash = SHA256()
        for (host, certificate) in all {
            for part in [Data(host.utf8), certificate.certificate, certificate.key] {
                hash.update(Array("\(part.count) ".utf8))
                hash.update(part)
            }
        }
        return Hexadecimal.text(of: hash.digest())
    }

    /// Whether a text is a host name or an address as an ``Origin`` has it.
    private static func isHost(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count(where: { $0 == UInt8(ascii: ":") }) < 2 else {
            return AddressText.version6(Array(bytes)[...]).map(AddressText.text) == text
        }
        return !bytes.isEmpty && bytes.first != UInt8(ascii: ".") && bytes.last != UInt8(ascii: ".")
            && bytes.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
    }

    /// Returns settings that accept any certificate from a host, even an attacker's. Use it only for tests.
    ///
    /// Patterns aren't supported: with `*`, every load fails.
    public func dangerouslyTrustingAnything(from host: String) -> TLS {
        var tls = self
        tls.unverifiedHosts.insert(host.lowercased())
        return tls
    }
}

extension TLS: HidesSecrets {
    /// The settings, without keys.
    public var description: String {
        let trust =
            switch authorities {
            case .system: "the system's authorities"
            case .systemAnd: "the system's authorities and others"
            case .only: "custom authorities"
            }
        let parts =
            [trust] + (minimumVersion == .tls12 ? [] : ["\(minimumVersion) or later"])
            + (clientCertificate == nil ? [] : ["a client certificate"])
            + clientCertificates.keys.sorted().map { "a client certificate for \($0)" }
            + pins.keys.sorted().map { "pins for \($0)" }
            + unverifiedHosts.sorted().map { "ANYTHING trusted from \($0)" }
        return parts.joined(separator: ", ")
    }
}

extension TLS.ClientCertificate: HidesSecrets {
    /// `a client certificate`, without the key.
    public var description: String { "a client certificate" }
}
