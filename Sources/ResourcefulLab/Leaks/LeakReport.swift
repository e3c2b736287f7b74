/// What ``assertNoLeak(of:in:neverExposed:allowed:failing:atMost:limit:seed:running:)`` has looked at, and where it saw
/// the secrets.
///
///     let report = try assertNoLeak(
///         of: secrets, in: Episode.all, allowed: [.field("Authorization", at: api)]
///     ) {
///         DryRun(baseURL: api, policies: [.bearer(secrets["token"], for: api)], podcast)
///     }
///     print(report.count(of: .errors), report.places["token"] ?? [])
public struct LeakReport: Sendable, CustomStringConvertible {
    /// What is searched.
    public enum Subject: Hashable, Sendable, CustomStringConvertible {
        /// The requests to an origin, such as `https://example.org:443`: the URL, each field and the body.
        case requests(to: String)
        /// The errors of loads, in every form in which they are printed.
        case errors
        /// The events of a run and of an observer, among them the decisions of policies.
        case events
        /// The lines of a logging observer, the trace of a load, and the event log of a run.
        case logs
        /// The HTTP archives of a recording and of a trace.
        case archives
        /// The descriptions of requests, responses, plans and policies, the curl commands, and the explanation.
        case descriptions
        /// The entries of the store, and their names.
        case store
        /// The responses in the cache, and their keys.
        case cache

        /// The subject in a few words.
        public var description: String {
            switch self {
            case .requests(let origin): "requests to \(origin)"
            case .errors: "errors"
            case .events: "events"
            case .logs: "logs"
            case .archives: "archives"
            case .descriptions: "descriptions"
            case .store: "the store"
            case .cache: "the cache"
            }
        }
    }

    /// The worlds that were tried.
    package internal(set) var exploration: FailureExploration?
    /// The places where each secret was seen, in a few words, by its name. They are allowed, or responses.
    public internal(set) var places: [String: Set<String>] = [:]
    /// The allowed places in which no secret was seen.
    package internal(set) var unusedPlaces: [AllowedPlace] = []
    /// The number of texts that were searched.
    var counts: [Subject: Int] = [:]
    /// The subjects with secrets in them that aren't allowed.
    var leaking: Set<Subject> = []

    /// The number of texts of a subject that were searched, in all worlds together.
    public func count(of subject: Subject) -> Int { counts[subject] ?? 0 }

    /// The worlds, what was searched in them, and where each secret was seen, in several lines.
    public var description: String {
        let worlds = exploration.map { ["\($0)"] } ?? []
        let unused = unusedPlaces.map { "allowed, but never there: \($0)" }
        return (worlds + lines + seen + unused).joined(separator: "\n")
    }

    /// A line for each subject.
    var lines: [String] {
        let others: [Subject] = [.errors, .events, .logs, .archives, .descriptions, .store, .cache]
        let origins = counts.keys.filter { !others.contains($0) }.sorted { $0.description < $1.description }
        return (origins + others).map { subject -> String in
            let state = leaking.contains(subject) ? "leaking" : "clean"
            return count(of: subject) > 0
                ? "\(subject): \(count(of: subject)) looked at, \(state)" : "\(subject): nothing to look at"
        }
    }

    private var seen: [String] {
        places.sorted { $0.key < $1.key }.map { "\($0.key) is in \($0.value.sorted().joined(separator: ", "))" }
    }
}
