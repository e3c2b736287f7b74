#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Policy {
    /// Sends the name and the password that a `.netrc` has for a host (RFC 7617), over `https` alone, or to this machine.
    ///
    /// A request that has an Authorization field passes as it is. Where redirections lead to another host, that one's own
    /// are sent, or none. Put it at the end of the list.
    public static func netrc(_ netrc: Netrc) -> Policy {
        var traits = PolicyTraits(.credentials, "netrc: for \(netrc)")
        traits.isPerHop = true
        traits.user = { request in
            .value(
                credentials(for: request, from: netrc).map {
                    Hexadecimal.text(of: SHA256.digest(of: $0.utf8).prefix(8))
                })
        }
        return Policy(traits) { request, next in
            next(credentials(for: request, from: netrc).map { request.authorized($0) } ?? request)
        }
    }

    private static func credentials(for request: Request, from netrc: Netrc) -> String? {
        guard let origin = Origin(request.url), !request.headerFields.contains(.authorization),
            !request.isUnauthenticated, CookieScope(request.url)?.isSecure == true,
            let login = netrc.login(for: origin.serverName)
        else { return nil }
        return "Basic \(Data("\(login.user):\(login.password)".utf8).base64EncodedString())"
    }
}
