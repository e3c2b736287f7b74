import Foundation

/// Two ways to do one work on one document, timed in turn.
struct Comparison {
    let document: String
    let work: String
    /// How many rows the document has, where that is what is looked at.
    var size: Int?
    let ours: () throws -> Void
    let theirs: () throws -> Void

    /// Nanoseconds of each way in each round. Every other round begins with the other way.
    func measured(rounds: Int) throws -> [String: Any] {
        let (ourCount, theirCount) = (try count(ours), try count(theirs))
        var (our, their): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            if round % 2 == 0 { our.append(try time(ours, ourCount)) }
            their.append(try time(theirs, theirCount))
            if round % 2 == 1 { our.append(try time(ours, ourCount)) }
        }
        var figures: [String: Any] = ["document": document, "work": work, "ours": our, "theirs": their]
        figures["size"] = size
        return figures
    }

    /// How often to do it, so that it takes some milliseconds; which warms up, too.
    private func count(_ work: () throws -> Void) throws -> Int {
        _ = try time(work, 3)
        return max(1, Int(8_000_000 / (try time(work, 3))))
    }

    /// Nanoseconds of a work that is done so often: those of the processor, which other programs don't add to.
    func time(_ work: () throws -> Void, _ count: Int) throws -> Double {
        let start = nanoseconds()
        for _ in 0..<count { try work() }
        return Double(nanoseconds() - start) / Double(count)
    }

    private func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
