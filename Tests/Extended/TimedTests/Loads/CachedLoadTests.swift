import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cache under the real Webservice.
@Suite(.alone) struct CachedLoadTests {
    private let resource = Resource(url: URL(string: "http://example.org/x")!) { String(decoding: $0, as: UTF8.self) }

    /// Answers with how often it was asked.
    private func counting(
        _ sent: Counter, _ fields: HeaderFields = ["Cache-Control": "max-age=1000"]
    ) -> StubTransport {
        StubTransport { _ in
            sent.add()
            return Response(headerFields: fields, body: Data("\(sent.value)".utf8))
        }
    }

    @Test func `what is fresh in memory is served, as a resource, as a plan and while somebody watches`() async throws {
        for isWatched in [true, false] {
            let sent = Counter()
            let webservice = Webservice(
                policies: [.cache(), .retry()], observers: isWatched ? [Recorder().observer] : [],
                transport: counting(sent))
            for _ in 0..<3 {
                #expect(try await webservice.load(resource) == "1")
                #expect(try await webservice.load(resource.plan) == "1")
                #expect(try await webservice.load(resource.flatMap { one in resource.map { "\(one)\($0)" } }) == "11")
                let response = try await webservice.load(resource.withResponse).1
                #expect(response.headerFields["Age"] != nil || sent.value == 1 && response.cacheStatus?.source == .hit)
            }
            #expect(sent.value == 1)
            #expect(try await webservice.load(resource.refreshed()) == "2")
            #expect(try await webservice.load(resource) == "2", "the new one has replaced the old one")
        }
    }

    @Test func `what was given last is not given when something else is stored, asked or wanted`() async throws {
        let sent = Counter()
        let store = MemoryCache()
        let webservice = Webservice(policies: [.cache(in: store)], transport: counting(sent))
        let other = Webservice(
            policies: [.cache(in: store, Caching(lifetime: .zero))], transport: counting(sent))
        #expect(try await webservice.load(resource) == "1")
        #expect(try await webservice.load(resource) == "1")
        #expect(try await other.load(resource) == "2", "it has its own idea of what is fresh")
        #expect(try await webservice.load(resource) == "2")
        #expect(try await webservice.load(resource.header("Cache-Control", "no-cache")) == "3")
        #expect(try await webservice.load(resource) == "3")
        await webservice.removeCached(resource)
        #expect(try await webservice.load(resource) == "4")
        await webservice.removeCached(.receivedBefore(Date(timeIntervalSinceNow: 1)))
        #expect(try await webservice.load(resource) == "5")
    }

    @Test func `a lifetime ends to the millisecond`() async throws {
        let sent = Counter()
        let webservice = Webservice(policies: [.cache(for: .milliseconds(120))], transport: counting(sent))
        let start = ContinuousClock.now
        #expect(try await webservice.load(resource) == "1")
        // It was stored at some moment between the two.
        let stored = ContinuousClock.now
        var isOver = false
        while !isOver {
            isOver = stored.duration(to: .now) > .milliseconds(121)
            let text = try await webservice.load(resource)
            if start.duration(to: .now) < .milliseconds(110) { #expect(text == "1") }
            if isOver { #expect(text != "1") }
            try await Task.sleep(for: .microseconds(200))
        }
    }

    @Test func `updates come from the store, then from the server`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            baseURL: URL(string: "http://example.org/"), policies: [.cache()],
            transport: counting(sent, ["Cache-Control": "no-cache"]))
        let relative = Resource(url: URL(string: "x")!) { String(decoding: $0, as: UTF8.self) }
        var seen: [[String]] = []
        for _ in 0..<3 {
            var values: [String] = []
            for try await update in webservice.updates(of: relative) { values.append(update.value) }
            seen.append(values)
        }
        #expect(seen == [["1"], ["1", "2"], ["2", "3"]])
        await webservice.removeCached(relative)
        for try await update in webservice.updates(of: relative) { #expect(update.value == "4") }
    }

    @Test func `an error of the server comes behind the stored value`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            policies: [.cache()],
            transport: StubTransport { _ in
                sent.add()
                guard sent.value == 1 else { throw TransportError(.cannotConnect, "down") }
                return Response(headerFields: ["Cache-Control": "max-age=0", "ETag": "\"1\""], body: Data("one".utf8))
            })
        _ = try await webservice.load(resource)
        var values: [String] = []
        await #expect(throws: LoadError.self) {
            for try await update in webservice.updates(of: resource) { values.append(update.value) }
        }
        #expect(values == ["one"])
    }

    @Test func `what is validated in the background is there for the next one`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            policies: [.cache(Caching(lifetime: .zero, staleWhileRevalidating: .seconds(100)))],
            transport: counting(sent))
        #expect(try await webservice.load(resource) == "1")
        #expect(try await webservice.load(resource) == "1")
        #expect(await eventually { (try? await webservice.load(resource.onlyIfCached())) == "2" })
        #expect(sent.value == 2)
    }

    @Test func `no-store never reaches the disk, and neither does what was said to be no-store later`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "no-store-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = "the secret that nobody may find"
        let says = Locked("max-age=100")
        let webservice = Webservice(
            policies: [.cache(in: DiskCache(folder: folder))],
            transport: StubTransport { request in
                let text = says.withLock { $0 }
                let isSecret = text.contains("no-store") || request.headerFields["Cache-Control"] == "no-store"
                return Response(
                    headerFields: ["Cache-Control": text, "X-Note": isSecret ? secret : "open"],
                    body: Data((isSecret ? secret : "an open word").utf8))
            })
        func bytes() throws -> Data {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.reduce(into: Data()) { all, name in
                all += FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
            }
        }
        #expect(try await webservice.load(resource) == "an open word")
        #expect(try bytes().firstRange(of: "an open word".utf8) != nil, "the search finds what is there")
        says.withLock { $0 = "no-store" }
        for load in [resource.refreshed(), resource.cached(for: .seconds(60)).refreshed(), resource.validated()] {
            #expect(try await webservice.load(load) == secret)
        }
        says.withLock { $0 = "max-age=100" }
        #expect(try await webservice.load(resource.header("Cache-Control", "no-store")) == secret)
        #expect(try bytes().firstRange(of: secret.utf8) == nil)
    }
}
