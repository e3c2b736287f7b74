#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Policy {
    /// Signs every request to some origins, each attempt anew.
    ///
    /// It belongs at the end of the list: what policies further inside change is not signed, and what is sent again
    /// from further outside gets a signature of its own. Requests to other origins go on as they are. It belongs to a
    /// hop: at the end of the list it stands inside redirects, so that each hop to these origins is signed anew.
    ///
    /// What is signed is the request as it is sent, its Content-Type set, but for what the transport adds:
    /// ``Signing/content(of:)`` tells the bytes of its body. The date is the server's, as far as
    /// ``Policy/serverClock()`` knows it. What the function throws ends the load; a ``RequestError``, at the request
    /// stage.
    public static func signing(
        for origins: Origin...,
        with sign: @escaping @Sendable (_ request: Request, _ date: Date, _ nonce: Signing.Nonce) throws -> Request
    ) -> Policy {
        signing(for: Set(origins), nonce: Plan.nonce, with: sign)
    }

    /// Signs every request to the origins of these URLs, each attempt anew: see `signing(for:with:)`.
    ///
    /// A URL that has no origin fails every load at the request stage.
    public static func signing(
        for urls: URL...,
        with sign: @escaping @Sendable (_ request: Request, _ date: Date, _ nonce: Signing.Nonce) throws -> Request
    ) -> Policy {
        var origins: Set<Origin> = []
        for url in urls {
            guard let origin = Origin(url) else {
                return .impossible(.signing, "\(Redaction.standard.redacted(url)) has no origin to sign requests for")
            }
            origins.insert(origin)
        }
        return signing(for: origins, nonce: Plan.nonce, with: sign)
    }

    static func signing<Nonce: Sendable>(
        for origins: Set<Origin>, nonce: Plan<Nonce>, user: String? = nil,
        with sign: @escaping @Sendable (_ request: Request, _ date: Date, _ nonce: Nonce) throws -> Request
    ) -> Policy {
        let covers = { @Sendable (request: Request) in
            !request.isUnauthenticated && Origin(request.url).map(origins.contains) == true
        }
        let names = origins.map(\.description).sorted().joined(separator: ", ")
        var traits = PolicyTraits(.signing, "signing: for \(names)")
        traits.isPerHop = true
        if let user {
            traits.user = { request in .value(covers(request) ? user : nil) }
        }
        return Policy(traits) { request, next in
            guard covers(request) else { return next(request) }
            return Plan.serverTime(of: request.url).flatMap { date in
                nonce.flatMap { nonce in
                    do {
                        return next(try sign(request.namingContentType(), date, nonce))
                    } catch let error as RequestError {
                        throw LoadError(stage: .request, request: request, underlyingError: error)
                    }
                }
            }
        }
    }
}

extension Request {
    /// The request with the Content-Type that follows from its body, as it would get it from ``checked()``.
    fileprivate func namingContentType() -> Request {
        guard let fields = try? body?.describing(headerFields), let mediaType = fields[.contentType] else {
            return self
        }
        var request = self
        request.headerFields[.contentType] = mediaType
        return request
    }
}
