import CResourcefulCurl

/// One of libcurl's easy handles, for one transfer. Once added, it belongs to the thread that has the loop's turn.
///
/// The multi handle keeps the connections. Easy handles aren't reused: up to libcurl 8.1.0, a reused one appends a head
/// that begins with white space to the last field of the previous response, whose memory is already freed.
///
/// `@unchecked Sendable`: it is passed from thread to thread, one of which uses it at a time.
final class EasyHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var fieldLines: UnsafeMutableRawPointer?
    private var resolvedLines: UnsafeMutableRawPointer?
    /// The guard that decides which addresses it may connect to; nil if it may connect to all.
    private(set) var guardian: UnsafeMutablePointer<rsf_guard>?
    /// How long the transfer may take from the time it is added; nil without a limit.
    private var timeout: Duration?
    /// The sessions that it shares with other handles: they must outlive it.
    private var sessions: TLSSessions?
    /// The poller that opens its sockets and waits for them, once the handle is added.
    var poller: OpaquePointer?

    /// Creates a handle for any transfer; nil if libcurl doesn't have enough memory.
    init?(_ settings: CurlTransport.Settings) {
        guard let pointer = rsf_easy_init() else { return nil }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(RSF_ERROR_BUFFER_SIZE))
        errorText[0] = 0
        set(RSF_OPT_NOSIGNAL, 1)
        set(RSF_OPT_PROTOCOLS, Int(RSF_PROTOCOLS_HTTP_AND_HTTPS))
        set(RSF_OPT_HTTP09_ALLOWED, 0)
        set(RSF_OPT_PATH_AS_IS, 1)
        set(RSF_OPT_HTTP_CONTENT_DECODING, 0)
        set(RSF_OPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(RSF_OPT_QUICK_EXIT, 1)
        set(RSF_OPT_CONNECTTIMEOUT_MS, settings.connectMilliseconds)
        _ = rsf_easy_set_pointer(pointer, Int32(RSF_OPT_ERRORBUFFER), errorText)
        if let proxy = settings.proxy.text { set(RSF_OPT_PROXY, proxy) }
        if let path = settings.unixDomainSocket { set(RSF_OPT_UNIX_SOCKET_PATH, path) }
    }

    deinit {
        rsf_easy_cleanup(pointer)
        rsf_list_free(fieldLines)
        rsf_list_free(resolvedLines)
        guardian?.deallocate()
        errorText.deallocate()
    }

    /// Sets how long the transfer may take from the time it is added.
    func setTimeout(_ timeout: Duration) {
        self.timeout = timeout
        set(RSF_OPT_TIMEOUT_MS, timeout.wholeMilliseconds(in: 1...2_000_000_000))
    }

    /// Prepares to be added again, for a new connection or any, and the rest of the time. Returns false if a response
    /// has begun, or no time is left.
    func prepareAgain(isFresh: Bool) -> Bool {
        guard !hasReceivedHead else { return false }
        if let timeout {
            let rest = timeout - (metrics.total ?? .zero)
            guard rest > .zero else { return false }
            setTimeout(rest)
        }
        return set(RSF_OPT_FRESH_CONNECT, isFresh ? 1 : 0) == 0
    }

    /// Sets the length of the body to send.
    func setUploadSize(_ count: Int) {
        _ = rsf_easy_set_offset(pointer, Int32(RSF_OPT_INFILESIZE_LARGE), Int64(count))
    }

    /// Prepares for a transfer, which must outlive the handle's use.
    ///
    /// - Throws: `TransportError` if libcurl doesn't support what the settings require.
    func prepare(for transfer: Transfer, _ settings: CurlTransport.Settings) throws(TransportError) {
        let request = transfer.request
        if let timeout = request.timeout { setTimeout(timeout) }
        set(url: request.url.absoluteString, settings)
        setMethod(of: transfer)
        setFields(of: transfer)
        setCallbacks(transfer)
        try set(settings.network, for: transfer)
        // libcurl's own limit is 118 seconds.
        if let seconds = transfer.queue?.idleSeconds, seconds < 118 { set(RSF_OPT_MAXAGE_CONN, seconds) }
        guard let origin = transfer.origin else { return }
        if CurlTransport.Proxy.isExcepted(origin, by: settings.proxyExceptions) { set(RSF_OPT_PROXY, "") }
        guard transfer.mayWaitForConnection else { return }
        // Many transfers share a connection if the server supports HTTP/2: waiting for it is better than making
        // another.
        set(RSF_OPT_PIPEWAIT, 1)
        sessions = settings.sessions
        sessions?.share(with: pointer)
        try set(settings.tls, for: origin)
    }

    /// Resumes a transfer that waited for space for its body, or for more of the body that it sends.
    func resume() { _ = rsf_easy_resume(pointer) }

    /// Returns libcurl's description of a failure. If no connection could be made, it ends with the system's reason,
    /// such as "Connection refused".
    func text(ofCode code: Int32) -> String {
        let text = errorText[0] != 0 ? String(cString: errorText) : rsf_easy_strerror(code).map { String(cString: $0) }
        let reason = Int32(truncatingIfNeeded: rsf_easy_long(pointer, Int32(RSF_INFO_OS_ERRNO)))
        let isUnreachable = code == RSF_CODE_COULDNT_CONNECT && reason > 0
        return (text ?? "") + (isUnreachable ? ": \(String(cString: rsf_system_error(reason)))" : "")
    }

    private func setMethod(of transfer: Transfer) {
        let method = transfer.request.method
        if transfer.sendsBody {
            set(RSF_OPT_UPLOAD, 1)
        } else if method == .head {
            set(RSF_OPT_NOBODY, 1)
        } else {
            set(RSF_OPT_HTTPGET, 1)
        }
        if method != .get && method != .head || transfer.sendsBody {
            set(RSF_OPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private static let acceptLine = ContentCoding.accepted.map { "Accept-Encoding: \($0)" }

    private func setFields(of transfer: Transfer) {
        let request = transfer.request
        let fields = request.headerFields
        var lines: UnsafeMutableRawPointer?
        // Otherwise libcurl would send an Expect field before a large body. It compares each line with many names, so
        // there is none that isn't needed.
        if transfer.sendsBody, !fields.contains(.expect) { lines = rsf_list_append(nil, "Expect:") }
        if request.asksForCodings, let line = Self.acceptLine { lines = rsf_list_append(lines, line) }
        if !fields.contains(.userAgent) { lines = rsf_list_append(lines, "User-Agent: Resourceful") }
        for field in fields { lines = Self.appending(field, to: lines) }
        fieldLines = lines
        _ = rsf_easy_set_pointer(pointer, Int32(RSF_OPT_HTTPHEADER), lines)
    }

    private static func appending(
        _ field: HeaderFields.Field, to lines: UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer? {
        var (name, value) = (field.name.rawName, field.value)
        return name.withUTF8 { name in
            let append = { (value: UnsafeBufferPointer<UInt8>) in
                rsf_list_append_field(lines, name.baseAddress, name.count, value.baseAddress, value.count)
            }
            guard field.name != .cookie else { return CookieBytes.bytes(value).withUnsafeBufferPointer(append) }
            return value.withUTF8(append)
        }
    }

    private func setCallbacks(_ transfer: Transfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        _ = rsf_easy_set_callbacks(
            pointer,
            { bytes, size, count, context in
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return Transfer.with(context) { $0.receiveHead(line) ? line.count : 0 } ?? 0
            },
            { bytes, size, count, context in
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                switch Transfer.with(context, { $0.receiveBody(piece) }) {
                case .taken: return piece.count
                case .notNow: return Int(RSF_WRITE_PAUSE)
                case .never, nil: return 0
                }
            },
            { bytes, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                switch Transfer.with(context, { $0.read(into: buffer) }) {
                case .copied(let count): return count
                case .notYet: return Int(RSF_READ_PAUSE)
                case .failed, nil: return Int(RSF_READ_ABORT)
                }
            },
            { context, offset, origin in
                let isThere =
                    origin == RSF_SEEK_FROM_START
                    && Transfer.with(context) { $0.seek(to: Int(clamping: offset)) } == true
                return Int32(isThere ? RSF_SEEK_OK : RSF_SEEK_FAIL)
            }, context)
        let code = rsf_easy_set_sending(
            pointer,
            { context, _, _, remote, local in
                Transfer.with(context) { $0.maySend(between: (remote, local)) } == true ? 0 : 1
            }, context)
        if code != 0 { transfer.activity.note() }
        // Otherwise it isn't known where the proxy's head ends.
        transfer.tunnel.isBeingMade = code == 0 && transfer.origin?.scheme == "https"
        if transfer.tunnel.isBeingMade { set(RSF_OPT_SUPPRESS_CONNECT_HEADERS, 0) }
    }

    /// Sets how to reach servers.
    private func set(_ network: CurlTransport.Network, for transfer: Transfer) throws(TransportError) {
        switch network.httpVersion {
        case .http1: set(RSF_OPT_HTTP_VERSION, Int(RSF_HTTP_1_1))
        case .http2:
            guard set(RSF_OPT_HTTP_VERSION, Int(RSF_HTTP_2_PRIOR_KNOWLEDGE)) == 0 else {
                throw TransportError(.unavailable, "the installed libcurl doesn't support HTTP/2")
            }
            if transfer.origin?.scheme == "http", LibraryVersion.installed?.reusesPlainHTTP2 == false {
                set(RSF_OPT_FRESH_CONNECT, 1)
                set(RSF_OPT_FORBID_REUSE, 1)
            }
        default: break
        }
        if let address = network.localAddress { set(RSF_OPT_INTERFACE, "host!\(address)") }
        if !network.resolving.isEmpty, let origin = transfer.origin,
            let addresses = network.resolving[origin.serverName], !addresses.isEmpty
        {
            let list = addresses.map { $0.isVersion6 ? "[\($0)]" : "\($0)" }.joined(separator: ",")
            resolvedLines = rsf_list_append(resolvedLines, "\(origin.host):\(origin.port):\(list)")
            _ = rsf_easy_set_pointer(pointer, Int32(RSF_OPT_RESOLVE), resolvedLines)
        }
        guard !network.reach.isUnlimited else { return }
        // Overrides the environment: with a proxy, the guard would see its address instead of the server's.
        set(RSF_OPT_PROXY, "")
        transfer.addressGuard = AddressGuard(network.reach)
        let guardian = UnsafeMutablePointer<rsf_guard>.allocate(capacity: 1)
        guardian.initialize(
            to: rsf_guard(
                poller: nil,
                allows: { context, bytes, count in
                    let address = UnsafeRawBufferPointer(start: bytes, count: count)
                    return Transfer.with(context) { $0.addressGuard?.admits(address) } == true ? 1 : 0
                }, context: Unmanaged.passUnretained(transfer).toOpaque()))
        self.guardian = guardian
    }

    @discardableResult func set(_ option: Int, _ value: Int) -> Int32 {
        rsf_easy_set_long(pointer, Int32(option), value)
    }

    @discardableResult func set(_ option: Int, _ value: String) -> Int32 {
        rsf_easy_set_string(pointer, Int32(option), value)
    }
}

extension Transfer {
    /// Calls the transfer of a callback. The loop keeps it alive while its handle is in use.
    @discardableResult
    static func with<Output>(_ context: UnsafeMutableRawPointer?, _ body: (Transfer) -> Output) -> Output? {
        guard let context else { return nil }
        return Unmanaged<Transfer>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }
}

extension EasyHandle {
    /// Sets the URL. From 8.8 on, libcurl leaves out an empty query with its question mark, unless the target of the
    /// request is set (RFC 9112, section 3.2).
    func set(url: String, _ settings: CurlTransport.Settings) {
        set(RSF_OPT_URL, url)
        guard let target = Self.target(withEmptyQueryOf: url) else { return }
        // For an HTTP proxy, the target of a plain request is the whole URL.
        if url.lowercased().hasPrefix("https:") || !settings.proxy.isShared { set(RSF_OPT_REQUEST_TARGET, target) }
    }

    /// Returns the path and the question mark of a URL whose query is empty; nil for any other URL.
    private static func target(withEmptyQueryOf url: String) -> String? {
        let end = url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let target = url[..<end]
        guard target.utf8.last == UInt8(ascii: "?"), let authority = target.firstRange(of: "://") else { return nil }
        return target[authority.upperBound...].firstIndex(of: "/").map { String(target[$0...]) } ?? "/?"
    }
}
