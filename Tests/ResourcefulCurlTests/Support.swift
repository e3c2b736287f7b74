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
    timeout: Duration? = .seconds(20)
) -> Resource<Response> {
    let url = URL(string: path)!
    let request = Request(url: url, method: method, headerFields: headerFields, body: body, timeout: timeout)
    return Resource(request) { $0 }.validating(.any)
}

/// The number of descriptors that this process has open.
func descriptorCount() -> Int { entryCount("/proc/self/fd") }

/// The number of descriptors of a process that has done everything once: the runtime keeps some for its timers.
func descriptorsAtRest() async throws -> Int {
    do {
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice(CurlTransport()).load(echo())
        server.stop()
    }
    try await Task.sleep(for: .milliseconds(100))
    return descriptorCount()
}

/// The number of threads of this process.
func threadCount() -> Int { entryCount("/proc/self/task") }

/// What each descriptor of this process is, for the message of a test that has found too many.
func descriptors() -> [String] {
    (0..<64).compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
}

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
