#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What is done to a request on its way, in order, from the outside in.
///
///     print(webservice.order)
///     // URL        resolved against https://api.example.org/
///     // resource   its own policies, then those of its plans
///     // retry      3 times more at most, …
///     // bearer     a token for https://api.example.org:443
///     // redirects  20 in a row at most; what follows is done for each hop
///     // signing    for https://api.example.org:443
///     // sharing    equal GET and HEAD requests at the same moment are sent once
///
/// A URL is resolved before any policy sees it. The policies of a resource come first, then those of its plans
/// (``Plan/applying(_:)``), then those of the Webservice, each list from the outermost to the innermost. Where a policy
/// stands decides what it sees: ``Policy/followingRedirects(limit:)`` says where hops begin, and stands by itself
/// inside all policies but those that belong to a hop where it is not in the list.
public struct LoadOrder: Sendable {
    /// One word: an order is looked at by every load.
    private final class Content: Sendable {
        let baseURL: URL?
        let given: [Policy.Part]
        /// For requests of which nothing else is said.
        let usual: Arrangement
        /// For requests that a policy sends by itself.
        let bare: Arrangement

        init(_ baseURL: URL?, _ policies: [Policy]) {
            self.baseURL = baseURL
            given = policies.flatMap(\.parts)
            usual = Arrangement([], given, baseURL: baseURL)
            bare = Arrangement([], [], baseURL: baseURL)
        }
    }

    private let content: Content

    /// An order of policies, the outermost first.
    package init(baseURL: URL?, policies: [Policy]) { content = Content(baseURL, policies) }

    /// What relative URLs are resolved against.
    package var baseURL: URL? { content.baseURL }

    /// Whether no policy is in it.
    package var isEmpty: Bool { content.given.isEmpty }

    /// For requests of which nothing else is said.
    var usual: Arrangement { content.usual }

    /// All that leads from a request to its response.
    ///
    /// - Parameter judge: The resource whose request it is, for those who ask what it makes of a response.
    package func plan(
        for submission: Submission, in surroundings: Surroundings, judge: @autoclosure () -> (any ResourceReader)?
    ) throws -> Plan<Response> {
        let request = try submission.request(in: surroundings).resolved(against: baseURL)
        let arrangement = arrangement(for: submission, in: surroundings)
        let own =
            arrangement.envelope.map { judge()?.inside($0) }
            ?? (arrangement.judges || request.hasOptions ? judge() : nil)
        guard request.needsDrawing else { return arrangement.plan(for: request, of: own) }
        return request.drawn().flatMap { arrangement.plan(for: $0, of: own) }
    }

    private func arrangement(for submission: Submission, in surroundings: Surroundings) -> Arrangement {
        if submission.policy == nil, surroundings.policy == nil {
            return surroundings.isOfPolicy ? content.bare : content.usual
        }
        let own = (submission.policy?.parts ?? []) + (surroundings.policy?.parts ?? [])
        return Arrangement(own, surroundings.isOfPolicy ? [] : content.given, baseURL: content.baseURL)
    }
}

extension Arrangement {
    /// The plan for a request, and who judges its responses, where anybody may ask for that.
    fileprivate func plan(for request: Request, of judge: (any ResponseJudge)?) -> Plan<Response> {
        guard let judge else { return plan(for: request) }
        var request = request
        request.judge = judge
        // The envelope is the service's: the resource itself would read what is around its value.
        guard envelope != nil else { return plan(for: request).map { $0.judged(by: judge) } }
        return plan(for: request).map { [request] in request.verdict(on: $0).response }
    }
}
