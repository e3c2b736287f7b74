extension CookieShelf: ExplainedRule {
    /// Returns the names of the cookies that would be sent with a request.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let name = name(for: request.url) else { return .value("none") }
        return cookies(for: request, in: name).map { cookies in
            guard !cookies.isEmpty else { return "none for this URL" }
            return "\(Redaction.standard.line(cookies.map(\.name).joined(separator: ", ")))"
        }
    }
}
