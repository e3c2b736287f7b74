import Resourceful
import ResourcefulDownloads

// The message for a failed load: the error's own sentence, and a hint for its stage and cause.
extension Complaint {
    init(_ error: LoadError) {
        if let cause = error.underlyingError as? any Complaining {
            self = cause.complaint
            return
        }
        let (status, hint) = Self.advice(for: error)
        let refused = Self.refusal(in: error).map { "\(error.request) failed: \($0)" }
        self.init(refused ?? "\(error)", hint: hint, status: status)
    }

    private static func advice(for error: LoadError) -> (ExitCode, String?) {
        switch (error.stage, error.underlyingError) {
        case (.transport, let cause as TransportError): advice(for: cause.kind, at: host(of: error.request))
        case (.transport, let cause as DownloadError) where cause.kind == .noSpace:
            (.inputOutput, "Make some space on the disk, and run it again: it resumes.")
        case (.transport, is DownloadError): (.cannotCreate, "Choose another folder with --to.")
        case (.transport, _): (.inputOutput, nil)
        case (.status, _): advice(for: error.status ?? 500, after: error.response?.headerFields.retryAfter)
        case (.parse, is DownloadError): (.badData, "Nothing is kept. Run it again to download it anew.")
        case (.parse, _): (.badData, "Check the URL: the answer doesn't have the shape that this program reads.")
        case (.request, _): (.software, nil)
        }
    }

    /// The server that refused the connection, if that is the cause. libcurl and the system say it in more words.
    private static func refusal(in error: LoadError) -> String? {
        guard let cause = error.underlyingError as? TransportError, cause.kind == .cannotConnect,
            cause.message.contains("refused")
        else { return nil }
        return "\(host(of: error.request)) refused the connection"
    }

    private static func host(of request: Request) -> String {
        (request.url.host() ?? "the server") + (request.url.port.map { ":\($0)" } ?? "")
    }

    private static func advice(for kind: TransportError.Kind, at host: String) -> (ExitCode, String?) {
        switch kind {
        case .cannotResolveHost: (.noHost, "Check the name of the host, and your network.")
        case .cannotConnect: (.unavailable, "Check that a server is running at \(host).")
        case .timedOut: (.temporary, "The server or the network is slow. Try again later.")
        case .connectionLost: (.temporary, "Try again.")
        case .insecure: (.badProtocol, "Check the server's certificate, and the clock of this machine.")
        case .malformedResponse: (.badProtocol, "Check the URL: the server doesn't speak HTTP there.")
        case .cannotRedirect: (.badProtocol, nil)
        case .tooLarge: (.badData, nil)
        case .circuitOpen: (.temporary, "The server failed too often. Try again later.")
        case .addressRefused, .proxyRefused: (.notAllowed, nil)
        case .unavailable: (.unavailable, nil)
        default: (.inputOutput, nil)
        }
    }

    private static func advice(for status: Response.Status, after wait: RetryAfter?) -> (ExitCode, String?) {
        switch status.code {
        case 401, 407: (.notAllowed, "The server asks you to sign in.")
        case 403: (.notAllowed, "The server doesn't allow you to do this.")
        case 404, 410: (.unavailable, "Check the URL: there is nothing at this address.")
        case 408, 425, 429, 502, 503, 504:
            if case .seconds(let seconds) = wait {
                (.temporary, "Try again in \(Wording.count(seconds, "second")).")
            } else {
                (.temporary, "Try again later.")
            }
        case 500...: (.unavailable, "The server has a problem. Try again later.")
        default: (.badProtocol, nil)
        }
    }
}
