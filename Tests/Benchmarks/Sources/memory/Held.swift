import Foundation
import Heap
import ResourcefulCurl

/// What is made and kept.
enum Kind: String, CaseIterable, Sendable {
    /// Webservices with transports of their own, each after one load.
    case idle
    /// libcurl alone: a multi handle and an easy handle, after one load.
    case idleAlone
    /// Webservices over one transport, each after one load.
    case webservices
    /// Loads whose requests were sent and aren't answered.
    case waiting
    /// Transfers of libcurl alone whose requests were sent and aren't answered.
    case waitingAlone
    /// Loads that wait for a place.
    case queued
    /// Tasks that wait for nothing but a continuation.
    case tasks
    /// Tasks that wait in `Transport.send`, without a Webservice.
    case sends
}

/// Makes so many of a kind, and measures the heap memory that they take.
enum Held {
    static func bytes(of kind: Kind, count: Int, ports: [Int]) async throws -> Int {
        let urls = (0..<count).map { "http://127.0.0.1:\(ports[$0 % ports.count])/\(kind.path)\($0).json" }
        // What a process needs once.
        let transport = CurlTransport(
            maximumTransfersPerOrigin: kind == .queued ? 1 : 20_000, proxy: .none, loops: 1)
        let webservice = Webservice(transport: transport)
        _ = try await load("http://127.0.0.1:\(ports[0])/first.json", webservice)
        var kept: [Any] = []
        kept.reserveCapacity(count + 1)
        kept.append(webservice)
        let before = rsf_heap_bytes()
        for url in urls {
            switch kind {
            case .idle:
                let webservice = Webservice(transport: CurlTransport(proxy: .none, loops: 1))
                _ = try await load(url, webservice)
                kept.append(webservice)
            case .webservices:
                let webservice = Webservice(transport: transport)
                _ = try await load(url, webservice)
                kept.append(webservice)
            case .idleAlone: rsf_bare_idle(url)
            case .waitingAlone: rsf_bare_start(url)
            case .waiting, .queued: Task { try await load(url, webservice) }
            case .tasks: Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
            case .sends: Task { try await transport.send(Request(url: URL(string: url)!)) }
            }
        }
        if kind == .waitingAlone { rsf_bare_run(2_000) }
        try await settle(connections: kind.connects ? count : 0)
        return withExtendedLifetime(kept) { rsf_heap_bytes() - before }
    }

    private static func load(_ url: String, _ webservice: Webservice) async throws -> Int {
        guard let url = URL(string: url) else { throw Wrong(description: "not a URL: \(url)") }
        return try await webservice.load(Resource<Int>(url: url) { $0.count })
    }

    /// Waits until there are so many connections, and nothing changes for three seconds: a transport keeps what libcurl
    /// freed for half a second, and its thread looks once a second.
    private static func settle(connections: Int) async throws {
        var (last, unchanged) = (0, 0)
        while unchanged < 60 {
            try await Task.sleep(for: .milliseconds(50))
            let (bytes, open) = (rsf_heap_bytes(), descriptorCount())
            unchanged = abs(bytes - last) < 4_096 && open >= connections ? unchanged + 1 : 0
            last = bytes
        }
    }

    private static func descriptorCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}

extension Kind {
    /// How the paths of its requests begin.
    var path: String { self == .waiting || self == .waitingAlone || self == .queued || self == .sends ? "waiting" : "" }

    /// Whether each has a connection of its own.
    var connects: Bool { self != .queued && self != .tasks && self != .webservices }
}
