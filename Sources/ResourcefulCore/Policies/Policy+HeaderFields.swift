extension Policy {
    /// Adds default fields: those whose names a request does not have already.
    public static func headerFields(_ fields: HeaderFields) -> Policy {
        Policy { request, next in
            var request = request
            request.headerFields = request.headerFields.merging(defaults: fields)
            return next(request)
        }
    }
}
