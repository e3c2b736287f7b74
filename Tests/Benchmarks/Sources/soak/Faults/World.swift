import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulDisk
import ResourcefulTesting

/// What all rounds share: the transports, the caches and the folder of the whole run, and what has gone wrong.
final class World: Sendable {
    /// What is known of the run so far.
    struct Record: Sendable {
        var rounds = 0
        var operations = 0
        var endings: [String: Int] = [:]
        var kinds: [String: Int] = [:]
        var failures: [String] = []
        /// How much later than its time-out an operation ended, and which.
        var lateness = Duration.zero
        var latest = "none"
        /// How many bytes that nobody had asked for were taken for an answer, on a connection that was thought quiet.
        var strays = 0
        var underway: [Int: (text: String, since: ContinuousClock.Instant)] = [:]
    }

    let options: FaultOptions
    let folder: URL
    let writings = Writings()
    let machine = Machine()
    let record = Guarded(Record())
    /// Its connections and its thread go a second after the last transfer.
    let transport: CurlTransport
    /// The same with two transfers at once to each origin.
    let narrow: CurlTransport
    let memoryCache = MemoryCache(capacity: 1 << 20)
    let diskCache: DiskCache
    /// The Webservice that many rounds load with at the same time.
    let shared: Webservice
    let nginx: Nginx?

    init(_ options: FaultOptions) throws {
        self.options = options
        folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        transport = CurlTransport(
            maximumBodySize: 20 << 20, maximumTransfersPerOrigin: 1_024, proxy: .none, keepAlive: .seconds(1))
        narrow = CurlTransport(
            maximumBodySize: 20 << 20, maximumTransfersPerOrigin: 2, proxy: .none, keepAlive: .seconds(1))
        let writings = writings
        diskCache = DiskCache(
            folder: folder.appending(path: "cache"), capacity: 1 << 20,
            warning: { writings.look("the cache's warning", $0) })
        let observer = LoadObserver { event in writings.look("an event of the shared Webservice", "\(event)") }
        shared = Webservice(
            policies: [.limit(atOnce: 24), .rateLimit(perSecond: 10_000, burst: 100)],
            observers: [observer], transport: transport)
        writings.look("the shared Webservice", "\(shared)")
        nginx = try Nginx(options)
    }

    /// Notes that something is not as it should be. A round is found again by the seed and its number.
    func fail(_ round: Int, _ what: String) {
        let text = "round \(round): \(what)"
        let isFirst = record.withLock { record in
            record.failures.append(text)
            return record.failures.count <= 40
        }
        if isFirst {
            say("✘ \(text)\n  again with: soak --faults --seed \(options.seed) --round \(round)")
        }
    }

    /// Notes how an operation has ended.
    func note(_ ending: Ending, of what: String, late: Duration) {
        record.withLock { record in
            record.operations += 1
            record.endings[ending.description, default: 0] += 1
            if late > record.lateness { (record.lateness, record.latest) = (late, what) }
        }
    }
}

/// Prints a line at once, also where it goes to a file.
func say(_ text: String) {
    print(text)
    fflush(nil)
}
