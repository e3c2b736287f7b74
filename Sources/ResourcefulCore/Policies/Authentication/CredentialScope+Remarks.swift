extension CredentialScope {
    /// Returns the reason why no credentials are added to a request; nil if they are.
    func objection(to request: Request, bringing name: HeaderFields.Name? = "Authorization") -> String? {
        guard origin != nil else { return "its URL has no origin" }
        if let name, request.headerFields.contains(name) { return "the request has its own \(name) field" }
        if request.isUnauthenticated { return "the request is unauthenticated" }
        return (try? covers(request, bringing: name)) == true ? nil : "they are for \(text)"
    }

    /// Returns what a policy with fixed credentials would do to a request.
    func remarks(
        on request: Request, bringing name: HeaderFields.Name? = "Authorization"
    ) -> Plan<PolicyRemarks> {
        .value("\(objection(to: request, bringing: name).map { "not sent: \($0)" } ?? "sent to \(text)")")
    }
}
