#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Whom a transport trusts, and how it shows who it is itself: what is agreed on before the first byte of HTTP.
///
/// The default is the system's trust. A transport that can't do what a value asks for refuses its loads; it never does
/// less in silence.
public struct TLS: Hashable, Sendable {
    /// Who vouches for servers.
    public enum Authorities: Hashable, Sendable {
        /// The certificate authorities of the system.
        case system
        /// Those of the system and these others: certificates in PEM form (RFC 7468), one after the other.
        case systemAnd(pem: Data)
        /// These and no others: certificates in PEM form (RFC 7468), one after the other.
        case only(pem: Data)
    }

    /// A certificate that a server may ask for, and its key.
    public struct ClientCertificate: Hashable, Sendable {
        /// How a certificate and its key are written down.
        public enum Format: Hashable, Sendable {
            /// As two texts (RFC 7468). `CurlTransport` reads it.
            case pem
            /// As one archive (RFC 7292). Every transport reads it, but for URLSession on Linux.
            case pkcs12
        }

        /// How the certificate and its key are written down.
        public let format: Format
        /// The certificate and those that lead to its authority, in PEM form; or the archive that holds all of it.
        public var certificate: Data
        /// The private key, in PEM form; empty where it is in the archive.
        public var key: Data
        /// What the key or the archive is encrypted with, if it is.
        public var password: String?

        /// A certificate and its key, each in PEM form.
        public init(certificate: Data, key: Data, password: String? = nil) {
            format = .pem
            self.certificate = certificate
            self.key = key
            self.password = password
        }

        /// A certificate and its key in a PKCS #12 archive, as `openssl pkcs12 -export` writes it.
        public init(pkcs12 archive: Data, password: String) {
            format = .pkcs12
            (certificate, key) = (archive, Data())
            self.password = password
        }
    }

    /// The hash of a server's public key (RFC 7469, section 2.4): no certificate with another key is accepted.
    public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
        /// `sha256//` and the SHA-256 of the key's SubjectPublicKeyInfo, in Base64.
        public let description: String

        init(digest: String) { description = "sha256//\(digest)" }

        /// A pin from its text, `sha256//` and 44 characters of Base64; nil when it is none.
        public init?(_ text: some StringProtocol) {
            guard text.hasPrefix("sha256//"), Data(base64Encoded: String(text.dropFirst(8)))?.count == 32 else {
                return nil
            }
            description = String(text)
        }
    }

    /// A version of the protocol.
    public struct Version: Hashable, Sendable, CustomStringConvertible {
        /// Its name.
        public let description: String

        /// TLS 1.2 (RFC 5246).
        public static var tls12: Version { Version(description: "TLS 1.2") }
        /// TLS 1.3 (RFC 8446).
        public static var tls13: Version { Version(description: "TLS 1.3") }
    }

    /// Who vouches for servers.
    public var authorities: Authorities
    /// The certificate for every server that asks for one and isn't in ``clientCertificates``.
    public var clientCertificate: ClientCertificate?
    /// The certificates for single hosts, in lower case. A server is shown the certificate of its own host only.
    public var clientCertificates: [String: ClientCertificate]
    /// For each host, in lower case, the keys one of which its certificate must have. Hosts that are not in it are not
    /// pinned.
    public var pins: [String: Set<PublicKeyPin>]
    /// The oldest version that is spoken.
    public var minimumVersion: Version
    /// The hosts, in lower case, whose certificates are not looked at: see ``dangerouslyTrustingAnything(from:)``.
    public private(set) var hostsTrustedBlindly: Set<String> = []

    /// The system's trust, unless told otherwise.
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

    /// Why every transport refuses this value: it names a host that can't match, such as `*`. Nil when it is valid.
    package var impossibility: TransportError? {
        let hosts = pins.keys.sorted() + clientCertificates.keys.sorted() + hostsTrustedBlindly.sorted()
        guard let host = hosts.first(where: { !Self.isHost($0) }) else { return nil }
        return TransportError(
            .insecure, "\(host.debugDescription) isn't a host: name one host or address in lower case, without a port")
    }

    /// The certificate that a host is shown, if it asks for one.
    package func clientCertificate(for host: String) -> ClientCertificate? { clientCertificates[host] ?? clientCertificate }

    /// Whether it is a name or an address as a URL has it, without brackets and without a port.
    private static func isHost(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count(where: { $0 == UInt8(ascii: ":") }) < 2 else {
            return bytes.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        }
        return !bytes.isEmpty && bytes.first != UInt8(ascii: ".") && bytes.last != UInt8(ascii: ".")
            && bytes.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
    }

    /// The same, but whoever answers for the host is believed to be it, even an attacker. For tests alone.
    ///
    /// There is no pattern for several hosts: `*` fails every load.
    public func dangerouslyTrustingAnything(from host: String) -> TLS {
        var tls = self
        tls.hostsTrustedBlindly.insert(host.lowercased())
        return tls
    }
}

extension TLS: CustomStringConvertible, CustomReflectable {
    /// What is asked for, without the key.
    public var description: String {
        let trust =
            switch authorities {
            case .system: "the system's authorities"
            case .systemAnd: "the system's authorities and others"
            case .only: "own authorities"
            }
        let parts =
            [trust] + (minimumVersion == .tls12 ? [] : ["\(minimumVersion) or later"])
            + (clientCertificate == nil ? [] : ["a client certificate"])
            + clientCertificates.keys.sorted().map { "a client certificate for \($0)" }
            + pins.keys.sorted().map { "pins for \($0)" }
            + hostsTrustedBlindly.sorted().map { "ANYTHING trusted from \($0)" }
        return parts.joined(separator: ", ")
    }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension TLS.ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// That it is one; never the key.
    public var description: String { "a client certificate" }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
