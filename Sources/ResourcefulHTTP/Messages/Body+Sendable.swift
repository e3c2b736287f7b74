extension Body {
    /// Returns the reason why the body can't be sent with a method; nil if it can.
    func problem(with method: Request.Method) -> String? {
        switch method {
        case .trace: return "a TRACE request can't have a body (RFC 9110, section 9.3.8)"
        case .head: return "a HEAD request with a body can't be sent (RFC 9110, section 9.3.2)"
        case .get where !isAllowedWithGet:
            return "a GET request has no body, unless the body is allowedWithGet() (RFC 9110, section 9.3.1)"
        default: break
        }
        return switch content {
        case .invalid(let reason): reason
        case .multipart(let multipart): multipart.problem
        case .data, .file, .stream: nil
        }
    }

    /// Returns the fields of a request with those that follow from its body: Content-Type unless it is set, and
    /// Content-Encoding.
    ///
    /// - Throws: ``RequestError`` if the fields contradict the body.
    package func describing(_ headerFields: HeaderFields) throws(RequestError) -> HeaderFields {
        var fields = headerFields
        if let contentType = try contentType(fields[.contentType]) { fields[.contentType] = contentType }
        guard isGzipped else { return fields }
        guard !fields.contains("Content-Encoding") else {
            throw RequestError("the field Content-Encoding is derived from the gzipped body and can't be set")
        }
        fields["Content-Encoding"] = "gzip"
        return fields
    }

    /// Returns the new Content-Type; nil if the field stays unchanged.
    private func contentType(_ given: String?) throws(RequestError) -> String? {
        if case .multipart(let multipart) = content {
            return try multipart.contentType(given ?? mediaType?.rawValue ?? "multipart/form-data")
        }
        return given == nil ? mediaType?.rawValue : nil
    }
}
