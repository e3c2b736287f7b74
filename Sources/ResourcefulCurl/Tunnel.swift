import CResourcefulCurl

/// The way through a proxy to a server: CONNECT (RFC 9110, section 9.3.6) or SOCKS (RFC 1928).
struct Tunnel {
    /// The proxy of the transport.
    var proxy = CurlTransport.Proxy.none
    /// Whether the lines of a head are the proxy's: the request isn't sent yet.
    var isBeingMade = false
    private var statusLine = ""

    /// Receives a line of the proxy's response, of which only the first one counts.
    mutating func receive(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: "HTTP/".utf8) { statusLine = String(decoding: line.prefix(1_000), as: UTF8.self) }
    }

    /// Returns the name of the proxy that libcurl's text is about; nil if it is about the server.
    func name(in text: String, for origin: Origin?) -> String? {
        guard let origin, !text.contains(" to \(origin.host) port \(origin.port)") else { return nil }
        return proxy.text(for: origin.scheme).map(CurlTransport.Proxy.name)
    }

    /// Returns the error if the proxy refused to connect to a server: its status and its text, without secrets.
    func refusal(of origin: Origin?, _ handle: EasyHandle?, _ text: () -> String) -> TransportError? {
        guard let origin, let handle else { return nil }
        let status = Response.Status(rsf_easy_long(handle.pointer, Int32(RSF_INFO_HTTP_CONNECTCODE)))
        // Not identified, not signed in, not allowed (curl.h, CURLPX).
        let isRefused = [7, 8, 12, 23, 33].contains(rsf_easy_long(handle.pointer, Int32(RSF_INFO_PROXY_ERROR)))
        guard status?.isSuccessful == false || isRefused else { return nil }
        let proxy = proxy.text(for: origin.scheme) ?? ""
        let request = URL(string: proxy).map { Request(url: $0) }
        let line = (request.map(Redaction.standard.hiding(secretsOf:)) ?? .standard).line(statusLine, limit: 200)
        let answer = line.split(separator: " ").dropFirst().joined(separator: " ")
        let reason = status.map { answer.count > 4 && answer.hasPrefix("\($0.code) ") ? answer : "\($0)" } ?? text()
        return .refused(by: CurlTransport.Proxy.name(proxy), status, "\(origin.host):\(origin.port): \(reason)")
    }
}
