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
