import Resourceful

extension Response {
    /// The response with an entity tag and a lifetime. If the client already has the content,
    /// a 304 without it (RFC 9110, section 15.4.5).
    func tagged(_ cacheControl: String, for request: Request) -> Response {
        var response = self
        let tag = EntityTag(Self.digest(of: body))
        response.headerFields.eTag = tag
        response.headerFields["Cache-Control"] = cacheControl
        guard let tag, case .oneOf(let known) = request.headerFields.ifNoneMatch,
            known.contains(where: { $0.weaklyMatches(tag) })
        else { return response }
        response.headerFields["Content-Type"] = nil
        return Response(status: 304, headerFields: response.headerFields)
    }

    /// FNV-1a. Unlike `Hasher`, it returns the same value in every run.
    private static func digest(of body: Data) -> String {
        let hash = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
