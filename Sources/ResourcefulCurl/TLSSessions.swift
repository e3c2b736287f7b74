import CResourcefulCurl

/// The TLS sessions of a transport's connections, which later ones resume without certificates and the work to prove
/// them. Before libcurl 8.12, an easy handle keeps its sessions to itself, and each transfer has its own handle.
///
/// libcurl keeps a few sessions, at least eight, each for one host and one configuration. libcurl 7.88 closes
/// connections of HTTP/2 without saying so to the server, and OpenSSL then forgets their sessions.
///
/// `@unchecked Sendable`: libcurl locks them whenever it uses them.
final class TLSSessions: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Returns nil if libcurl is too old to tell sessions apart, or has not enough memory, or no TLS.
    init?() {
        guard LibraryVersion.installed?.comparesTLS == true, let pointer = rsf_share_make() else { return nil }
        self.pointer = pointer
    }

    deinit { rsf_share_free(pointer) }

    /// Makes a handle use and keep these sessions. They must outlive the handle.
    func share(with handle: UnsafeMutableRawPointer) { _ = rsf_easy_set_share(handle, pointer) }
}
