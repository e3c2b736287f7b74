/// The requests of a recording, searched for the one that equals another request.
///
/// A secret of only one of both requests, such as the name of an API key, is redacted in both, because a request that
/// arrives at a server doesn't declare its secrets.
package struct RecordedRequests: Sendable {
    /// A request to search for, once for each group.
    package struct Asked: Sendable {
        fileprivate let request: Request
        fileprivate let groups: [(request: ComparedRequest, hasRecordedSecrets: Bool)]
        /// The method and URL, without the secrets of any request.
        let description: String
    }

    private let requests: [Request]
    private let redaction: Redaction
    private var compared: [ComparedRequest] = []
    /// The requests with their secrets.
    private var plain: [ComparedRequest] = []
    /// The group of each request. All requests of a group have the same secrets.
    private var groups: [Int] = []
    private var redactions: [Redaction] = []

    package init(_ recording: Recording) {
        requests = recording.exchanges.map(\.request)
        redaction = recording.redaction
        for request in requests {
            let own = redaction.including(secretsOf: request)
            let group = redactions.firstIndex(of: own) ?? redactions.endIndex
            if group == redactions.endIndex { redactions.append(own) }
            groups.append(group)
            let hidden = ComparedRequest(request, redaction: redactions[group])
            compared.append(hidden)
            plain.append(hidden.isPlain ? hidden : ComparedRequest(request, redaction: nil))
        }
    }

    /// Returns a request in the forms that are compared with the recorded ones.
    package func asking(_ request: Request) -> Asked {
        let own = redaction.including(secretsOf: request)
        let groups = redactions.map { recorded in
            let both = own == redaction ? recorded : recorded.including(own)
            return (request: ComparedRequest(request, redaction: both), hasRecordedSecrets: both == recorded)
        }
        let all = redactions.reduce(own) { $0.including($1) }
        return Asked(
            request: request, groups: groups, description: "\(request.method) \(all.redacted(request.url))")
    }

    /// Returns the indices of the requests that equal the request, secrets included; if there are none, of those that
    /// equal it without secrets, and whether they differ from each other in these.
    package func fitting(_ asked: Asked, comparingOrigins: Bool) -> (indices: [Int], isAmbiguous: Bool) {
        let fitting = compared.indices.filter { fits($0, asked, comparingOrigins: comparingOrigins) }
        guard fitting.count > 1 else { return (fitting, false) }
        let equal = { (other: ComparedRequest) in
            fitting.filter { plain[$0].differences(from: other, comparingOrigins: comparingOrigins).isEmpty }
        }
        let same = equal(ComparedRequest(asked.request, redaction: nil))
        return same.isEmpty ? (fitting, equal(plain[fitting[0]]).count < fitting.count) : (same, false)
    }

    /// Whether a request equals the request.
    func fits(_ index: Int, _ asked: Asked, comparingOrigins: Bool) -> Bool {
        let group = asked.groups[groups[index]]
        // A cheap comparison that rules out most requests.
        guard compared[index].method == group.request.method, compared[index].path == group.request.path else {
            return false
        }
        return differences(index, asked, comparingOrigins: comparingOrigins).isEmpty
    }

    /// Returns the index and description of the nearest request, and the differences; nil if nothing is recorded.
    func nearest(
        to asked: Asked, comparingOrigins: Bool
    ) -> (index: Int, description: String, differences: [Difference])? {
        let ranked = compared.indices.map { index in
            (index: index, differences: differences(index, asked, comparingOrigins: comparingOrigins))
        }
        let nearest = ranked.min { left, right in
            left.differences.reduce(0) { $0 + $1.weight } < right.differences.reduce(0) { $0 + $1.weight }
        }
        return nearest.map { ($0.index, recorded($0.index, asked).description, $0.differences) }
    }

    private func differences(_ index: Int, _ asked: Asked, comparingOrigins: Bool) -> [Difference] {
        recorded(index, asked).differences(
            from: asked.groups[groups[index]].request, comparingOrigins: comparingOrigins)
    }

    /// Returns a recorded request without the secrets of the requested one.
    private func recorded(_ index: Int, _ asked: Asked) -> ComparedRequest {
        let group = asked.groups[groups[index]]
        if group.hasRecordedSecrets { return compared[index] }
        return ComparedRequest(requests[index], redaction: group.request.redaction)
    }
}
