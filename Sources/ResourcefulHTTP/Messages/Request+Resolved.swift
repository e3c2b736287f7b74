extension Request {
    /// Returns a copy of the request with an absolute URL: without dot segments in its path, and with an IPv6 address
    /// in its shortest form (RFC 5952). A relative URL is resolved inside the base, which is a folder.
    ///
    /// - Throws: ``LoadError`` at the request stage if the URL is relative and there is no absolute base, if it leaves
    ///   the base, or if a part of the request was rejected.
    public func resolved(against baseURL: URL?) throws(LoadError) -> Request {
        if let rejected = rejected.first { throw failure(rejected.message) }
        if let rejected = headerFields.rejected.first { throw failure(rejected.description) }
        let (isAbsolute, isUnusual) = Target.form(of: url)
        if isAbsolute, !isUnusual, url.baseURL == nil { return self }
        var resolved = self
        if isAbsolute {
            resolved.url = url.absoluteURL.normalized
        } else if let baseURL {
            guard Target.form(of: baseURL).isAbsolute else {
                throw failure("the URL is relative, and so is the baseURL")
            }
            do throws(RequestError) {
                resolved.url = try url.located(in: baseURL).normalized
            } catch {
                throw LoadError(stage: .request, request: self, underlyingError: error)
            }
        } else {
            throw failure("the URL is relative, and there is no baseURL to resolve it against")
        }
        return resolved
    }

    /// Returns the request as a transport receives it: validated, with a URL as ``resolved(against:)`` makes it, and
    /// with the fields that follow from its body.
    ///
    /// - Throws: ``LoadError`` at the request stage if the request can't be sent as it is.
    public func checked() throws(LoadError) -> Request {
        if let rejected = rejected.first { throw failure(rejected.message) }
        let target = Target(url)
        guard target.isAbsolute else { throw failure("the URL is relative, and there is no baseURL") }
        guard target.isHTTP else {
            throw failure("the URL's scheme is \(url.scheme ?? "none"), but only http and https are supported")
        }
        guard target.hasHost else { throw failure("the URL has no host") }
        if let problem = target.hostProblem { throw failure(problem) }
        if target.hasUserInformation {
            throw failure(
                "the URL contains a user or a password (RFC 9110, section 4.2.4); use the Authorization field")
        }
        if let rejected = headerFields.rejected.first { throw failure(rejected.description) }
        if let field = headerFields.first(where: { $0.name == .contentLength || $0.name == .transferEncoding }) {
            throw failure("the field \(field.name) is derived from the body and can't be set")
        }
        if method == .connect { throw failure("CONNECT is for tunnels, not for requests") }
        var request = self
        if target.isUnusual { request.url = url.normalized }
        guard let body else { return request }
        if let problem = body.problem(with: method) { throw failure(problem) }
        do throws(RequestError) {
            request.headerFields = try body.describing(headerFields)
            return request
        } catch {
            throw LoadError(stage: .request, request: self, underlyingError: error)
        }
    }

    private func failure(_ message: String) -> LoadError {
        LoadError(stage: .request, request: self, underlyingError: RequestError(message))
    }
}
