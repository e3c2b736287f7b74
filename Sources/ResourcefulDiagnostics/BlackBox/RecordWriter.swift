/// Makes the document of a load that failed, without its secrets.
struct RecordWriter {
    private let load: FailedLoad
    /// The redaction, with the secrets that the load sent.
    let redaction: Redaction
    /// The names of the program's own secrets, which a test needs to know to compare requests.
    private let names: [(String, JSON)]
    /// The exchanges as entries of an archive.
    private var entries: [JSON] = []
    /// The cached responses as entries of an archive.
    var responses: [JSON] = []
    /// What happened, for people, with the time and the branch.
    private var eventLog: [(ContinuousClock.Instant, String)] = []
    private var effects: [JSON] = []

    /// The number of spellings of secrets that are looked for everywhere. Every other exchange hides its own.
    private static let maximumSpellingCount = 512

    init(_ load: FailedLoad, redaction: Redaction) {
        self.load = load
        names = redaction.archivedNames(beside: .standard)
        let requests = load.logs.lazy.flatMap(\.content.effects).compactMap { effect -> Request? in
            guard case .exchanged(let exchange) = effect.kind else { return nil }
            return exchange.request
        }
        // The last ones first: errors quote those.
        self.redaction = requests.reversed().reduce(redaction) { redaction, request in
            redaction.spellingCount < Self.maximumSpellingCount ? redaction.hiding(secretsOf: request) : redaction
        }
    }

    var document: JSON {
        var writer = self
        let box = writer.box()
        var log: [(String, JSON)] = [
            ("version", "1.2"), ("creator", ["name": "Resourceful", "version": "1"]), ("pages", []),
        ]
        log += names
        log += [("_blackBox", box), ("entries", JSON(writer.entries))]
        return ["log": JSON(log)]
    }

    private mutating func box() -> JSON {
        var (runs, branches) = ([JSON](), [JSON]())
        for (run, logged) in load.logs.enumerated() {
            let first = branches.count
            branches.append([JSON(run), -1, 0, 0])
            for branch in logged.content.branches {
                branches.append([JSON(run), JSON(first + branch.outer), JSON(branch.group), JSON(branch.place)])
            }
            for effect in logged.content.effects { add(effect, in: logged.content, run: run, first: first) }
            runs.append([
                "key": JSON(logged.log.key.map { text("\($0)") } ?? ""),
                "hasEnded": JSON(run == 0 || logged.content.hasEnded), "lost": JSON(logged.content.lostCount),
            ])
        }
        let error = text(of: load.error)
        var lines = eventLog.sorted { $0.0 < $1.0 }.map { JSON($0.1) }
        let lostCount = load.logs.reduce(0) { $0 + $1.content.lostCount }
        if lostCount > 0 { lines.append(JSON("… \(lostCount) effects weren't kept")) }
        return [
            "version": JSON(BlackBox.Record.version), "eventLog": JSON(lines + [JSON("→ \(error)")]),
            "plan": JSON(text(load.plan)), "error": JSON(error),
            "date": JSON(load.date.timeIntervalSinceReferenceDate), "duration": JSON(load.duration.inNanoseconds),
            "runs": JSON(runs), "branches": JSON(branches), "effects": JSON(effects), "responses": JSON(responses),
        ]
    }

    private mutating func add(_ effect: LoggedEffect, in content: EffectLog.State, run: Int, first: Int) {
        let time = load.logs[0].log.began.duration(to: effect.time)
        var members: [(String, JSON)] = [("at", JSON(time.inNanoseconds)), ("in", JSON(first + effect.branch))]
        let (more, line) = described(effect.kind, first: first, at: time)
        members += more
        effects.append(JSON(members))
        guard let line else { return }
        var place = run == 0 ? "" : "(\(text(load.logs[run].log.key.map { "\($0)" } ?? ""))) "
        if effect.branch > 0 { place += "\(content.name(of: effect.branch))  " }
        eventLog.append((effect.time, "[\(max(.zero, time).inWords)] \(place)\(line)"))
    }

