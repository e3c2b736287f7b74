public import ResourcefulCore

extension Resource {
    /// Returns what the resource needs of a server's answer: which members it can't do without, which are optional, and
    /// which it doesn't read.
    ///
    ///     print(try Episode.all.sensitivity(to: Fixture("episodes.json")))
    ///     // []             optional, an object  → null, another type, empty object: fails
    ///     // [].id          needed, a number     → missing, null, another type, fraction: fails
    ///     // [].length      optional, a number   → another type, fraction: fails
    ///     // [].guests      not read, a list
    ///
    /// The answer is a ``Fixture``, the `Data` of a body, a `Response`, or a ``Recording`` that has one. Only of a
    /// response and a recording are the status and the fields validated; they aren't changed.
    ///
    /// Each reading costs as much as a load spends on parsing. There are about 10 for a member, and up to 60 for a
    /// member that doesn't fail and occurs several times, because each change is made in all places at once, and then
    /// alone in four of them. A parse function that traps on an unexpected answer ends the test.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - limit: The number of readings after which no more members are tried; those near the root are tried first.
    ///     Nil for 10,000, or fewer for a body of more than 6 KB: 64 MB of text in total, but at least 200.
    /// - Throws: The error of the load if the resource can't read the answer to begin with; `ParseFailure` if the body
    ///   isn't JSON; ``MissingFixture``.
    public func sensitivity(to answer: some ServerAnswerConvertible, limit: Int? = nil) throws -> Sensitivity {
        var probe = try SensitivityProbe(self, answer.asServerAnswer.known(for: request))
        return probe.report(limit: limit)
    }

    /// Returns what a newer answer of a server breaks, compared with an older one: in a test, the answer of today and
    /// the fixture that your code was written for.
    ///
    ///     let breaks = try Episode.all.breaks(from: Fixture("old.json"), to: Recording("today.har"))
    ///     #expect(breaks.isEmpty)
    ///
    /// If the newer answer can't be read, the breaks are the reason, and each member that is missing, null or of
    /// another type where the older answer can't do without. If it can be read, they are the members that are missing
    /// or null everywhere, or that have another type, if the resource reads another value because of that. Members that
    /// the resource doesn't read, new members, the number of elements and other values of the same type aren't breaks.
    ///
    /// - Parameters:
    ///   - old: The older answer; see ``sensitivity(to:limit:)``, which also has the cost.
    ///   - new: The newer answer.
    ///   - limit: The number of readings after which no more members of the older answer are tried.
    /// - Returns: The breaks, of which each describes itself on one line; empty if nothing breaks.
    /// - Throws: The error of the load if the resource can't read the older answer; `ParseFailure` if its body isn't
    ///   JSON; ``MissingFixture``; `LoadError` with a ``RecordingMismatch`` if a recording has no answer.
    public func breaks(
        from old: some ServerAnswerConvertible, to new: some ServerAnswerConvertible, limit: Int? = nil
    ) throws -> [Sensitivity.Break] {
        let answer = try new.asServerAnswer.known(for: request)
        let report = try sensitivity(to: old, limit: limit)
        var failure: Sensitivity.Failure?
        do {
            _ = try value(in: answer)
        } catch {
            failure = Sensitivity.Failure(error)
        }
        // An error that the server declares has another body.
        let isRead = failure.map { $0.stage == .parse } ?? true
        guard isRead, let outline = try? BodyOutline(answer.response.body) else {
            return failure.map { [Sensitivity.Break(Sensitivity.Path(), nil, failure: $0)] } ?? []
        }
        return BreakSearch(report, outline, failure).breaks
    }
}
