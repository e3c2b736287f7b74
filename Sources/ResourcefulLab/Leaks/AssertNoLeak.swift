/// Asserts that no secret leaks, whatever fails and in whichever order the branches of a plan run.
///
///     let secrets = Canaries()
///     let bearer = Policy.bearer(secrets["token"], for: api)
///     try assertNoLeak(of: secrets, in: Episode.all, allowed: [.field("Authorization", at: api)]) {
///         DryRun(baseURL: api, policies: [.retry(), bearer], podcast)
///     }
///
/// Each world is a combination of failures and an order, as in
/// `DryRun.explore(_:in:failing:atMost:limit:seed:always:)`. In each of them, every secret is searched in the
/// requests to every origin, in errors, events, logs, archives and descriptions, in the store and in the cache, plain
/// and in every usual encoding. Eight bytes of a secret count as the secret. A secret that is never seen is an error,
/// too, because then the test proves nothing.
///
/// The store and the cache are searched at the end of each world. Bodies that are streams, and the values that loads
/// return, aren't searched.
///
/// - Parameters:
///   - secrets: The canaries. Use them in the plan, the policies and the server.
///   - loadable: The plan or resource to load.
///   - neverExposed: The names of secrets that must not appear anywhere, and need not be seen, such as a key that only
///     signs.
///   - allowed: The places where the other secrets may be.
///   - failures: The ways in which a request can fail.
///   - count: The maximum number of failures in a world.
///   - limit: The number of worlds to try before others are drawn at random, a tenth as many.
///   - seed: The seed of the draws.
///   - make: Makes a new run with its server for each world.
/// - Returns: What was searched, and where each secret was seen.
/// - Throws: ``LeakFound``, with the simplest world in which a secret leaks; ``UnseenCanaries``;
///   ``InvariantViolation`` if a world doesn't end within 1,000 requests; the errors of `make`.
@discardableResult
public func assertNoLeak<Value>(
    of secrets: Canaries, in loadable: some Loadable<Value>, neverExposed: Set<String> = [],
    allowed: [AllowedPlace] = [],
    failing failures: [ExchangeFailure] = ExchangeFailure.revealing, atMost count: Int = 2, limit: Int = 1_000,
    seed: UInt64 = 0, running make: () throws -> DryRun
) throws -> LeakReport {
    let plan = loadable.plan
    let search = LeakSearch(secrets, neverExposed: neverExposed, allowed: allowed)
    let first = try make()
    do {
        let exploration = try DryRun.explore(
            plan,
            in: {
                var run = try make()
                run.meter = ExchangeWitness()
                return run
            }, failing: failures, atMost: count, limit: limit, seed: seed,
            always: [
                .holds("no secret leaks") { world in
                    try search.check(world, of: plan, in: first)
                    return true
                }
            ])
        let report = search.finished(exploration)
        let unseen = search.unseen
        guard unseen.isEmpty, !secrets.names.isEmpty else { throw UnseenCanaries(names: unseen) }
        return report
    } catch let violation as InvariantViolation {
        guard let leaks = (violation.underlyingError as? WorldLeaks)?.leaks else { throw violation }
        throw LeakFound(leaks: leaks, violation: violation, report: search.finished(violation.exploration))
    }
}

extension ExchangeFailure {
    /// The failures that reveal the most of a program: lost and damaged answers, refusals, a redirect to another
    /// origin, and a server that repeats what it got.
    public static let revealing: [ExchangeFailure] =
        [
            .timedOut, .status(401), .status(503), .truncated, .wrongJSON, .echoed(400),
        ] + [URL(string: "https://elsewhere.example/")].compactMap { $0.map { .redirected(to: $0) } }
}
