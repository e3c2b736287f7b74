import ResourcefulDiagnostics

/// The exchanges of a recorded load, as a recording.
struct RecordingExchanges: RecordedExchanges {
    private let recording: Recording
    private let requests: RecordedRequests

    init(_ recording: Recording) {
        self.recording = recording
        requests = RecordedRequests(recording)
    }

    var redaction: Redaction { recording.redaction }

    func request(_ number: Int) -> Request { recording.exchanges[number].request }

    func fitting(_ request: Request) -> (Int) -> Bool {
        let asked = requests.asking(request)
        return { requests.fits($0, asked, comparingOrigins: true) }
    }

    func difference(of request: Request) -> String? {
        guard let nearest = requests.nearest(to: requests.asking(request), comparingOrigins: true) else { return nil }
        return ([nearest.description] + nearest.differences.map(\.description)).joined(separator: "; ")
    }

    func fieldDifferences(_ number: Int, from request: Request) -> [(recorded: String?, asked: String?)] {
        self.request(number).fieldDifferences(from: request, redaction: recording.redaction)
    }

    func answer(_ number: Int, to request: Request) throws -> Response {
        switch recording.exchanges[number].outcome {
        case .response(var response):
            response.url = request.url
            return response.answering(request)
        case .failure(let error): throw LoadError(stage: .transport, request: request, underlyingError: error)
        case .withoutContent(_, let size):
            let reason = UnreadableRecord("the \(size) bytes of the answer weren't kept: the box has a limit of bytes")
            throw LoadError(stage: .request, request: request, underlyingError: reason)
        }
    }
}

extension Request {
    /// Returns how another request's header fields differ from this recorded request's. A recorded value
    /// with a mark in place of a secret equals any value.
    func fieldDifferences(from asked: Request, redaction: Redaction) -> [(recorded: String?, asked: String?)] {
        let redaction = redaction.including(secretsOf: self).including(secretsOf: asked)
        let (ours, theirs) = (lines(redaction), asked.lines(redaction))
        return Set(ours.keys).union(theirs.keys).sorted().compactMap { name in
            let (recorded, asked) = (ours[name], theirs[name])
            guard recorded != asked else { return nil }
            if let recorded, asked != nil, [Redaction.mark, "***", "redacted"].contains(where: recorded.contains) {
                return nil
            }
            return (recorded.map { "\(name): \($0)" }, asked.map { "\(name): \($0)" })
        }
    }

    /// The values of the fields without secrets, by name.
    private func lines(_ redaction: Redaction) -> [String: String] {
        let fields = headerFields.map { ($0.name.rawName.lowercased(), redaction.redactedValue(of: $0)) }
        return Dictionary(fields) { "\($0), \($1)" }
    }
}
