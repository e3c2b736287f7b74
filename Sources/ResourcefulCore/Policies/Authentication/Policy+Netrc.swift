extension Policy {
    /// Sends the user and the password that a `.netrc` has for the request's host (RFC 7617).
    ///
    /// They are sent only over `https`, or to this machine, and only if the request has no `Authorization` field. After
    /// a redirect, the new host gets its own login, or none. An empty login, or a user with a colon, isn't sent. Put
    /// the policy at the end of the list.
    public static func netrc(_ netrc: Netrc) -> Policy {
        var traits = PolicyTraits(.credentials, "netrc: for \(netrc)")
        traits.isPerHop = true
        traits.user = { request in
            .value(
                credentials(for: request, from: netrc).map {
                    Hexadecimal.text(of: SHA256.digest(of: $0.utf8).prefix(8))
                })
        }
        traits.rule = NetrcRule(netrc: netrc)
        return Policy(traits) { request, next in
            next(credentials(for: request, from: netrc).map { request.authorized($0) } ?? request)
        }
    }

    fileprivate static func credentials(for request: Request, from netrc: Netrc) -> String? {
        guard let origin = Origin(request.url), !request.headerFields.contains(.authorization),
            !request.isUnauthenticated, CookieScope(request.url)?.isSecure == true,
            let login = netrc.login(for: origin.serverName), !login.user.utf8.contains(UInt8(ascii: ":")),
            !(login.user.isEmpty && login.password.isEmpty)
        else { return nil }
        return "Basic \(Data("\(login.user):\(login.password)".utf8).base64EncodedString())"
    }
}

private struct NetrcRule: ExplainedRule {
    let netrc: Netrc

    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        .value("\(Policy.credentials(for: request, from: netrc) == nil ? "no login is sent" : "the login is sent")")
    }
}
