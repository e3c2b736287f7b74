import CResourcefulCurl

extension EasyHandle {
    /// Whether the last transfer was over a connection of an earlier one.
    var isConnectionReused: Bool { connectionCount == 0 }

    /// Whether any of a response's head was received.
    var hasReceivedHead: Bool { rsf_easy_long(pointer, Int32(RSF_INFO_HEADER_SIZE)) != 0 }

    /// The number of connections that were made for the transfer.
    var connectionCount: Int { rsf_easy_long(pointer, Int32(RSF_INFO_NUM_CONNECTS)) }

    /// The metrics of the exchange that the handle has carried out.
    var metrics: ExchangeMetrics {
        var metrics = ExchangeMetrics()
        metrics.isReusedConnection = isConnectionReused
        if metrics.isReusedConnection == true {
            (metrics.resolved, metrics.connected) = (.zero, .zero)
        } else {
            metrics.resolved = duration(RSF_INFO_NAMELOOKUP_TIME)
            metrics.connected = duration(RSF_INFO_CONNECT_TIME)
            // Zero without TLS.
            metrics.secured = duration(RSF_INFO_APPCONNECT_TIME).flatMap { $0 > .zero ? $0 : nil }
        }
        metrics.total = duration(RSF_INFO_TOTAL_TIME)
        metrics.sentBytes = Int(exactly: rsf_easy_double(pointer, Int32(RSF_INFO_SIZE_UPLOAD)).rounded())
        metrics.receivedBytes = Int(exactly: rsf_easy_double(pointer, Int32(RSF_INFO_SIZE_DOWNLOAD)).rounded())
        switch rsf_easy_long(pointer, Int32(RSF_INFO_HTTP_VERSION)) {
        case 1: metrics.httpVersion = "HTTP/1.0"
        case 2: metrics.httpVersion = "HTTP/1.1"
        case 3: metrics.httpVersion = "HTTP/2"
        case 30: metrics.httpVersion = "HTTP/3"
        default: break
        }
        return metrics
    }

    /// Shuts down a reused connection that has received bytes since its last use; libcurl then makes another one.
    /// Returns whether it did.
    ///
    /// Since version 8.0, libcurl checks this itself and never chooses such a connection.
    func endsStrayConnection(between ports: (remote: Int32, local: Int32)) -> Bool {
        guard let poller, isConnectionReused else { return false }
        return rsf_poller_shut_stray(poller, ports.remote, ports.local) != 0
    }

    /// Shuts down a connection, so that no other transfer uses it.
    func endConnection(between ports: (remote: Int32, local: Int32)) {
        if let poller { rsf_poller_shut(poller, ports.remote, ports.local) }
    }

    private func duration(_ info: Int) -> Duration? {
        let seconds = rsf_easy_double(pointer, Int32(info))
        return seconds >= 0 ? .seconds(seconds) : nil
    }
}
