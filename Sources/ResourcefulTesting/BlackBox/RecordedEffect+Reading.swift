import ResourcefulDiagnostics

extension RecordedEffect {
    /// Reads an effect.
    ///
    /// - Throws: `ParseFailure` or ``UnreadableRecord``.
    init(_ json: JSON, in record: RecordReader) throws {
        let time = Duration.nanoseconds(try json.at.int64)
        let branch = try Self.index(json["in"], below: record.branches.count)
        let kind: Kind =
            switch try json.kind.string {
            case "exchange":
                .exchange(
                    try Self.index(json.entry, below: record.recording.exchanges.count),
                    way: json.way.stringIfThere.flatMap(Way.init) ?? .sent, isCanceled: Self.isTrue(json.isCanceled))
            case "wait": .wait(.nanoseconds(try json.duration.int64), isOver: try json.isOver.bool)
            case "time": .time(try Self.date(json.date))
            case "number": .number(try json.number.exists ? Self.number(json.number) : nil)
            case "question":
                .question(
                    try json.name.string, error: json.error.stringIfThere, isCanceled: Self.isTrue(json.isCanceled))
            case "read": .read(try json.name.string, try Self.stored(json))
            case "update": .update(try json.name.string, try Self.stored(json))
            case "lookup": .lookup(try json.url.string, try record.cached(json))
            case "count": .count(try json.count.int)
            case "permit": .permit(try json.gate.string, hasPermit: try json.hasPermit.bool)
            case "run" where Self.isTrue(json.isAlone): .runAlone(try json.key.string)
            case "run":
                .run(
                    try json.key.string,
                    json.run.isNull ? nil : try Self.index(json.run, below: record.runs.count),
                    isFirst: Self.isTrue(json.isFirst))
            case "end": .end(branch: try Self.index(json.branch, below: record.branches.count))
            case "note": .note
            case let kind: throw UnreadableRecord("the record has an effect of an unknown kind: \(kind.prefix(40))")
            }
        self.init(time: time, branch: branch, kind: kind)
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

    private static func stored(_ json: JSON) throws -> Content<StoreEntry> {
        if json.size.exists { return .size(try json.size.int) }
        guard json.date.exists else { return .entry(nil) }
        let data: Data?
        if let text = json.text.stringIfThere {
            data = Data(text.utf8)
        } else {
            data = Data(base64Encoded: try json.base64.string)
        }
        guard let data else { throw UnreadableRecord("the record has no Base64 at \(json.path)") }
        return .entry(StoreEntry(data: data, date: try date(json.date)))
    }
}
