extension Resource {
    /// Returns what the resource needs of a server's answer: which members it can't do without, which are optional, and
    /// which it doesn't read.
    ///
    ///     print(try Episode.all.sensitivity(to: Fixture("episodes.json")))
    ///     // []        optional, an object       → null, another type, empty object: fails
    ///     // [].id     needed, a number          → missing, null, another type, fraction: fails
    ///     // [].length optional, a number        → another type, fraction: fails
    ///     // [].guests not read, a list
    ///
    /// The answer is a `Fixture`, the `Data` of a body, a `Response`, or a `Recording` that has one. Of a response
    /// and a recording, the status and the fields are validated; they aren't changed.
    ///
    /// The body is read about 10 times for each member, with a change in all places of the member at once, and up to 20
    /// times more with the changes that don't fail, in the first place alone and in the last one. Each reading costs as
    /// much as parsing in a load. Of a body of more than 4 KB, elements of long lists that are like others are left out
    /// if the resource can read the rest: every member in every type stays, and so does each of a few short values. A
    /// parse function that traps on an unexpected answer ends the test.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - limit: The number of readings after which no more members are tried; those near the root are tried first,
    ///     and changes in all places before those in one. Nil for 10,000, or fewer for a body that has more than 6 KB
    ///     without the elements that are left out: 64 MB of text in total, but at least 200 readings.
    /// - Throws: The error of the load if the resource can't read the answer to begin with; `ParseFailure` if the body
    ///   isn't JSON; `MissingFixture`.
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
    ///   - old: The older answer; see `sensitivity(to:limit:)`, which also has the cost.
    ///   - new: The newer answer.
    ///   - limit: The number of readings after which no more members of the older answer are tried.
    /// - Returns: The breaks, of which each describes itself on one line; empty if nothing breaks.
    /// - Throws: The error of the load if the resource can't read the older answer; `ParseFailure` if its body isn't
    ///   JSON; `MissingFixture`; `LoadError` with a `RecordingMismatch` if a recording has no answer.
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
