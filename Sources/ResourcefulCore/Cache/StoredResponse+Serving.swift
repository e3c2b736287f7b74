extension Response {
    /// Returns the stored response as it is served: with its age (RFC 9111, section 5.1), and without content for HEAD.
    func served(to method: Request.Method, _ terms: CacheTerms, _ source: CacheStatus.Source = .hit) -> Response {
        var served = stored(
            with: headerFields.replacingAge(by: Int(min(terms.age, Double(CacheControl.longest)))),
            CacheStatus(source, age: Duration(inSeconds: terms.age), isFresh: terms.isFresh))
        if method == .head, !served.body.isEmpty { served.body = Data() }
        return served
    }
}

extension StoredResponse {
    /// Returns the response to a request with a range or a condition; nil if only the server can decide.
    func servedSpecially(to request: Request, _ wishes: CacheWishes, _ terms: CacheTerms) -> Response? {
        guard method == .get, request.method == .get || request.method == .head else { return nil }
        if wishes.hasRange { return wishes.hasCondition ? nil : servedPart(of: request, terms) }
        guard !wishes.hasServersCondition, let isUnchanged = isUnchanged(for: request) else { return nil }
        return isUnchanged ? notModified(terms) : response.served(to: request.method, terms)
    }

    /// Returns whether the conditions of a request match this response (RFC 9111, section 4.3.2); nil if they can't be
    /// parsed.
    private func isUnchanged(for request: Request) -> Bool? {
        guard response.status == 200 else { return false }
        if let text = request.headerFields[.ifNoneMatch] {
            switch EntityTag.Condition(parsing: text) {
            case nil: return nil
            case .any: return true
            case .oneOf(let tags):
                return response.headerFields.eTag.map { tag in tags.contains(where: tag.weaklyMatches) } ?? false
            }
        }
        guard let since = request.headerFields.ifModifiedSince else { return nil }
        return response.headerFields.lastModified ?? freshness.date <= since
    }

    /// Returns a 304 with the fields that it must have (RFC 9110, section 15.4.5).
    private func notModified(_ terms: CacheTerms) -> Response {
        var response = response.served(to: .head, terms)
        response.status = 304
        response.headerFields = HeaderFields(response.headerFields.filter { Self.kept.contains($0.name) })
        return response
    }

    private static let kept: Set<HeaderFields.Name> = [
        "Age", "Cache-Control", "Content-Location", "Date", "ETag", "Expires", "Last-Modified", "Vary",
    ]
}

extension HeaderFields {
    /// Returns a copy with exactly one Age field, in seconds.
    func replacingAge(by seconds: Int) -> HeaderFields {
        let age = Field(.age, checked: String(seconds))
        var replaced = HeaderFields()
        replaced.fields.reserveCapacity(fields.count + 1)
        var isMissing = true
        for index in fields.indices {
            if fields[index].name.known != .age {
                replaced.fields.append(fields[index])
            } else if isMissing {
                replaced.fields.append(age)
                isMissing = false
            }
        }
        if isMissing { replaced.fields.append(age) }
        return replaced
    }
}
