#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// How the time of a work grows with its size: what counts is what this thread does, whatever the machine does besides.
package enum Growth {
    /// How many times as long the large work takes as the small one, both at their best of several tries: others take
    /// a part of the processor's caches at times. It tries no more once that is `limit` or less.
    ///
    /// For a linear work it is about `large / small`, for a quadratic one the square of it: a limit stands between.
    ///
    /// - Parameter prepare: makes a work of a size; this takes no time.
    package static func ratio(
        from small: Int, to large: Int, upTo limit: Double, of prepare: (Int) throws -> () throws -> Void
    ) throws -> Double {
        var (few, many, ratio) = (Double.infinity, Double.infinity, Double.infinity)
        for round in 0..<12 {
            few = min(few, try time(of: prepare(small)))
            many = min(many, try time(of: prepare(large)))
            ratio = many / max(few, 1e-9)
            if round >= 2, ratio <= limit { break }
        }
        return ratio
    }

    private static func time(of work: () throws -> Void) rethrows -> Double {
        let start = threadTime
        try work()
        return threadTime - start
    }

    /// The seconds for which this thread has run.
    private static var threadTime: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    /// The seconds for which all threads have run.
    package static var processTime: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
