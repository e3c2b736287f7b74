import ResourcefulCurl
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A transport for all tests of this target: they share its connections as a program's loads do.
enum Shared {
    static let transport = CurlTransport()
}

extension LoopbackServer {
    /// A Webservice that loads from this server.
    func webservice(_ transport: CurlTransport = Shared.transport, policies: [Policy] = []) -> Webservice {
        Webservice(baseURL: baseURL, policies: policies, transport: transport)
    }
}

/// A resource whose value is the whole response, whatever its status.
func echo(
    _ path: String = "x", method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
    timeout: Duration? = .seconds(120)
) -> Resource<Response> {
    let url = URL(string: path)!
    let request = Request(url: url, method: method, headerFields: headerFields, body: body, timeout: timeout)
    return Resource(request) { $0 }.validating(.any)
}

/// The number of descriptors that this process has open.
func descriptorCount() -> Int { entryCount("/proc/self/fd") }

private func entryCount(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}

/// Waits for something that happens elsewhere; false when it takes longer than ten seconds.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<1_000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}
