import ResourcefulDiagnostics

extension RecordedEffect {
    /// Reads an effect.
    ///
    /// - Throws: `ParseFailure` or ``UnreadableRecord``.
    init(_ json: JSON, in record: RecordReader) throws {
        let time = Duration.nanoseconds(try json.at.int64)
        let branch = try Self.index(json["in"], below: record.branches.count)
        let word = try json.kind.string
        switch word {
        case "exchange":
            let number = try Self.index(json.entry, below: record.recording.exchanges.count)
            self.init(
                time: time, branch: branch, key: nil,
                kind: .exchange(
                    number, way: json.way.stringIfThere.flatMap(Way.init) ?? .sent,
                    isCanceled: Self.isTrue(json.isCanceled)))
        case "run" where Self.isTrue(json.isAlone):
            self.init(time: time, branch: branch, key: .run(try json.key.string), kind: .runAlone)
        case "run":
            let run = json.run.isNull ? nil : try Self.index(json.run, below: record.runs.count)
            self.init(
                time: time, branch: branch, key: .run(try json.key.string),
                kind: .run(run, isFirst: Self.isTrue(json.isFirst)))
        case "end":
            let end = try Self.index(json.branch, below: record.branches.count)
            self.init(time: time, branch: branch, key: nil, kind: .end(branch: end))
        default:
            let key: Key =
                if json.duration.exists {
                    .wait(.nanoseconds(try json.duration.int64))
                } else {
                    Key(word, json.name.stringIfThere ?? "")
                }
            self.init(time: time, branch: branch, key: key, kind: .effect(try Self.outcome(json, in: record)))
        }
    }

    /// Reads what came of an effect. The members say which form it has.
    private static func outcome(_ json: JSON, in record: RecordReader) throws -> EffectOutcome {
        if isTrue(json.isCanceled) { return .canceled }
        if let error = json.error.stringIfThere { return .failed(RecordedFailure(description: error)) }
        if json.number.exists { return .number(try number(json.number)) }
        if json.size.exists { return .size(try json.size.int) }
        if json.responses.exists { return .cached(try record.cached(json)) }
        guard json.date.exists else { return .done }
        let date = try date(json.date)
        let data: Data
        if let text = json.text.stringIfThere {
            data = Data(text.utf8)
        } else {
            guard json.base64.exists else { return .date(date) }
            guard let decoded = Data(base64Encoded: try json.base64.string) else {
                throw UnreadableRecord("the record has no Base64 at \(json.path)")
            }
            data = decoded
        }
        let lasting = json.lasting.exists ? try index(json.lasting, below: data.count + 1) : nil
        return .entry(StoreEntry(data: data, date: date, lastingByteCount: lasting))
    }

    static func index(_ json: JSON, below count: Int) throws -> Int {
        let index = try json.int
        guard (0..<count).contains(index) else {
            throw UnreadableRecord("the record refers to number \(index) of \(count) at \(json.path)")
        }
        return index
    }

    static func date(_ json: JSON) throws -> Date {
        let seconds = try json.double
        guard seconds.magnitude < 1e12 else { throw UnreadableRecord("the record has no date at \(json.path)") }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func number(_ json: JSON) throws -> UInt64 {
        guard let number = UInt64(try json.string) else {
            throw UnreadableRecord("the record has no number of 64 bits at \(json.path)")
        }
        return number
    }

    private static func isTrue(_ json: JSON) -> Bool { (try? json.bool) == true }
}
