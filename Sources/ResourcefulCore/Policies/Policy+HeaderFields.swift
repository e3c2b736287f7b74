extension Policy {
    /// Adds default fields: those whose names a request does not have already.
    public static func headerFields(_ fields: HeaderFields) -> Policy {
        let names = fields.map(\.name.rawName).joined(separator: ", ")
        return Policy(named: "header fields: \(names)") { request, next in
            var request = request
            request.headerFields = request.headerFields.merging(defaults: fields)
            return next(request)
        }
    }
}
