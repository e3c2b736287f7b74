import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TwoUsers {
    /// What came of the loads of both.
    package struct Outcome: Sendable {
        /// What is wrong; nil if nothing is.
        package var violation: String?
        /// Whether the first user's second load was answered without the server.
        package var isHit: Bool
    }

    /// Loads for the first user twice and then for the second one, who must not get what was made for the first.
    package func outcome() async throws -> Outcome {
        let folder = store == .memory ? nil : TemporaryFolder()
        let cache = cacheStore(in: folder)
        let server = TwoUsersServer(self)
        let services = webservices(over: server, cache)
        var isHit = false
        var told: [String] = []
        for user in 0...1 {
            server.user.withLock { $0 = user }
            _ = try await services[user].load(Resource(url: Self.origin.appending(path: "login")) { $0.count })
            let resource = resource(of: user)
            told.append(try await services[user].load(resource))
            guard user == 0 else { continue }
            let before = server.sent.withLock { $0.count }
            _ = try await services[user].load(resource)
            isHit = before == server.sent.withLock { $0.count }
        }
        guard told[1] != "1" else { return Outcome(isHit: isHit) }
        // If both send the same, they don't differ.
        server.sent.withLock { $0.removeAll() }
        for user in 0...1 {
            server.user.withLock { $0 = user }
            _ = try await services[user].load(resource(of: user).uncached())
        }
        let sent = server.sent.withLock { sent in (0...1).map { user in sent.last { $0.user == user }?.text } }
        let isSame = sent[0] == sent[1] && difference != .account && difference != .certificate
        return Outcome(violation: isSame ? nil : "the second user got what was made for the first", isHit: isHit)
    }

    /// Loads for both at once, with the same policies: neither may join the other's request.
    package func joiningViolation() throws -> String? {
        let server = TwoUsersServer(self)
        let policies = layers.map { policy($0, of: 0, nil) }
        let answer = { @Sendable (request: Request) in
            var response = server.answer(to: request, of: 0)
            if response.status == 200 { response.body = Data(server.text(of: request, 0).utf8) }
            return response
        }
        var apart = (DryRun(policies: policies, answer), DryRun(policies: policies, answer))
        let own = (try apart.0.load(resource(of: 0)), try apart.1.load(resource(of: 1)))
        var run = DryRun(policies: policies, answer)
        let told = try run.load(zip(resource(of: 0), resource(of: 1)))
        return told == own ? nil : "one got \(told.0), the other one \(told.1)"
    }

    private func resource(of user: Int) -> Resource<String> {
        var request = Request(url: Self.origin.appending(path: "me"))
        if case .field(let name) = difference {
            request.headerFields[name] =
                name == .cookie ? "own=\(secret(difference, of: user))" : secret(difference, of: user)
        }
        if difference == .item { request = request.query("access_token", secret(.item, of: user)) }
        let resource = Resource(request) { String(decoding: $0.body, as: UTF8.self) }
        return layers.contains(.cache)
            ? resource : hasLifetime ? resource.cached(for: .seconds(900)) : resource.cached()
    }

    private func cacheStore(in folder: TemporaryFolder?) -> any CacheStore {
        guard let folder else { return MemoryCache() }
        let disk = DiskCache(folder: folder.url)
        return store == .disk ? disk : TieredCache(MemoryCache(), over: disk)
    }

    private func webservices(over server: TwoUsersServer, _ cache: any CacheStore) -> [Webservice] {
        let services = (0...1).map { user in
            let certificate = mistake == .certificateIsUnknown ? nil : secret(.certificate, of: user)
            return Webservice(
                policies: policies(of: user, in: mistake == .keyWithoutUser ? UserlessCache(base: cache) : cache),
                transport: TwoUsersTransport(
                    server: server, clientIdentity: difference == .certificate ? certificate : nil))
        }
        if hasTwoWebservices { return services }
        guard difference == .account, mistake != .accountIsUnknown else { return [services[0], services[0]] }
        return (0...1).map { services[0].account("user\($0)") }
    }

    /// Whether each user has a Webservice, and not both one.
    private var hasTwoWebservices: Bool {
        switch difference {
        case .layer, .certificate: true
        case .field, .item, .account: false
        }
    }

    private func policies(of user: Int, in cache: any CacheStore) -> [Policy] {
        let list = layers.map { policy($0, of: user, cache) }
        // Two Webservices have no store in common if no policy says so.
        let isShared = layers.contains(.cache) || !hasTwoWebservices
        let own = isShared ? list : list + [policy(.cache, of: user, cache)]
        return mistake == .ownFieldIsCredited ? [crediting] + own : own
    }

    /// The mistake of leaving out whatever `Authorization` there is.
    private var crediting: Policy {
        Policy { request, next in
            var (mistaken, without) = (request, request)
            without.headerFields[.authorization] = nil
            mistaken[LoadIdentity.self].credit(request, since: without)
            return next(mistaken)
        }
    }

    private func policy(_ layer: Layer, of user: Int, _ cache: (any CacheStore)?) -> Policy {
        let (secret, url) = (secret(.layer(layer), of: user), Self.origin)
        switch layer {
        case .cache:
            let caching = hasLifetime ? Caching(lifetime: .seconds(900)) : .standard
            return cache.map { .cache(in: $0, caching) } ?? .cache(caching)
        case .cookies: return .cookies(ignoredByCaches: hasBalancer ? ["lb"] : [])
        case .basic:
            return mistake == .nameWithoutSecret
                ? namedByUser(secret) : .basic(user: "admin", password: secret, for: url)
        case .digest: return .digest(user: "admin", password: secret, for: url)
        case .bearer: return .bearer(secret, for: url)
        case .keyField: return .apiKey(secret, in: .field("X-Service"), for: url)
        case .keyItem: return .apiKey(secret, in: .query("service"), for: url)
        case .netrc:
            return .netrc(Netrc(parsing: "machine api.example.org login admin password \(secret)"))
        case .aws:
            let credentials = AWSCredentials(accessKeyID: "admin", secretAccessKey: secret)
            let signature = AWSSignature(credentials, region: "r", service: "s")
            return Origin(url).map { .awsSignature(signature, for: $0) } ?? .none
        case .named:
            return Policy(identifying: { _ in .value(secret) }) { request, next in
                next(request.header("X-Ticket", secret))
            }
        case .unnamed: return Policy { request, next in next(request.header("X-Auth", secret)) }
        case .fields: return .headerFields(["X-Paint": "\(secret)"])
        case .retry: return .retry(upTo: 2)
        case .redirects: return .followingRedirects()
        }
    }

    /// The mistake of naming a user without the password.
    private func namedByUser(_ password: String) -> Policy {
        Policy(identifying: { _ in .value("admin") }) { request, next in
            let isOwn = request.headerFields.contains(.authorization)
            return next(isOwn ? request : request.header(.authorization, "Basic admin:\(password)"))
        }
    }
}

/// A store whose keys don't say whose a response is.
private struct UserlessCache: CacheStore {
    let base: any CacheStore

    private func common(_ key: CacheKey) -> CacheKey {
        CacheKey(url: key.url, qualifier: key.qualifier.contains("user=") ? "user=everyone" : key.qualifier)
    }

    func entry(for key: CacheKey) async -> CacheEntry? { await base.entry(for: common(key)) }

    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await base.update(common(key), change)
    }

    func remove(_ selection: CacheSelection) async { await base.remove(selection) }
}
