import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// Creates the error for an error of URLSession.
    package init(urlSession error: any Error, url: URL) {
        let host = url.host() ?? "the server"
        #if canImport(Darwin)
            // CFNetworkErrors.h: the proxy's answer is 407, or unexpected.
            if error._domain == "kCFErrorDomainCFNetwork", [307, 311].contains(error._code) {
                self = .refused(by: "the proxy", nil, "\(host) (CFNetwork's code \(error._code))")
                return
            }
        #endif
        guard let error = error as? URLError else {
            self.init(.other, "URLSession failed: \(type(of: error))")
            return
        }
        let text = error.localizedDescription
        guard error.code != .appTransportSecurityRequiresSecureConnection else {
            self.init(
                .insecure,
                "App Transport Security forbids http: use https, or make an exception for \(host) "
                    + "in Info.plist (NSAppTransportSecurity)")
            return
        }
        if let status = Self.proxyStatus(in: text) {
            self = .refused(by: "the proxy", status, "\(host): \(status)")
            return
        }
        self.init(
            Self.kind(of: error, text: text, isSecure: url.scheme == "https"),
            "URLSession: \(Self.explained(tls: text)) (code \(error.errorCode))")
    }

    /// Returns the status in libcurl's text about a proxy: "CONNECT tunnel failed, response 403", or before 7.85
    /// "Received HTTP code 403 from proxy after CONNECT".
    private static func proxyStatus(in text: String) -> Response.Status? {
        guard text.contains("CONNECT") else { return nil }
        return text.split { !$0.isNumber }.lazy.compactMap { Int($0) }.first.flatMap { Response.Status($0) }
    }

    private static func kind(of error: URLError, text: String, isSecure: Bool) -> Kind {
        switch error.code {
        case .cannotFindHost, .dnsLookupFailed: .cannotResolveHost
        case .cannotConnectToHost, .notConnectedToInternet: .cannotConnect
        case .timedOut: .timedOut
        case .networkConnectionLost: .connectionLost
        #if canImport(FoundationNetworking)
            case .badServerResponse where text.contains("Empty reply"): .connectionLost
        #endif
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .insecure
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            .malformedResponse
        case .dataLengthExceedsMaximum: .tooLarge
        #if canImport(FoundationNetworking)
            // libcurl's errors are only available as text; a response that isn't HTTP is reported as an unsupported
            // URL.
            case .unsupportedURL: .malformedResponse
            case .unknown: kind(ofLibcurlsText: text, isSecure: isSecure)
        #endif
        default: .other
        }
    }

    /// The texts change with libcurl's version: these are the ones of 7.88 and of 8.14.
    private static func kind(ofLibcurlsText text: String, isSecure: Bool) -> Kind {
        let says = { (parts: String...) in parts.contains { text.localizedCaseInsensitiveContains($0) } }
        if says("transfer closed", "outstanding read data", "end of response with") { return .connectionLost }
        // 7.88 reports a line of more than 100 KB in the head as a lack of memory.
        if says("out of memory", "too large", "too many response headers", "larger than allowed") { return .tooLarge }
        // 7.88 reports a head that begins with a folded line as a bad argument. 8.14 reports a head that URLSession
        // refuses as a failure to write it.
        if says("header", "bad argument", "encoding", "chunk", "content-length", "failure writing output") {
            return .malformedResponse
        }
        return isSecure ? .insecure : .other
    }
}
