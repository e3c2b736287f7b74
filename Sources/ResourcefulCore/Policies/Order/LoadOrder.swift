/// The steps of a request, in order, from the outermost to the innermost.
///
///     let webservice = Webservice(
///         baseURL: api, policies: [.headerFields(["X-Client": "2.1"]), .cache(), .limit(atOnce: 4)])
///     print(webservice.order)
///     // URL            resolved against https://api.example.org/
///     // resource       its own policies, then those of its plans
///     // header fields  X-Client
///     // redirects      at most 20 in a row; the policies below run for each hop
///     // cache          as the server says
///     // limit          4 at once per origin
///     // sharing        concurrent equal GET and HEAD requests are sent once
///
/// URLs are resolved before any policy sees them. The policies of a resource come first, then those of its plans
/// (``Plan/applying(_:)``), then those of the Webservice, each list from the outermost to the innermost. The place of a
/// policy decides what it sees: hops begin at ``Policy/followingRedirects(limit:)``. If it isn't in the list, it is
/// added inside all policies except those that see each hop: the first one that caches or keeps cookies, all after it,
/// and the per-hop ones at the end of the list.
public struct LoadOrder: Sendable {
    /// A reference, which is one word, as every load reads an order.
    private final class Content: Sendable {
        let baseURL: URL?
        let identity: LoadIdentity
        let given: [Policy.Part]
        /// The arrangement for requests without their own policies.
        let usual: Arrangement
        /// The arrangement for requests that a policy sends itself.
        let bare: Arrangement
        /// The warnings of loads.
        let noticed: [String]

        init(_ baseURL: URL?, _ policies: [Policy], _ identity: LoadIdentity) {
            (self.baseURL, self.identity) = (baseURL, identity)
            given = policies.flatMap(\.parts)
            usual = Arrangement([], given, baseURL: baseURL)
            bare = Arrangement([], [], baseURL: baseURL)
            noticed = []
        }

        init(_ content: Content, _ identity: LoadIdentity, _ noticed: [String] = []) {
            (self.identity, self.noticed) = (identity, noticed)
            (baseURL, given, usual, bare) = (content.baseURL, content.given, content.usual, content.bare)
        }
    }

    private let content: Content

    /// Creates an order of policies, the outermost first, for the loads of a user.
    package init(baseURL: URL?, policies: [Policy], identity: LoadIdentity = LoadIdentity()) {
        content = Content(baseURL, policies, identity)
    }

    private init(_ content: Content) { self.content = content }

    /// Returns the order for the loads of another user.
    package func identified(as identity: LoadIdentity) -> LoadOrder { LoadOrder(Content(content, identity)) }

    /// Returns the order with the warnings of loads.
    package func noticing(_ warnings: [String]) -> LoadOrder {
        warnings.isEmpty ? self : LoadOrder(Content(content, identity, warnings))
    }

    /// The warnings of loads, among ``warnings``.
    package var noticed: [String] { content.noticed }

    /// Whom the loads are for, before policies add credentials.
    package var identity: LoadIdentity { content.identity }

    /// The URL against which relative URLs are resolved.
    package var baseURL: URL? { content.baseURL }

    /// The store of cached responses that the first policy with one was given.
    package var cacheStore: (any CacheReference)? { content.given.lazy.compactMap(\.traits.store).first }

    /// Returns the caches of a load: from its resource's own policies, then from the Webservice's.
    package func caches(after own: Policy?) -> [(store: (any CacheReference)?, caching: Caching)] {
        ((own?.parts ?? []) + content.given).compactMap { part in
            part.traits.caching.map { (part.traits.store, $0) }
        }
    }

    /// Whether there are no policies.
    package var isEmpty: Bool { content.given.isEmpty }

    /// The arrangement for requests without their own policies.
    var usual: Arrangement { content.usual }

    /// Returns the plan from a request to its response.
    ///
    /// - Parameter judge: The resource of the request, for policies that ask how it reads a response.
    package func plan(
        for submission: SendThroughPolicies, in layers: RequestLayers, judge: @autoclosure () -> (any ResourceReader)?
    ) throws -> Plan<Response> {
        arrangement(for: submission, in: layers).plan(
            for: try request(of: submission, in: layers), judge: judge)
    }

    /// Returns the request of a submission, with an absolute URL and with its user.
    package func request(of submission: SendThroughPolicies, in layers: RequestLayers) throws -> Request {
        var request = try submission.request(in: layers).resolved(against: baseURL)
        if !content.identity.isUnknown { request[LoadIdentity.self] = content.identity }
        if let deadline = layers.deadline { request[LoadDeadline.self] = deadline }
        request.followsRedirects = true
        return request
    }

    /// Returns the arrangement of the policies that apply to a request.
    package func arrangement(for submission: SendThroughPolicies, in layers: RequestLayers) -> Arrangement {
        if submission.policy == nil, layers.policy == nil {
            return layers.isOfPolicy ? content.bare : content.usual
        }
        let own = (submission.policy?.parts ?? []) + (layers.policy?.parts ?? [])
        return Arrangement(own, layers.isOfPolicy ? [] : content.given, baseURL: content.baseURL)
    }
}

extension Arrangement {
    /// Returns the plan for a request with an absolute URL.
    ///
    /// - Parameter judge: The resource of the request, for policies that ask how it reads a response.
    package func plan(for request: Request, judge: () -> (any ResourceReader)?) -> Plan<Response> {
        let own =
            envelope.map { judge()?.inside($0) } ?? (judges || request.hasOptions ? judge() : nil)
        guard request.needsDrawing else { return plan(for: request, of: own) }
        return request.drawn().flatMap { self.plan(for: $0, of: own) }
    }

    /// Returns the plan for a request, with the judge of its responses for policies that ask it.
    private func plan(for request: Request, of judge: (any ResponseReader)?) -> Plan<Response> {
        guard let judge else { return plan(for: request) }
        var request = request
        request.judge = judge
        // The envelope is the service's: the resource itself would read the envelope instead of the value inside.
        guard envelope != nil else { return plan(for: request).map { $0.judged(by: judge) } }
        return plan(for: request).map { [request] in request.verdict(on: $0).response }
    }
}