    /// Returns the members of an effect, and its line in the event log, if it has one.
    private mutating func described(
        _ kind: LoggedEffect.Kind, first: Int, at time: Duration
    ) -> (members: [(String, JSON)], line: String?) {
        switch kind {
        case .exchanged(let exchange): return described(exchange, at: time)
        case .effect(let name, let outcome): return described(name, outcome)
        case .joined(let key, let run, let isFirst):
            let index = run.flatMap { run in load.logs.firstIndex { $0.log === run } }
            let name = text("\(key)")
            return (
                [
                    ("kind", "run"), ("key", JSON(name)), ("run", index.map { JSON($0) } ?? .null),
                    ("isFirst", JSON(isFirst)),
                ],
                "waited for the shared run \(name)"
            )
        case .ranAlone(let key): return ([("kind", "run"), ("key", JSON(text("\(key)"))), ("isAlone", true)], nil)
        case .ended(let branch): return ([("kind", "end"), ("branch", JSON(first + branch))], nil)
        }
    }

    /// Returns the members of an effect, and its line in the story, which leaves out what says little.
    private mutating func described(
        _ name: EffectName, _ outcome: EffectOutcome
    ) -> (members: [(String, JSON)], line: String?) {
        var members: [(String, JSON)] = [("kind", JSON(name.word))]
        let subject: String?
        switch name.subject {
        case .nothing: subject = nil
        case .text(let name): subject = text(name)
        case .entry(let entry): subject = text(entry.text)
        case .cached(let key): subject = redaction.redacted(urlText: key.url)
        case .gate(let gate): subject = text("\(gate)")
        case .duration(let duration):
            members.append(("duration", JSON(duration.inNanoseconds)))
            subject = nil
        }
        if let subject { members.append(("name", JSON(subject))) }
        members += written(outcome, of: name)
        switch (name.subject, outcome) {
        case (_, .canceled): return (members, nil)
        case (_, .decided(let decision)): return (members, text("\(decision)"))
        case (.duration(let duration), _): return (members, "waited \(duration.inWords)")
        case (.nothing, _), (.gate, _): return (members, nil)
        case (_, .failed(let error)): return (members, "\(name.word) \(subject ?? ""): ✗ \(text(of: error))")
        default: return (members, "\(name.word) \(subject ?? "")")
        }
    }

    private mutating func described(_ exchange: LoggedExchange, at time: Duration) -> ([(String, JSON)], String?) {
        entries.append(entry(of: exchange, at: load.date.addingTimeInterval(max(.zero, time).inSeconds)))
        var members: [(String, JSON)] = [("kind", "exchange"), ("entry", JSON(entries.count - 1))]
        switch exchange.way {
        case .sent: break
        case .joined: members.append(("way", "joined"))
        case .memory: members.append(("way", "memory"))
        }
        let request =
            "\(exchange.request.method) \(redaction.hiding(secretsOf: exchange.request).redacted(exchange.request.url))"
        switch exchange.outcome {
        case .success(let response): return (members, "→ \(request): \(response.status)")
        case .failure(is CancellationError): return (members + [("isCanceled", true)], nil)
        case .failure(let error): return (members, "→ \(request): ✗ \(text(of: error))")
        }
    }

    /// Returns the text of an error without the secrets of any request of the load.
    func text(of error: any Error) -> String { text(redaction.text(of: error)) }

    /// Returns a text without secrets.
    func text(_ text: String) -> String {
        String(decoding: redaction.redacted(content: Data(text.utf8), of: .plainText), as: UTF8.self)
    }
}

extension EffectLog.State {
    /// Returns the places of a branch, such as `1.0`, the outermost first.
    fileprivate func name(of branch: Int) -> String {
        var (places, next) = ([String](), branch)
        while next > 0, next <= branches.count {
            places.append("\(branches[next - 1].place)")
            next = branches[next - 1].outer
        }
        return places.reversed().joined(separator: ".")
    }
}

extension Duration {
    /// The whole nanoseconds, clamped to 64 bits.
    fileprivate var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (nanoseconds, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumOver) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isOver || isSumOver ? (seconds < 0 ? .min : .max) : sum
    }
}
