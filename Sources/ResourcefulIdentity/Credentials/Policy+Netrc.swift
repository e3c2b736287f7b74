extension Policy {
    /// Sends the user and the password that a `.netrc` has for the request's host (RFC 7617).
    ///
    /// They are sent only over `https`, or to this machine, and only if the request has no `Authorization` field. After
    /// a redirect, the new host gets its own login, or none. An empty login, or a user with a colon, isn't sent. Put
    /// the policy at the end of the list.
    public static func netrc(_ netrc: Netrc) -> Policy {
        let rule = NetrcRule(netrc: netrc)
        return Policy(
            named: "netrc: for \(netrc)", role: .credentials, perHop: true,
            identifying: { request in
                .value(
                    rule.credentials(for: request).map { Hexadecimal.text(of: MessageDigest.sha256($0.utf8).prefix(8)) }
                )
            }, explainedBy: rule
        ) { request, next in
            var request = request
            if let credentials = rule.credentials(for: request) { request.headerFields["Authorization"] = credentials }
            return next(request)
        }
    }
}

private struct NetrcRule: ExplainedRule {
    let netrc: Netrc

    func credentials(for request: Request) -> String? {
        guard let origin = Origin(request.url), !request.headerFields.contains("Authorization"),
            !request.isUnauthenticated, origin.isSecure,
            let login = netrc.login(for: origin.knownHost), !login.user.utf8.contains(UInt8(ascii: ":")),
            !(login.user.isEmpty && login.password.isEmpty)
        else { return nil }
        return "Basic \(Data("\(login.user):\(login.password)".utf8).base64EncodedString())"
    }

    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        .value("\(credentials(for: request) == nil ? "no login is sent" : "the login is sent")")
    }
}
