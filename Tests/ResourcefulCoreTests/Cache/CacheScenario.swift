import ResourcefulCore
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One exchange and one later request, in whole seconds, and what RFC 9111 says of them: a table instead of fields.
struct CacheScenario {
    /// Seconds from when the request was sent to when the response came, and from then to the next request.
    var (delay, wait) = (0, 0)
    /// The fields of the response; dates in seconds from when it came.
    var (date, expires, modified): (Int?, Int?, Int?) = (0, nil, nil)
    var (age, maxAge, staleWhileRevalidate, staleIfError): (Int?, Int?, Int?, Int?)
    var (noCache, mustRevalidate, isPublic) = (false, false, false)
    var status = 200
    /// The next request.
    var (wantsMaxAge, wantsMinFresh, wantsMaxStale, wantsStaleIfError): (Int?, Int?, Int?, Int?)
    var (wantsNoCache, wantsNoStore, wantsOnlyIfCached) = (false, false, false)

    static func arbitrary(_ numbers: inout SplitMix64) -> CacheScenario {
        var scenario = CacheScenario()
        func seconds(_ chance: Int, _ range: ClosedRange<Int> = 0...200) -> Int? {
            guard Int.random(in: 0..<100, using: &numbers) < chance else { return nil }
            return Int.random(in: range, using: &numbers)
        }
        func flag(_ chance: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < chance }
        scenario.delay = seconds(30, 0...20) ?? 0
        scenario.wait = Int.random(in: 0...250, using: &numbers)
        scenario.date = seconds(80, -50...30)
        scenario.expires = seconds(40, -50...200)
        scenario.modified = seconds(40, -3000...50)
        scenario.age = seconds(30)
        scenario.maxAge = seconds(50)
        scenario.staleWhileRevalidate = seconds(30)
        scenario.staleIfError = seconds(30)
        (scenario.noCache, scenario.mustRevalidate, scenario.isPublic) = (flag(10), flag(20), flag(20))
        scenario.status = [200, 200, 203, 404, 302, 403].randomElement(using: &numbers) ?? 200
        scenario.wantsMaxAge = seconds(20)
        scenario.wantsMinFresh = seconds(20)
        scenario.wantsMaxStale = seconds(20)
        scenario.wantsStaleIfError = seconds(20)
        (scenario.wantsNoCache, scenario.wantsNoStore, scenario.wantsOnlyIfCached) = (flag(8), flag(5), flag(20))
        return scenario
    }

    var response: Response {
        var fields: HeaderFields = ["ETag": "\"a\""]
        fields["Date"] = date.map { Exchanges.date(Double($0)) }
        fields["Expires"] = expires.map { Exchanges.date(Double($0)) }
        fields["Last-Modified"] = modified.map { Exchanges.date(Double($0)) }
        fields["Age"] = age.map { "\($0)" }
        var directives = [("max-age", maxAge), ("stale-while-revalidate", staleWhileRevalidate)].compactMap {
            named($0)
        }
        directives += [named(("stale-if-error", staleIfError))].compactMap(\.self)
        if noCache { directives.append("no-cache") }
        if mustRevalidate { directives.append("must-revalidate") }
        if isPublic { directives.append("public") }
        if !directives.isEmpty { fields["Cache-Control"] = directives.joined(separator: ", ") }
        return Response(status: Response.Status(status) ?? 200, headerFields: fields)
    }

    var request: Request {
        var directives = [("max-age", wantsMaxAge), ("min-fresh", wantsMinFresh), ("max-stale", wantsMaxStale)]
            .compactMap { named($0) }
        directives += [named(("stale-if-error", wantsStaleIfError))].compactMap(\.self)
        if wantsNoCache { directives.append("no-cache") }
        if wantsNoStore { directives.append("no-store") }
        if wantsOnlyIfCached { directives.append("only-if-cached") }
        return Exchanges.request(directives.isEmpty ? [:] : ["Cache-Control": directives.joined(separator: ", ")])
    }

    private func named(_ directive: (String, Int?)) -> String? { directive.1.map { "\(directive.0)=\($0)" } }

    /// Section 3: whether it may be stored.
    var isStored: Bool { [200, 203, 404].contains(status) || maxAge != nil || expires != nil || isPublic }

    /// Section 4.2.1.
    var lifetime: Int {
        if let maxAge { return maxAge }
        if let expires { return max(0, expires - (date ?? 0)) }
        guard let modified, [200, 203, 404].contains(status) || isPublic else { return 0 }
        return max(0, (date ?? 0) - modified)  // in tenths: see `isFresh`
    }

    private var isGuessed: Bool { maxAge == nil && expires == nil }

    /// Section 4.2.3. A Date of a second ago says nothing.
    var currentAge: Int {
        let apparent = -(date ?? 0)
        let corrected = (age ?? 0) + delay
        return (apparent < 2 ? corrected : max(apparent, corrected)) + wait
    }

    /// For how many tenths of a second it is fresh yet.
    var remaining: Int { (isGuessed ? lifetime : lifetime * 10) - currentAge * 10 }

    private var mayBeStale: Bool { !noCache && !mustRevalidate }

    /// Sections 4.2.4 and 5.2.1, and RFC 5861, section 3: the decision in a word.
    var expected: String {
        if wantsNoStore { return wantsOnlyIfCached ? "serve 504" : "fetch" }
        guard isStored else { return wantsOnlyIfCached ? "serve 504" : "fetch" }
        let isWithinAge = wantsMaxAge.map { $0 > 0 && currentAge <= $0 } ?? true
        var answer = "validate"
        if remaining > 0 {
            if remaining >= (wantsMinFresh ?? 0) * 10, isWithinAge, !noCache { answer = "serve \(status)" }
        } else if mayBeStale, isWithinAge, wantsMinFresh == nil, let limit = wantsMaxStale, -remaining <= limit * 10 {
            answer = "serve \(status)"
        } else if mayBeStale, wantsMaxAge == nil, wantsMinFresh == nil, let limit = staleWhileRevalidate, limit > 0,
            -remaining <= limit * 10
        {
            answer = "serve \(status) and validate"
        }
        if wantsNoCache { answer = "validate" }
        guard wantsOnlyIfCached else { return answer }
        return answer == "validate" ? "serve 504" : "serve \(status)"
    }

    /// RFC 5861, section 4.
    var isServedAfterFailure: Bool {
        guard isStored, mayBeStale, !wantsNoCache, !wantsNoStore, wantsMinFresh == nil,
            wantsMaxAge.map({ $0 > 0 && currentAge <= $0 }) ?? true, let limit = wantsStaleIfError ?? staleIfError
        else { return false }
        return -remaining <= limit * 10
    }
}
