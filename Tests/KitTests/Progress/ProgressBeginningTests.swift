import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The first progress of a load comes when its first request is sent.
struct ProgressBeginningTests {
    /// Loads a plan with a teller, as a loop over a stream does.
    private static func load(_ plan: Plan<Int>, by webservice: Webservice, telling teller: ProgressTeller) async {
        let result = await Task { try await webservice.metered(by: teller.meter.exchange).load(plan) }.result
        await teller.end(hasSucceeded: (try? result.get()) != nil)
    }

    /// What a load reports in each of its forms.
    private static func progress(of plan: Plan<Int>, baseURL: URL? = nil) async -> [[Double?]] {
        let webservice = Webservice(baseURL: baseURL, transport: StubTransport { _ in Response(body: Data(count: 10)) })
        let (first, second, third) = (Locked<[Double?]>([]), Locked<[Double?]>([]), Locked<[Double?]>([]))
        let hour = Duration.seconds(3_600)
        _ = try? await webservice.load(plan, every: hour) { progress in first.withLock { $0.append(progress.fraction) }
        }
        let teller = ProgressTeller(interval: hour) { progress in second.withLock { $0.append(progress.fraction) } }
        await load(plan, by: webservice, telling: teller)
        do {
            for try await case .progress(let progress) in webservice.progress(of: plan, every: hour) {
                third.withLock { $0.append(progress.fraction) }
            }
        } catch {}
        return [first, second, third].map { log in log.withLock { $0 } }
    }

    private static let resource = Resource(Request("a"), parseResponse: { $0.body.count })

    @Test func `a load that fails before it sends anything reports none`() async {
        for plan in [Self.resource.plan, .failure(CancellationError()), .failure(RequestError("no"))] {
            #expect(await Self.progress(of: plan) == [[], [], []], "\(plan)")
        }
    }

    @Test func `a load reports its beginning and its end, also if it needs no request`() async {
        let base = URL(string: "https://example.org/")
        #expect(await Self.progress(of: .value(1), baseURL: base) == [[nil, 1], [nil, 1], [nil, 1]])
        #expect(await Self.progress(of: Self.resource.plan, baseURL: base) == [[nil, 1], [nil, 1], [nil, 1]])
        let later = Self.resource.flatMap { _ in Plan<Int>.failure(RequestError("no")) }
        #expect(await Self.progress(of: later, baseURL: base).allSatisfy { !$0.isEmpty })
    }

    @Test func `a stream that can't be sent reports none, and another one its beginning and its end`() async {
        for (base, count) in [(nil, 0), (URL(string: "https://example.org/"), 2)] {
            let webservice = Webservice(
                baseURL: base, transport: StubTransport { _ in Response(body: Data(count: 10)) })
            let told = Locked(0)
            let pieces = webservice.stream(of: .init(bytes: Request("a")), every: .seconds(3_600)) { _ in
                told.withLock { $0 += 1 }
            }
            do { for try await _ in pieces {} } catch {}
            #expect(told.withLock { $0 } == count)
        }
    }
}
