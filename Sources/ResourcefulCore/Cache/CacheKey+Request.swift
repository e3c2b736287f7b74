extension CacheKey {
    /// Creates the key of the responses to a request; nil if none may be stored.
    ///
    /// GET and HEAD without a body can be stored. With a lifetime chosen in `caching`, so can these with a body in
    /// memory, and all other methods but PUT, DELETE, PATCH, CONNECT, TRACE and OPTIONS: method and body are then part
    /// of the key. Requests with a file, a multipart body or a stream can't be stored.
    ///
    /// The fragment of the URL is ignored; so are the order of query items and some of the items, if `caching` says so.
    /// Content codings that the request asks for explicitly are part of the key, and so is a digest of the credentials
    /// and of the fields that can tell users apart. API keys are removed from the URL. Costs about
    /// 0.1 µs, and a SHA-256 more with credentials.
    public init?(_ request: Request, caching: Caching = .standard) {
        guard caching.mode != .never, Self.isStored(request, caching), !request.keepsContentCodings else { return nil }
        let text = request.url.baseURL == nil ? request.url.absoluteString : request.url.absoluteURL.absoluteString
        if Self.isNormalized(text) {
            url = Self.distinctive(text, of: request, caching)
        } else {
            guard let target = URL(string: text).map(Target.init), target.isHTTP, target.hasHost,
                !target.hasUserInformation
            else { return nil }
            url = Self.distinctive(Self.normalized(text), of: request, caching)
        }
        let (user, content) = (Self.user(of: request), Self.content(of: request))
        let parts = [user, content, Self.codings(of: request)].compactMap(\.self)
        qualifier = parts.isEmpty ? "" : parts.joined(separator: " ")
    }

    /// Returns the codings that the request asks for explicitly. A server may forget Vary, and other requests can't
    /// decode them.
    private static func codings(of request: Request) -> String? {
        guard !request.headerFields.isEmpty, let codings = request.headerFields[.acceptEncoding] else { return nil }
        return "codings=\(codings.lowercased().filter { $0 != " " && $0 != "\t" })"
    }

    private static func isStored(_ request: Request, _ caching: Caching) -> Bool {
        switch request.method {
        case .get, .head: request.body == nil || caching.lifetime != nil && request.body?.data != nil
        case .put, .delete, .patch, .connect, .trace, .options: false
        default: caching.lifetime != nil && (request.body == nil || request.body?.data != nil)
        }
    }

    /// Returns the method and a digest of the body; nil for GET and HEAD without a body.
    private static func content(of request: Request) -> String? {
        let isPlain = request.method == .get || request.method == .head
        guard !isPlain || request.body != nil else { return nil }
        let method = isPlain ? "GET" : request.method.rawValue
        guard let body = request.body, let data = body.data else { return "method=\(method)" }
        var hash = SHA256()
        hash.update(Array("\(request.headerFields[.contentType] ?? body.mediaType?.rawValue ?? "")\n".utf8))
        hash.update(data)
        return "method=\(method) body=\(Hexadecimal.text(of: hash.digest()))"
    }

    /// Returns the text of a normalized URL without the query items that are secret or make no difference.
    static func distinctive(_ text: String, of request: Request, _ caching: Caching) -> String {
        let secrets = request.options.isEmpty ? [] : request[RequestSecrets.self].parameterNames
        guard caching.ignoresQueryOrder || !caching.ignoredQueryItems.isEmpty || !secrets.isEmpty else { return text }
        var parts = URLText(text)
        guard let query = parts.query else { return text }
        var items = query.split(separator: "&", omittingEmptySubsequences: false)
        items.removeAll { item in
            caching.ignoredQueryItems.contains(name(of: item)) || isSecret(item, secrets)
        }
        // Items with the same name keep their order, which may be significant.
        if caching.ignoresQueryOrder {
            items = items.enumerated().sorted { left, right in
                let (leftName, rightName) = (name(of: left.element), name(of: right.element))
                return leftName == rightName ? left.offset < right.offset : leftName < rightName
            }.map(\.element)
        }
        parts.query = items.isEmpty ? nil : items.joined(separator: "&")
        return parts.text
    }

    static func name(of item: Substring) -> String {
        PercentEncoding.decoded(item.utf8.prefix { $0 != UInt8(ascii: "=") }, plusAsSpace: true)
    }

    private static func isSecret(_ item: Substring, _ secrets: Set<String>) -> Bool {
        !secrets.isEmpty && Redaction(fieldNames: [], parameterNames: secrets).isSecret(name: name(of: item))
    }

    /// Returns the query items that are secret in this request.
    static func secretItems(of request: Request) -> [String] {
        let secrets = request[RequestSecrets.self].parameterNames
        return secrets.isEmpty ? [] : items(of: request).filter { isSecret($0[...], secrets) }
    }

    /// Returns the query items of a request, as they are written.
    static func items(of request: Request) -> [String] {
        URLText(request.url).query.map { $0.split(separator: "&").map(String.init) } ?? []
    }
}
