import ResourcefulCore

/// The requests of a recording, to find the one among them that another request is.
///
/// What is secret to one of the two alone, by the name of an API key say, is left out of both: a request that came to a
/// server does not say what is secret in it.
struct RecordedRequests: Sendable {
    /// A request that is looked for, once for each group.
    struct Asked: Sendable {
        fileprivate let groups: [(request: ComparedRequest, hasRecordedSecrets: Bool)]
        /// Method and URL, without what is secret to any of the requests.
        let description: String
    }

    private let requests: [Request]
    private let redaction: Redaction
    private var compared: [ComparedRequest] = []
    /// The group of each request: in one of them the same is secret.
    private var groups: [Int] = []
    private var redactions: [Redaction] = []

    init(_ recording: Recording) {
        requests = recording.exchanges.map(\.request)
        redaction = recording.redaction
        for request in requests {
            let own = redaction.including(secretsOf: request)
            let group = redactions.firstIndex(of: own) ?? redactions.endIndex
            if group == redactions.endIndex { redactions.append(own) }
            groups.append(group)
            compared.append(ComparedRequest(request, redaction: redactions[group]))
        }
    }

    /// A request in the forms in which it is compared with the recorded ones.
    func asking(_ request: Request) -> Asked {
        let own = redaction.including(secretsOf: request)
        let groups = redactions.map { recorded in
            let both = own == redaction ? recorded : recorded.including(own)
            return (request: ComparedRequest(request, redaction: both), hasRecordedSecrets: both == recorded)
        }
        let all = redactions.reduce(own) { $0.including($1) }
        return Asked(groups: groups, description: "\(request.method) \(all.redacted(request.url))")
    }

    /// The places of those that are the request.
    func fitting(_ asked: Asked, comparingOrigins: Bool) -> [Int] {
        compared.indices.filter { index in
            let group = asked.groups[groups[index]]
            // Most are told apart by these, and cheaply.
            guard compared[index].method == group.request.method, compared[index].path == group.request.path else {
                return false
            }
            return differences(index, asked, comparingOrigins: comparingOrigins).isEmpty
        }
    }

    /// The place of the one that is most like the request, what it is, and how they differ; nil when there is none.
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

    /// A recorded request without the secrets of the one that is asked for.
    private func recorded(_ index: Int, _ asked: Asked) -> ComparedRequest {
        let group = asked.groups[groups[index]]
        if group.hasRecordedSecrets { return compared[index] }
        return ComparedRequest(requests[index], redaction: group.request.redaction)
    }
}
