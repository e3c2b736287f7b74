import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is told of a cache, where the URLs of its entries have secrets.
struct WatchedCacheTests {
    private let url = URL(string: "https://example.org/a?token=hunter22&page=1")!

    private var selections: [CacheSelection] { [.url(url), .under(url)] }

    @Test func `a removal of cached responses is reported without the secrets of its URL`() async {
        let recorder = Recorder()
        let webservice = Webservice(
            policies: [.cache()], observers: [recorder.observer], transport: StubTransport { _ in Response() })
        for selection in selections { await webservice.removeCached(selection) }
        await webservice.removeCached(Resource<Data>(Request(url: url)))
        let text = recorder.trace.text
        #expect(text.contains("remove url(https://example.org/a?token=redacted&page=1) from the cache"), "\(text)")
        #expect(text.contains("remove under(https://example.org/a?token=redacted&page=1) from the cache"), "\(text)")
        #expect(!text.contains("hunter22"), "\(text)")
        #expect(!String(recorder.trace.har()).contains("hunter22"))
    }

    @Test func `a dry run's event log of a cache is without the secrets of its URLs`() throws {
        var run = DryRun(policies: [.cache()]) { _ in
            Response(headerFields: ["Cache-Control": "max-age=100"], body: Data("a".utf8))
        }
        _ = try run.load(Resource<Data>(Request(url: url)))
        for selection in selections { try run.load(Plan<Void>.removeCached(selection)) }
        try run.load(Plan<Void>.removeCached(.all))
        #expect(!run.eventLog.contains("hunter22"), "\(run.eventLog)")
        #expect(run.eventLog.contains("removed url(/a?token=redacted&page=1) from the cache"))
        #expect(run.eventLog.contains("removed all from the cache"))
    }
}
