/// A request that was sent and its response: what can be stored.
struct CacheExchange {
    let response: Response
    /// The request as it was sent, with the conditions that a cache added.
    let sent: Request
    /// The request before conditions were added.
    let original: Request
    let requested: Date
    let received: Date
    let caching: Caching

    /// The response in its stored form (RFC 9111, section 3); nil if it may not be stored.
    var stored: StoredResponse? {
        let status = response.status
        let freshness = Freshness(of: response, requested: requested, received: received)
        let vary = CacheVary(response.headerFields)
        // Content that was left out isn't there for others.
        guard status.isStorable, response.leftBody == nil, !vary.isUnknown, isExplained(freshness),
            let storing = caching.allowsStoring(freshness.control, status),
            // Other statuses may be due to the range or the condition, which the next request may not have.
            status == 200 || !CacheWishes(original).isSpecial
        else { return nil }
        var kept = response.stored(with: response.headerFields.storable)
        // The fragment belongs to one caller only.
        if let url = kept.url, url.absoluteString.utf8.contains(UInt8(ascii: "#")) {
            var parts = URLText(url)
            parts.fragment = nil
            kept.url = parts.url ?? url
        }
        return StoredResponse(
            method: original.method, selecting: vary.selecting(original), response: kept, requested: requested,
            received: received, isVolatile: storing == .inMemory)
    }

    /// Returns whether something permits storing: a lifetime, the status, a directive, or the user.
    private func isExplained(_ freshness: Freshness) -> Bool {
        freshness.isExplicit || response.status.isHeuristicallyCacheable
            || !freshness.control.directives.isDisjoint(with: [.public, .private])
            || caching.lifetime != nil && response.status.takesChosenLifetime
    }

    /// Returns a stored response updated with the fields and times of this one (RFC 9111, section 3.2), for the request
    /// that this one answers. Fields that describe the stored content stay, and none are added: the content is the same
    /// (RFC 9110, section 15.4.5), but frameworks set their default type on every response.
    func freshening(_ stored: StoredResponse) -> StoredResponse {
        var new = response.headerFields.storable
        new.fields.removeAll { Self.ofTheContent.contains($0.name) }
        // Without a Date, the response was made when it was received (RFC 9110, section 6.6.1).
        if new.date == nil { new.date = received }
        var fields = stored.response.headerFields
        fields.fields.removeAll { $0.name == .age || new.contains($0.name) }
        fields.fields += new.fields
        var freshened = StoredResponse(
            method: stored.method, response: stored.response.stored(with: fields), requested: requested,
            received: received)
        freshened.selecting = freshened.vary.selecting(original)
        freshened.isVolatile =
            caching.allowsStoring(freshened.freshness.control, freshened.response.status) == .inMemory
        return freshened
    }

    private static let ofTheContent: Set<HeaderFields.Name> = [
        "Content-Digest", "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-MD5",
        "Content-Range", "Content-Type", "Digest", "Repr-Digest", "Transfer-Encoding",
    ]
}

extension HeaderFields {
    /// The fields without those that belong to one connection or to a proxy (RFC 9111, section 3.1).
    var storable: HeaderFields {
        let nominated = members(of: "Connection").compactMap { Name($0) }
        return HeaderFields(fields.filter { !Self.ofTheConnection.contains($0.name) && !nominated.contains($0.name) })
    }

    private static let ofTheConnection: Set<Name> = [
        "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
        "Proxy-Authorization", "TE", "Transfer-Encoding", "Upgrade",
    ]
}
