#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A way to load, as a program of its own:
///
///     PROGRAM SERVER WORKLOAD COUNT AT-ONCE [KIND]
///
/// prints one line of JSON: nanoseconds passed, nanoseconds of processor time, and kibibytes of memory at the peak.
/// With the file of a schedule instead of a count, the loads begin at its times, and the line also has their latencies.
package struct Contender: Sendable {
    /// Loads once, and returns what tells a right outcome from a wrong one: the number, or how many there are.
    package typealias Load = @Sendable () async throws -> Int

    /// What the program was started with.
    package struct Arguments: Sendable {
        /// Where the server is, with a slash at the end.
        package let server: String
        let workload: Workload
        let count: Int
        /// When the loads begin; nil for one after the other.
        let openLoop: OpenLoop?
        package let atOnce: Int
        /// Which of several contenders in one program this is.
        package let kind: String?

        /// The file of the authority that has signed the server's certificate; nil without TLS.
        package var authority: String? {
            guard server.hasPrefix("https:"), let folder = getenv("RESOURCEFUL_SERVERS") else { return nil }
            return String(cString: folder) + "/ca.pem"
        }

        init?(_ words: [String]) {
            guard words.count >= 5, let workload = Workload(rawValue: words[2]), let atOnce = Int(words[4]), atOnce > 0
            else { return nil }
            openLoop = Int(words[3]) == nil ? try? OpenLoop(file: words[3]) : nil
            guard let count = openLoop?.schedule.count ?? Int(words[3]) else { return nil }
            (server, kind) = (words[1], words.count > 5 ? words[5] : nil)
            (self.workload, self.count, self.atOnce) = (workload, count, atOnce)
        }
    }

    /// Measures one workload and ends the process.
    ///
    /// - Parameter loads: Makes what is there to measure. A workload that is not among it is reported as absent.
    package static func run(_ loads: @escaping @Sendable (Arguments) throws -> [Workload: Load]) -> Never {
        guard let arguments = Arguments(CommandLine.arguments) else {
            fail("usage: SERVER WORKLOAD COUNT AT-ONCE [KIND]")
        }
        // Without top-level `await`, which some instruction counters can't follow.
        Task.detached {
            do {
                print(try await Measurement(of: try loads(arguments), arguments)?.json ?? "null")
                exit(0)
            } catch {
                fail("\(error)")
            }
        }
        while true { pause() }
    }

    private static func fail(_ message: String) -> Never {
        let line = Array((message + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(1)
    }
}
