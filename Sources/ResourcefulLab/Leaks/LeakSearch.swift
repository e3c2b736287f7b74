/// Searches worlds for secrets, and remembers what was searched, so that what many worlds have in common is searched
/// once.
final class LeakSearch {
    private let secrets: Canaries
    private let neverExposed: Set<String>
    private let allowed: [AllowedPlace]
    private(set) var report = LeakReport()
    private var usedPlaces: Set<AllowedPlace> = []
    /// The search for the canaries that were asked for so far.
    private var search: CanarySearch
    private var canaryCount = 0
    /// The results for texts, exchanges and events that were searched before.
    private var findings: [[UInt8]: [CanarySearch.Finding]] = [:]
    private var exchanges: [Recording.Exchange: Searched] = [:]
    private var events: [DryRun.Event.Kind: Searched] = [:]
    private var errors: [KnownError: Searched] = [:]
    /// The result for what shows the plan.
    private var shown: Searched?
    /// Whether a leak was found: what is searched afterwards isn't counted.
    private var isDone = false

    /// What was found in some texts.
    fileprivate struct Searched {
        var counts: [LeakReport.Subject: Int] = [:]
        var leaks: Set<Leak> = []
    }

    init(_ secrets: Canaries, neverExposed: Set<String>, allowed: [AllowedPlace]) {
        (self.secrets, self.neverExposed, self.allowed) = (secrets, neverExposed, allowed)
        search = CanarySearch([])
    }

    /// Searches a world, and once what shows its plan before anything is sent.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - plan: The plan.
    ///   - run: A run with its policies that hasn't loaded anything.
    /// - Throws: ``WorldLeaks``.
    func check<Server, Value>(_ world: ExploredWorld<Server, Value>, of plan: Plan<Value>, in run: DryRun) throws {
        renew()
        var all = Searched()
        if let shown {
            all.leaks = shown.leaks
        } else {
            all = searched(SearchedText.shown(of: plan, in: run))
            shown = all
        }
        let witness = world.run.meter as? ExchangeWitness
        for exchange in witness?.exchanges ?? [] { all.add(searched(exchange)) }
        for event in world.run.events { all.add(searched(event)) }
        if case .failure(let error) = world.outcome { all.add(searched(error, after: world.requests.last)) }
        all.add(searched([SearchedText(.logs, "the event log of the run", text: world.run.eventLog)]))
        all.add(searched(SearchedText.kept(by: world.run)))
        try finish(all)
    }

    /// The canaries that were never seen, although they should have been.
    var unseen: [String] { secrets.names.filter { report.places[$0] == nil && !neverExposed.contains($0) } }

    /// Returns the report with the worlds that were tried.
    func finished(_ exploration: FailureExploration) -> LeakReport {
        report.exploration = exploration
        report.unusedPlaces = allowed.filter { !usedPlaces.contains($0) }
        return report
    }

    private func finish(_ searched: Searched) throws {
        if !isDone {
            report.counts.merge(searched.counts, uniquingKeysWith: +)
            report.leaking.formUnion(searched.leaks.map(\.subject))
        }
        guard !searched.leaks.isEmpty else { return }
        isDone = true
        throw WorldLeaks(leaks: searched.leaks.sorted { ($0.order, $0.description) < ($1.order, $1.description) })
    }

    /// Starts over if canaries were asked for since the last world, for example by the server.
    private func renew() {
        let canaries = secrets.all
        guard canaries.count != canaryCount || findings.count > 20_000 else { return }
        canaryCount = canaries.count
        search = CanarySearch(canaries)
        (findings, exchanges, events, errors, shown) = ([:], [:], [:], [:], nil)
    }

    private func searched(_ exchange: Recording.Exchange) -> Searched {
        if let known = exchanges[exchange] { return known }
        let result = searched(SearchedText.parts(of: exchange.request) + SearchedText.shown(of: exchange))
        exchanges[exchange] = result
        return result
    }

    private func searched(_ error: any Error, after request: Request?) -> Searched {
        let key = KnownError(error, after: request)
        if let key, let known = errors[key] { return known }
        let result = searched(SearchedText.shown(of: error, request: request))
        if let key { errors[key] = result }
        return result
    }

    private func searched(_ event: DryRun.Event) -> Searched {
        if let known = events[event.kind] { return known }
        let texts = ["\(event)"] + shownTexts(of: event.kind).suffix(1)
        let result = searched(texts.map { SearchedText(.events, "the event: \(event.kind.subject)", text: $0) })
        events[event.kind] = result
        return result
    }

    private func searched(_ texts: [SearchedText]) -> Searched {
        var result = Searched()
        for text in texts {
            if text.place != .response { result.counts[text.subject, default: 0] += 1 }
            for finding in findings(in: text.bytes) {
                let name = finding.canary
                if text.place == .response {
                    report.places[name, default: []].insert("a response")
                } else if !neverExposed.contains(name),
                    let place = allowed.first(where: { $0.covers(text.place, of: name) })
                {
                    report.places[name, default: []].insert("\(place)")
                    usedPlaces.insert(place)
                } else {
                    result.leaks.insert(
                        Leak(
                            secret: name, subject: text.subject, place: text.name, encoding: finding.encoding,
                            count: finding.count))
                }
            }
        }
        return result
    }

    private func findings(in bytes: [UInt8]) -> [CanarySearch.Finding] {
        if let known = findings[bytes] { return known }
        let result = search.findings(in: bytes)
        findings[bytes] = result
        return result
    }
}

extension LeakSearch.Searched {
    fileprivate mutating func add(_ other: LeakSearch.Searched) {
        counts.merge(other.counts, uniquingKeysWith: +)
        leaks.formUnion(other.leaks)
    }
}

/// An error of the library with everything that it shows, which is the same in many worlds.
private struct KnownError: Hashable {
    private let (stage, received): (LoadError.Stage, Int?)
    private let (request, last): (Request, Request?)
    private let response: Response?
    private let cause: String

    /// Returns nil for an error that may show more than the library's own.
    init?(_ error: any Error, after last: Request?) {
        guard let error = error as? LoadError else { return nil }
        switch error.underlyingError {
        case nil: cause = ""
        case let failure as ParseFailure: cause = "\(failure)"
        case let failure as TransportError: cause = "\(failure)"
        default: return nil
        }
        (stage, received, request, response) = (error.stage, error.received, error.request, error.response)
        self.last = last
    }
}

extension Leak {
    /// What leaves the process comes first.
    fileprivate var order: Int {
        switch subject {
        case .requests: 0
        case .store, .cache: 1
        default: 2
        }
    }
}

extension DryRun.Event.Kind {
    /// The kind of the event, without its content.
    fileprivate var subject: String {
        String(String(reflecting: self).prefix { $0 != "(" }.split(separator: ".").last ?? "an event")
    }
}
