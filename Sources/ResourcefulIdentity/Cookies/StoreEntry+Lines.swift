// An entry with lines, of which some end with the program. Those that last come first, with a line feed after each. The
// others follow, each with its place among all lines before it, and a space, unless it is the last one so far. So a
// store that keeps the beginning of an entry keeps whole lines, and the others find their places among its lines, even
// if another program has changed them meanwhile.
extension StoreEntry {
    /// A line of an entry, and whether it lasts.
    typealias Line = (text: String, isLasting: Bool)

    /// Creates an entry for lines in an order. Returns nil if there are none.
    init?(_ lines: [Line], date: Date) {
        guard !lines.isEmpty else { return nil }
        var data = Data()
        var known = 0
        for line in lines where line.isLasting {
            data.append(contentsOf: "\(Self.text(of: line, at: known, after: known))\n".utf8)
            known += 1
        }
        let count = data.count
        for (place, line) in lines.enumerated() where !line.isLasting {
            if data.count > count { data.append(UInt8(ascii: "\n")) }
            data.append(contentsOf: Self.text(of: line, at: place, after: known).utf8)
            known += 1
        }
        self.init(data: data, date: date, lastingByteCount: count == data.count ? nil : count)
    }

    /// Returns a line with its place, unless it is the last one so far, and can't be taken for one with a place.
    private static func text(of line: Line, at place: Int, after count: Int) -> String {
        place == count && placed(Array(line.text.utf8)[...]).0 == nil ? line.text : "\(place) \(line.text)"
    }

    /// Whether a part of the entry can be kept after the program ends.
    var lasts: Bool { lastingByteCount != 0 }

    /// Whether less than a day is between the entry's date and another one.
    func isOfDay(of other: Date) -> Bool { abs(date.timeIntervalSince(other)) < 86_400 }

    /// Returns what a function makes of the bytes of each line, in the order of the lines. A line of which it makes nil
    /// is left out.
    ///
    /// - Parameter read: The function; it is also told whether the line lasts.
    func lines<Value>(_ read: (ArraySlice<UInt8>, _ isLasting: Bool) -> Value?) -> [Value] {
        let bytes = [UInt8](data)
        let lasting = lastingByteCount ?? bytes.count
        var (rest, values) = (bytes[...], [Value]())
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let (place, line) = Self.placed(rest[..<end])
            if !line.isEmpty, let value = read(line, line.startIndex < lasting) {
                values.insert(value, at: min(place ?? values.count, values.count))
            }
            rest = rest[min(end + 1, rest.endIndex)...]
        }
        return values
    }

    /// Returns the place before a line, and the line.
    private static func placed(_ line: ArraySlice<UInt8>) -> (Int?, ArraySlice<UInt8>) {
        guard let first = line.first, (0x30...0x39).contains(first) else { return (nil, line) }
        let digits = line.prefix { (0x30...0x39).contains($0) }
        guard digits.count < 10, digits.endIndex < line.endIndex, line[digits.endIndex] == UInt8(ascii: " ") else {
            return (nil, line)
        }
        return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, line[(digits.endIndex + 1)...])
    }
}

extension CookieJar {
    /// Reads the jar in an entry of a store. It skips damaged lines.
    init(_ entry: StoreEntry) { self.init(storedCookies: entry.lines { line, _ in Cookie(storedLine: line) }) }

    /// Returns the entry of a jar with a mark instead of each value.
    @Sendable static func shown(_ entry: StoreEntry) -> StoreEntry {
        let feed = UInt8(ascii: "\n")
        let lines = entry.data.split(separator: feed, omittingEmptySubsequences: false).map { line in
            let start = line.lastIndex(of: UInt8(ascii: "\t")).map { line.index(after: $0) } ?? line.startIndex
            return line.isEmpty ? Data() : Data(line[..<start]) + Data(Redaction.mark.utf8)
        }
        // As many lines last as before.
        let lasting = entry.lastingByteCount.map { count in
            lines.prefix(entry.data.prefix(max(0, count)).count { $0 == feed }).reduce(0) { $0 + $1.count + 1 }
        }
        return StoreEntry(data: Data(lines.joined(separator: [feed])), date: entry.date, lastingByteCount: lasting)
    }

    /// The jar as an entry of a store, in which session cookies end with the program; nil if it has no cookies.
    func entry(at time: Date) -> StoreEntry? { StoreEntry(storedLines, date: time) }
}
